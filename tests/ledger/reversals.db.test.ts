import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import type { AccountKey, Journal, Leg } from '../../server/src/kernel/plan.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'
import { credit, debit } from '../../server/src/ledger/posting.ts'
import { readReversal } from '../../server/src/ledger/reversal.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'
import { allowAnyLegs } from '../support/any-legs.ts'

/** Reversals of a kind that is reversed as a whole. */
const kind = 'suspense.resolved'
let ledger: TestLedger
let poster: Poster
beforeAll(async () => {
  ledger = await createTestLedger()
  await allowAnyLegs(ledger.ownerUrl, kind)
  const { db, ids, clock, outbox } = ledger
  poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand })
})
afterAll(async () => {
  await poster.close()
  await ledger.end()
})

const newOwner = () => ({ ownerId: ledger.ids.next(), companyId: ledger.ids.next() })
type Owner = ReturnType<typeof newOwner>
const wallet = (owner: Owner, bucket = 'available') => ({ code: `wallet.regular.${bucket}`, ...owner })
const expense = { code: 'expense.adjustments' }
const resolved = (legs: readonly Leg[]): Journal => {
  const id = ledger.ids.next()
  return { kind, key: `suspense:${id}:1`, command: id, subjectId: id, effectiveAt: ledger.clock.now(), legs }
}
const post = async (journal: Journal) => {
  const outcome = await poster.apply({ journals: [journal] })
  if (outcome.outcome !== 'posted') throw new Error(outcome.outcome)
  return outcome.journalIds[0]!
}
const reverse = async (journalId: string, effectiveAt = ledger.clock.now()) => {
  const journal = await ledger.db.read(allTenants, (sql) =>
    readReversal(sql, {
      journalId,
      command: `reverse ${journalId}`,
      effectiveAt,
      detail: { actor: 'ana', reason: 'Entered twice' },
    }),
  )
  return journal && poster.apply({ journals: [journal] })
}
const balances = (accounts: readonly AccountKey[]) =>
  Promise.all(accounts.map((each) => ledger.balance(each)))

test('a reversal takes back every leg, with its references, and says who and why', async () => {
  const [owner, ref] = [newOwner(), ledger.ids.next()]
  const accounts = [expense, wallet(owner), wallet(owner, 'reserved')]
  const before = await balances(accounts)
  const id = await post(
    resolved([
      debit(expense, 90n),
      credit(wallet(owner), 60n),
      credit(wallet(owner, 'reserved'), 30n, { ref }),
    ]),
  )
  expect(await reverse(id)).toMatchObject({ outcome: 'posted' })
  expect(await balances(accounts)).toEqual(before)
  const { rows } = await ledger.owner.query(
    `select j.idem like 'suspense:%:reversed' as key, j.subject_id = o.subject_id as subject, d.actor, d.reason
     from journal j join journal o on o.id = j.reverses join journal_detail d on d.journal_id = j.id where o.id = $1`,
    [id],
  )
  expect(rows).toEqual([{ key: true, subject: true, actor: 'ana', reason: 'Entered twice' }])
})

test('an adjustment is not reversed as a whole: one of its own undoes it', async () => {
  const id = ledger.ids.next()
  const legs = [debit(expense, 5n), credit(wallet(newOwner()), 5n)]
  const journal = { ...resolved(legs), kind: 'adjustment.wallet', key: `adjustment:${id}` }
  await expect(reverse(await post(journal))).rejects.toThrow('is not reversed as a whole')
})

test('a journal is reversed once, whoever asks; its reversal is not reversed', async () => {
  const id = await post(resolved([debit(expense, 5n), credit(wallet(newOwner()), 5n)]))
  const outcomes = await Promise.all([reverse(id), reverse(id), reverse(id)])
  const posted = outcomes.flatMap((outcome) => (outcome?.outcome === 'posted' ? outcome.journalIds : []))
  expect(posted).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome?.outcome === 'replayed')).toHaveLength(2)
  await expect(reverse(posted[0]!)).rejects.toThrow('is not reversed as a whole')
})

test('money that was spent meanwhile is not taken back', async () => {
  const owner = newOwner()
  const id = await post(resolved([debit(expense, 50n), credit(wallet(owner), 50n)]))
  await post(resolved([credit(expense, 1n), debit(wallet(owner), 1n)]))
  expect(await reverse(id)).toMatchObject({ outcome: 'insufficient_funds', code: 'wallet.regular.available' })
  expect(await ledger.balance(wallet(owner))).toBe(49n)
})

test('a reversal is effective no earlier than its journal, also when that one lies ahead', async () => {
  const owner = newOwner()
  const ahead = new Date(ledger.clock.now().getTime() + 3_600_000)
  const draft = resolved([debit(expense, 5n), credit(wallet(owner), 5n)])
  const ids = [await post(draft), await post({ ...resolved(draft.legs), effectiveAt: ahead })]
  const yesterday = new Date(draft.effectiveAt.getTime() - 86_400_000)
  for (const id of ids) expect(await reverse(id, yesterday)).toMatchObject({ outcome: 'posted' })
  const { rows } = await ledger.owner.query(
    `select r.effective_at from journal r join journal j on j.id = r.reverses where j.id = any ($1) order by j.id`,
    [ids],
  )
  expect(rows).toEqual([{ effective_at: draft.effectiveAt }, { effective_at: ahead }])
})

test('other kinds are refused, and so is an unknown journal', async () => {
  const id = ledger.ids.next()
  const paid = await post(capitalContributed({ id, amountCents: 5n, effectiveAt: ledger.clock.now() }))
  await expect(reverse(paid)).rejects.toThrow('capital.contributed is not reversed as a whole')
  expect(await reverse(ledger.ids.next())).toBeNull()
})

test('after any such journals and their reversals every balance is as before', async () => {
  const owners = [newOwner(), newOwner()]
  const leg = fc.record({
    owner: fc.nat(1),
    amount: fc.bigInt({ min: 1n, max: 1000n }),
    isReserved: fc.boolean(),
  })
  const accounts = owners.flatMap((owner) => [wallet(owner), wallet(owner, 'reserved')])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(leg, { minLength: 1, maxLength: 4 }), { maxLength: 6 }),
      async (drafts) => {
        const before = await balances(accounts)
        const posted: string[] = []
        for (const legs of drafts) {
          const ref = ledger.ids.next()
          const sum = legs.reduce((total, { amount }) => total + amount, 0n)
          posted.push(
            await post(
              resolved([
                debit(expense, sum),
                ...legs.map(({ owner, amount, isReserved }) =>
                  isReserved
                    ? credit(wallet(owners[owner]!, 'reserved'), amount, { ref })
                    : credit(wallet(owners[owner]!), amount),
                ),
              ]),
            ),
          )
        }
        const outcomes = await Promise.all(posted.map((each) => reverse(each)))
        expect(outcomes.every((outcome) => outcome?.outcome === 'posted')).toBe(true)
        expect(await balances(accounts)).toEqual(before)
      },
    ),
    { numRuns: 20 },
  )
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})
