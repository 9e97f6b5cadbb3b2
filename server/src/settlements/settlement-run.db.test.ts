import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { createSettlementWorld, type SettlementWorld } from './settlement-world.test-kit.ts'

let product: PeopleProduct
let world: SettlementWorld
let names = 0
beforeAll(async () => {
  product = await createPeopleProduct()
  world = await createSettlementWorld(product)
})
afterAll(async () => {
  const findings = await world.findings()
  await world.end()
  await product.stop()
  expect(findings).toEqual([])
})

type Row = {
  id: string
  status: string
  waits_for: string | null
  share_count: number
  matured_cents: bigint
  paid_cents: bigint | null
  owed_before_cents: bigint | null
  owed_after_cents: bigint | null
  allowance_cents: bigint | null
}
const settlementsOf = (ownerId: string) =>
  world.rows<Row>('select * from settlement where owner_id = $1 order by period_end, wallet desc', [ownerId])
/** A company of its own, so that tests do not settle each other's shares. */
const newCompany = () => {
  names += 1
  return makeCompany(product, { slug: `partner-${names}`, name: `Partner ${names}`, parentId: world.norte })
}

test('Andes: pending 20.49 becomes 7.50, available 120.00 becomes 131.49; then 38.99 and 0 (money §6, 8)', async () => {
  const { andes } = world
  await world.change({ ownerId: andes, companyId: andes }, { available: 11_850n })
  const old = await world.share({ ownerId: andes, cents: 150n })
  await world.run()
  expect(await world.balances(andes)).toEqual({ 'wallet.regular.available': 12_000n })
  // L-0990 is refunded after its settlement.
  expect(await world.reverse(old, 150n)).toMatchObject({ outcome: 'posted' })
  expect(await world.balances(andes)).toMatchObject({ 'partner.owed': 150n })
  await world.nextPeriod()
  for (const cents of [750n, 300n, 249n]) await world.share({ ownerId: andes, cents })
  const notDue = new Date(product.kernel.clock.now().getTime() + 3_600_000)
  await world.share({ ownerId: andes, cents: 750n, dueAt: notDue })
  expect(await world.balances(andes)).toMatchObject({ 'wallet.regular.pending': 2049n })
  await world.run()
  expect(await world.balances(andes)).toEqual({
    'wallet.regular.available': 13_149n,
    'wallet.regular.pending': 750n,
  })
  const [, second] = await settlementsOf(andes)
  expect(second).toMatchObject({ status: 'paid', share_count: 3, matured_cents: 1299n, paid_cents: 1149n })
  expect(await world.rows('select kind, amount_cents, share_id from settlement_line', [])).toEqual([
    { kind: 'reversal', amount_cents: -150n, share_id: old.id },
  ])
  await world.nextPeriod()
  await world.run()
  expect(await world.balances(andes)).toEqual({ 'wallet.regular.available': 13_899n })
})

test('3.00 of shares and 10.00 owed: 0 is paid, 7.00 stays owed for the next one (money §6, 8)', async () => {
  const ownerId = await newCompany()
  const paid = await world.share({ ownerId, cents: 1000n })
  await world.run()
  await world.reverse(paid, 1000n)
  await world.nextPeriod()
  await world.share({ ownerId, cents: 300n })
  await world.run()
  expect(await world.balances(ownerId)).toEqual({
    'wallet.regular.available': 1000n,
    'partner.owed': 700n,
  })
  const [, second] = await settlementsOf(ownerId)
  expect(second).toMatchObject({ paid_cents: 0n, owed_before_cents: 1000n, owed_after_cents: 700n })
  await world.nextPeriod()
  await world.share({ ownerId, cents: 900n })
  await world.run()
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 1200n })
  expect(await world.rows('select recovered_cents from share where id = $1', [paid.id])).toEqual([
    { recovered_cents: 1000n },
  ])
})

test('an immediate wallet below zero is filled first, by both wallets (domain §8)', async () => {
  const ownerId = await newCompany()
  await world.allow(ownerId, 100_000n)
  await world.change({ ownerId, companyId: ownerId }, { available: -70_180n }, { wallet: 'immediate' })
  await world.share({ ownerId, cents: 35_000n, speed: 'immediate' })
  await world.run()
  expect(await world.balances(ownerId)).toEqual({ 'wallet.immediate.available': -35_180n })
  await world.nextPeriod()
  await world.share({ ownerId, cents: 40_000n })
  await world.run()
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 4820n })
  expect(await settlementsOf(ownerId)).toMatchObject([
    { allowance_cents: 35_000n, paid_cents: 0n },
    { allowance_cents: 35_180n, paid_cents: 4820n },
  ])
})

test('shares that are not due, not credited or have a break are not settled; a break waits for a person', async () => {
  const ownerId = await newCompany()
  const cardId = product.kernel.ids.next()
  const at = product.kernel.clock.now()
  await world.share({ ownerId, cents: 100n, dueAt: null })
  await world.share({ ownerId, cents: 200n, status: 'held' })
  await world.run()
  expect(await settlementsOf(ownerId)).toEqual([])
  await world.share({ ownerId, cents: 400n, cardId })
  await world.rows(
    `insert into reconciliation_finding (id, company_id, invariant, subject, detail, status, first_at, last_at)
     values ($1, $2, 'R1', $3, 'differs', 'open', $4, $4)`,
    [product.kernel.ids.next(), ownerId, cardId, at],
  )
  await world.run()
  expect(await settlementsOf(ownerId)).toEqual([])
  await world.share({ ownerId, cents: 800n })
  await world.run()
  const [draft] = await settlementsOf(ownerId)
  expect(draft).toMatchObject({ status: 'draft', waits_for: 'break', matured_cents: 800n, share_count: 1 })
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.pending': 1500n })
  await world.rows(
    `update reconciliation_finding set status = 'gone', gone_at = last_at where subject = $1`,
    [cardId],
  )
  await world.nextPeriod()
  await world.run()
  expect(await world.balances(ownerId)).toEqual({
    'wallet.regular.available': 400n,
    'wallet.regular.pending': 1100n,
  })
})

test('above the limit the run draws it up, and a person decides', async () => {
  const ownerId = await newCompany()
  await world.set('secondPersonSettlement', 10_000n)
  await world.share({ ownerId, cents: 10_001n })
  await world.run()
  expect(await settlementsOf(ownerId)).toMatchObject([
    { status: 'draft', waits_for: 'limit', paid_cents: null },
  ])
  await world.set('secondPersonSettlement', 1_000_000n)
  // The shares of a settlement that waits stay in it.
  await world.nextPeriod()
  await world.run()
  expect(await settlementsOf(ownerId)).toHaveLength(1)
})

test('a run that is interrupted between approval and payment is continued, and pays once', async () => {
  const ownerId = await newCompany()
  await world.share({ ownerId, cents: 500n })
  const interrupted = world.run(() => Promise.reject(new Error('The machine stops')))
  await expect(interrupted).rejects.toThrow('settlements of the daily run failed')
  expect(await settlementsOf(ownerId)).toMatchObject([{ status: 'approved', paid_cents: null }])
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.pending': 500n })
  // The answer of the payment is lost, after it was committed.
  const lost = world.run(async (plan) => {
    await product.kernel.apply(plan)
    throw new Error('The connection ends')
  })
  await expect(lost).rejects.toThrow('settlements of the daily run failed')
  await Promise.all([world.run(), world.run(), world.run()])
  expect(await world.balances(ownerId)).toEqual({ 'wallet.regular.available': 500n })
  expect(await settlementsOf(ownerId)).toHaveLength(1)
})

test('runs at the same time settle each share once', async () => {
  const owners = await Promise.all([newCompany(), newCompany(), newCompany()])
  for (const ownerId of owners) {
    await world.share({ ownerId, cents: 700n })
    await world.share({ ownerId, cents: 30n, speed: 'immediate' })
  }
  await Promise.all([world.run(), world.run(), world.run(), world.run()])
  await world.run()
  for (const ownerId of owners) {
    expect(await world.balances(ownerId)).toEqual({
      'wallet.regular.available': 700n,
      'wallet.immediate.available': 30n,
    })
    expect(await settlementsOf(ownerId)).toHaveLength(2)
  }
})

test('the database keeps a settled share with its settlement', async () => {
  const ownerId = await newCompany()
  const share = await world.share({ ownerId, cents: 500n })
  await world.run()
  const other = product.kernel.ids.next()
  for (const change of [
    'settlement_id = null, settled_cents = null, draft_id = null',
    `settlement_id = '${other}', draft_id = '${other}'`,
    'settled_cents = 1',
  ])
    await expect(world.rows(`update share set ${change} where id = $1`, [share.id])).rejects.toThrow(
      'is settled by',
    )
  const [row] = await settlementsOf(ownerId)
  const wrong = `update settlement set paid_cents = paid_cents + 1 where id = $1`
  await expect(world.rows(wrong, [row?.id])).rejects.toThrow('settlement_paid_whole')
  const again = `jsonb_build_object('id', '${other}', 'status', 'draft', 'paid_cents', null)`
  await expect(world.copySettlement(row?.id ?? '', again)).rejects.toThrow('settlement_once')
})

test('the money of all settlements is the money of the ledger', async () => {
  const [sums] = await world.rows<Record<string, bigint>>(`
    select coalesce(sum(matured_cents), 0)::int8 as matured, coalesce(sum(paid_cents + allowance_cents), 0)::int8 as credited,
      coalesce(sum(owed_before_cents + deducted_cents - owed_after_cents), 0)::int8 as recovered from settlement where status = 'paid'`)
  const [legs] = await world.rows<Record<string, bigint>>(`
    select -coalesce(sum(p.amount) filter (where a.code like '%.pending'), 0)::int8 as matured,
      coalesce(sum(p.amount) filter (where a.code like '%.available'), 0)::int8 as credited,
      coalesce(sum(p.amount) filter (where a.code = 'partner.owed'), 0)::int8 as recovered
    from journal j join posting p on p.journal_id = j.id join account a on a.id = p.account_id where j.kind = 'settlement.paid'`)
  expect(legs).toEqual(sums)
  // Each settled share is in the sum of its settlement.
  const differing = await world.rows(`
    select s.id from settlement s left join share h on h.settlement_id = s.id where s.status = 'paid'
    group by s.id having coalesce(sum(h.settled_cents), 0) <> s.matured_cents or count(h.id) <> s.share_count`)
  expect(differing).toEqual([])
  // What is pending is what is left of unpaid shares.
  const unexplained = await world.rows(`
    select a.owner_id from account a
    left join share h on h.owner_id = a.owner_id and 'wallet.' || h.wallet_type || '.pending' = a.code
      and not exists (select from settlement s where s.id = h.settlement_id and s.status = 'paid')
    where a.code like 'wallet.%.pending' group by a.id having a.balance <> coalesce(sum(coalesce(h.settled_cents, h.left_cents)), 0)`)
  expect(unexplained).toEqual([])
})
