import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { accountId } from '../../server/src/ledger/account-id.ts'
import { reassignAccounts } from '../../server/src/ledger/accounts.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { credit, debit } from '../../server/src/ledger/posting.ts'

/** References at zero are removed 90 days after they were opened, and nothing else changes. */
let ledger: TestLedger
beforeAll(async () => {
  ledger = await createTestLedger()
})
afterAll(() => ledger.end())

const suspense = { code: 'suspense' }
const bank = { code: 'bank.settlement' }

const post = async (ref: string, amount: bigint) => {
  const id = ledger.ids.next()
  const journal = {
    kind: 'capital.contributed',
    key: `capital:${id}`,
    command: id,
    effectiveAt: ledger.clock.now(),
    legs: [debit(bank, amount), credit(suspense, amount, { ref })],
  }
  const { outcome } = await ledger.poster.apply({ journals: [journal] })
  if (outcome !== 'posted') throw new Error(outcome)
}
const openAndClose = async (ref = ledger.ids.next()) => {
  await post(ref, 100n)
  await post(ref, -100n)
  return ref
}
const openedDaysAgo = (days: number, refs: readonly string[]) =>
  ledger.owner.query(
    `update ref_balance set open_since = now() - $1 * interval '1 day' where ref = any ($2::uuid[])`,
    [days, refs],
  )
const forget = async (): Promise<number> =>
  ledger.db.write(allTenants, async (sql) => {
    const { count } = await sql.one<{ count: number }>('select forget_zero_references() as count')
    return count
  })
const stored = async () => {
  const { rows } = await ledger.owner.query<{ ref: string; balance: bigint }>(
    'select ref, balance from ref_balance where account_id = $1 order by ref',
    [accountId(suspense)],
  )
  return rows
}
/** Without that of the references whose age the test has changed. */
const findings = async () =>
  (await ledger.db.read(allTenants, checkBook)).filter(
    ({ check }) => check !== 'reference_is_open_since_its_posting',
  )

test('only old references at zero are removed, and one that is used again is opened again', async () => {
  const [old, young] = [await openAndClose(), await openAndClose()]
  const open = ledger.ids.next()
  await post(open, 30n)
  await openedDaysAgo(91, [old, open])
  await openedDaysAgo(89, [young])
  expect(await forget()).toBe(1)
  expect(await stored()).toEqual([
    { ref: young, balance: 0n },
    { ref: open, balance: 30n },
  ])
  expect(await findings()).toEqual([])
  await post(old, 5n)
  expect(await stored()).toContainEqual({ ref: old, balance: 5n })
  expect(await forget()).toBe(0)
  expect(await findings()).toEqual([])
})

test('a reference that a batch has locked is left, without waiting', async () => {
  const [locked, free] = [await openAndClose(), await openAndClose()]
  await openedDaysAgo(91, [locked, free])
  await ledger.owner.query('begin')
  await ledger.owner.query('select from ref_balance where ref = $1 for update', [locked])
  expect(await forget()).toBe(1)
  await ledger.owner.query('rollback')
  expect(await forget()).toBe(1)
})

test('a reference that is used again belongs to the present company of its account', async () => {
  const [ownerId, oldCompany, newCompany, ref] = [1, 2, 3, 4].map(() => ledger.ids.next()) as [
    string,
    string,
    string,
    string,
  ]
  const reserve = async (companyId: string) => {
    const id = ledger.ids.next()
    const wallet = { code: 'wallet.regular.reserved', ownerId, companyId }
    const legs = [debit(bank, 5n), credit(wallet, 5n, { ref })]
    const journal = { kind: 'capital.contributed', key: `capital:${id}`, command: id, legs }
    const plan = { journals: [{ ...journal, effectiveAt: ledger.clock.now() }] }
    expect(await ledger.poster.apply(plan)).toMatchObject({ outcome: 'posted' })
    return ledger.owner.query('select company_id as company from ref_balance where ref = $1', [ref])
  }
  expect((await reserve(oldCompany)).rows).toEqual([{ company: oldCompany }])
  const reassigned = { ownerId, companyId: newCompany, at: ledger.clock.now() }
  await ledger.accountsDb.write(allTenants, (sql) => reassignAccounts(sql, reassigned))
  expect((await reserve(newCompany)).rows).toEqual([{ company: newCompany }])
})

test('a refused plan leaves no reference', async () => {
  const [id, ref] = [ledger.ids.next(), ledger.ids.next()]
  const wallet = { code: 'wallet.regular.available', ownerId: id, companyId: id }
  const legs = [credit(suspense, 5n, { ref }), debit(wallet, 5n)]
  const journal = {
    kind: 'capital.contributed',
    key: `capital:${id}`,
    command: id,
    effectiveAt: ledger.clock.now(),
  }
  expect(await ledger.poster.apply({ journals: [{ ...journal, legs }] })).toMatchObject({
    outcome: 'insufficient_funds',
  })
  expect((await stored()).map((row) => row.ref)).not.toContain(ref)
})

test('at most a thousand are removed at a time', async () => {
  await ledger.owner.query(
    `insert into ref_balance (account_id, ref, balance, open_since)
     select gen_random_uuid(), gen_random_uuid(), 0, now() - interval '91 days' from generate_series(1, 1500)`,
  )
  expect([await forget(), await forget(), await forget()]).toEqual([1000, 500, 0])
})
