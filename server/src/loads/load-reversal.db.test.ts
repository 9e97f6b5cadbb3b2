import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { credit, debit, journal } from '../ledger/posting.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { hasOpenLoad } from './load-sums.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'

/** Loads that two people reverse after their credit (money §4.2), with the embedded card issuer. */
let bench: LoadBench
let people: ReturnType<typeof createTwoPeople>
let person: BenchPerson
let [maker, checker] = [] as unknown as Admin[] as [Admin, Admin]
beforeAll(async () => {
  bench = await startLoadBench()
  await bench.product.kernel.db.write(allTenants, async (sql) => {
    const at = new Date(0)
    await writeSetting(sql, { key: 'adminSessionIdleMinutes', value: 120, at, by: null })
    await writeSetting(sql, { key: 'secondPersonReview', value: 1_000_00n, at, by: null })
  })
  people = createTwoPeople(bench.product)
  maker = await createAdmin(bench.product, { name: 'maker', roleId: 6 })
  checker = await createAdmin(bench.product, { name: 'checker', roleId: 6 })
  person = await bench.person()
}, 180_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

type Detail = WireOf<typeof getCompanyLoad>
type Id = Pick<LoadBody, 'id'>

const request = (by: Admin, { id }: Id) =>
  people.confirmed<{ approvalId: string }>(by, `/company-loads/${id}/reversal`, { reason: 'Our mistake' })
const reverse = async (load: Id) => {
  const { status, text, body } = await request(maker, load)
  if (status !== 202) throw new Error(text)
  return people.approve(checker, body.data.approvalId)
}
const detailOf = async ({ id }: Id) => (await maker.browser.get<Detail>(`/company-loads/${id}`)).body.data
const onCard = (amount = '200') => credited(person, amount)
const credited = async (of: BenchPerson, amount: string) => {
  const load = await bench.quote(of, { speed: 'immediate', amount })
  await bench.pay(load)
  await bench.finalise()
  await bench.live(20_000)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  return load
}
const natural = async (code: string, ownerId = '') => {
  const [row] = await bench.product.rows<{ cents: bigint }>(
    `select coalesce(sum(case when side = 'D' then -balance else balance end), 0)::int8 as cents
      from account where code = $1 and coalesce(owner_id::text, '') = $2`,
    [code, ownerId],
  )
  return row?.cents ?? 0n
}
/** The card in the book and at the issuer, and what the operator earned. */
const stand = async () => ({
  booked: await natural('card.available', person.card.id),
  atIssuer: await bench.onCard(person),
  allocated: await natural('issuer.allocated'),
  float: await natural('issuer.unallocated'),
  fees: await natural('income.load_fees'),
})
const fault = (kind: string, more: Record<string, unknown> = {}) =>
  bench.product.issuer.control('/faults', { kind, method: 'PUT', path: '/credit$', remaining: 1, ...more })
const reversalsOf = ({ id }: Id) =>
  bench.product.rows<{ status: string; part: number; refusal: string | null }>(
    'select status, part, refusal from load_reversal where load_id = $1 order by id',
    [id],
  )
/** Why a settlement leaves the shares of a load out. */
const obstacleOf = async ({ id }: Id) =>
  (await bench.product.rows<{ why: string | null }>(`select share_obstacle('load', $1) as why`, [id]))[0]?.why
const kindsOf = async ({ id }: Id) =>
  (
    await bench.product.rows<{ kind: string }>('select kind from journal where subject_id = $1 order by id', [
      id,
    ])
  ).map(({ kind }) => kind)

test('two people reverse it: the issuer takes it off the card, then the book has it, and the payer chooses again', async () => {
  const before = await stand()
  const load = await onCard()
  expect((await stand()).booked).toBe(before.booked + 190_00n)
  expect((await detailOf(load)).operations).toEqual(['reverse'])
  const requested = await request(maker, load)
  expect([requested.status, requested.step?.show]).toEqual([
    202,
    expect.objectContaining({ amount: '190.00', reason: 'Our mistake' }),
  ])
  const { approvalId } = requested.body.data
  const { changes } = (await people.read(checker, approvalId)).body.data
  expect(changes).toEqual([{ name: 'balance', before: '190.00', after: '0.00' }])
  expect((await people.approve(maker, approvalId)).body.code).toBe('own_request')
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  expect(await detailOf(load)).toMatchObject({ reversal: { status: 'pending' }, operations: [] })
  expect((await request(maker, load)).body.code).toBe('load_not_reversible')
  const { read } = bench.product.kernel.db
  expect(await read(allTenants, (sql) => hasOpenLoad(sql, person.userId))).toBe(true)
  await bench.live(20_000)
  expect(await stand()).toEqual(before)
  expect(await bench.read(person, load)).toMatchObject({
    status: 'review',
    exception: null,
    creditedAt: null,
  })
  expect(await kindsOf(load)).toEqual([
    'load.accepted',
    'issuer.transfer_started',
    'load.credited',
    'load.reversed',
  ])
  const rows = (await person.browser.get<{ items: object[] }>('/transactions')).body.data.items
  expect(rows).toMatchObject([
    { purpose: 'adjustment', amount: '-190.00', status: 'settled' },
    { purpose: 'load', amount: '190.00' },
  ])
  // Credited again it is acceptance two, with a row of its own on the card, and it can be reversed again.
  const again = await people.confirmed(maker, `/company-loads/${load.id}/credit`, {
    net: '190.00',
    reason: 'It was right',
  })
  expect(again.status).toBe(200)
  await bench.live(20_000)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  expect((await stand()).booked).toBe(before.booked + 190_00n)
  const all = (await person.browser.get<{ items: object[] }>('/transactions')).body.data.items
  expect(all).toHaveLength(3)
  expect((await reverse(load)).body.data.status).toBe('approved')
  await bench.live(20_000)
  expect(await stand()).toEqual(before)
  expect((await reversalsOf(load)).map(({ status }) => status)).toEqual(['completed', 'completed'])
})

test('an answer that is lost after the issuer made it is read back, and nothing is sent again', async () => {
  const before = await stand()
  const load = await onCard('210')
  await fault('drop_after')
  await reverse(load)
  await bench.product.settle()
  expect(await stand()).toMatchObject({ booked: before.booked + 199_50n, atIssuer: before.atIssuer })
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  // Its shares wait for the answer, or they would be settled and owed.
  expect(await obstacleOf(load)).toBe('credit')
  await bench.live(20_000)
  expect(await stand()).toEqual(before)
  expect(await reversalsOf(load)).toEqual([{ status: 'completed', part: 1, refusal: null }])
})

test('one that the issuer refuses, or that never arrived, changes nothing and can be requested again', async () => {
  const load = await onCard('220')
  const before = await stand()
  await fault('status', { value: 404 })
  await reverse(load)
  await bench.live(20_000)
  expect(await stand()).toEqual(before)
  expect(await detailOf(load)).toMatchObject({
    reversal: { status: 'refused', refusal: 'injected_fault' },
    operations: ['reverse'],
  })
  expect(await obstacleOf(load)).toBeNull()
  await fault('drop_before')
  await reverse(load)
  await bench.live(18 * bench.minuteMs)
  expect(await reversalsOf(load)).toMatchObject([
    { status: 'refused' },
    { status: 'refused', refusal: 'absent' },
  ])
  expect(await stand()).toEqual(before)
  await reverse(load)
  await bench.live(20_000)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'review' })
  expect((await stand()).booked).toBe(before.booked - 209_00n)
})

test('what is not on the card any more, or promised to another debit, is not reversed', async () => {
  const other = await bench.person()
  const [one, two] = [await credited(other, '200'), await credited(other, '230')]
  const waiting = await bench.quote(other)
  await bench.pay(waiting)
  await bench.finalise()
  expect((await request(maker, waiting)).body.code).toBe('load_not_reversible')
  await fault('drop_before')
  await reverse(one)
  await bench.product.settle()
  const large = await people.confirmed(maker, '/card-adjustments', {
    cardId: other.card.id,
    type: 'debit',
    amount: '218.51',
    reason: 'Too much',
  })
  expect(large.body.code).toBe('not_enough_on_card')
  const small = await people.confirmed(maker, '/card-adjustments', {
    cardId: other.card.id,
    type: 'debit',
    amount: '10.00',
    reason: 'Too much',
  })
  expect(small.status).toBe(200)
  expect((await request(maker, two)).body.code).toBe('not_enough_on_card')
  expect(await reversalsOf(two)).toEqual([])
  await bench.live(40 * bench.minuteMs)
  expect(await bench.stateOf(two)).toMatchObject({ status: 'credited' })
})

test('a payment that is booked before the read-back does not stop what the issuer has made', async () => {
  const other = await bench.person()
  const load = await credited(other, '210')
  await fault('drop_after')
  await reverse(load)
  await bench.product.settle()
  const { id: ownerId } = other.card
  const { companyId } = (
    await bench.product.rows<{ companyId: string }>(
      'select company_id as "companyId" from card where id = $1',
      [ownerId],
    )
  )[0]!
  const spent = 12_00n
  const cleared = journal({
    kind: 'card.cleared',
    key: `issuer:${bench.product.kernel.ids.next()}`,
    command: 'a clearing above its hold',
    effectiveAt: bench.product.kernel.clock.now(),
    subjectId: load.id,
    legs: [
      debit({ code: 'card.available', ownerId, companyId }, spent),
      credit({ code: 'issuer.allocated' }, spent),
    ],
  })
  expect(await bench.product.kernel.apply({ journals: [cleared] })).toMatchObject({ outcome: 'posted' })
  await bench.live(20_000)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'review' })
  // 199.50 left a card that had 187.50: the next load fills it.
  expect(await natural('card.available', ownerId)).toBe(-12_00n)
})
