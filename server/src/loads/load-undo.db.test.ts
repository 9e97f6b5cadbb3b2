import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePasskey } from '../../../tests/support/step-up-kit.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import type { BenchPerson, LoadBody } from './load-bench.test-kit.ts'
import { startRefundBench, type RefundBench } from './refund-bench.test-kit.ts'

/** Loads that administrators undo before their credit (money §4.2), over the wire. */
let bench: RefundBench
let people: ReturnType<typeof createTwoPeople>
let person: BenchPerson
let [maker, checker] = [] as unknown as Admin[] as [Admin, Admin]
beforeAll(async () => {
  bench = await startRefundBench()
  people = createTwoPeople(bench.product)
  maker = await createAdmin(bench.product, { name: 'maker', roleId: 6 })
  checker = await createAdmin(bench.product, { name: 'checker', roleId: 6 })
  person = await bench.person()
}, 180_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

type Detail = WireOf<typeof getCompanyLoad>

const away = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const undo = (by: Admin, { id }: Pick<LoadBody, 'id'>) =>
  people.confirmed<{ approvalId: string } | null>(by, `/company-loads/${id}/undo`, { reason: 'Our mistake' })
const limitTo = (value: bigint) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'secondPersonReview', value, at: clock.now(), by: null }),
  )
}
const detailOf = async ({ id }: Pick<LoadBody, 'id'>) =>
  (await maker.browser.get<Detail>(`/company-loads/${id}`)).body.data
const paid = async (over: Readonly<Record<string, string>> = {}) => {
  const load = await bench.quote(person, over)
  await bench.pay(load, load.due, over['asset'] ?? 'USDC')
  await bench.finalise()
  return load
}
/** Every balance, and every balance by reference, that is not zero. */
const balances = async () => [
  await bench.product.rows('select id, balance from account where balance <> 0 order by id'),
  await bench.product.rows(
    'select account_id, ref, balance from ref_balance where balance <> 0 order by account_id, ref',
  ),
]

test('what two people take back leaves every account as before the acceptance, and is paid back to the payer', async () => {
  await limitTo(0n)
  await bench.fund('USDC', '500')
  const load = await paid()
  expect((await detailOf(load)).operations).toEqual(['undo'])
  const requested = await undo(maker, load)
  expect([requested.status, requested.step?.show]).toEqual([
    202,
    expect.objectContaining({ amount: '194.00', reason: 'Our mistake' }),
  ])
  expect((await bench.read(person, load)).status).toBe('held')
  const { approvalId = '' } = requested.body.data ?? {}
  expect((await people.read(checker, approvalId)).body.data.changes).toEqual([
    { name: 'amount', before: '194.00', after: '0.00' },
  ])
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  expect(await bench.journalsOf(load)).toEqual(['load.accepted', 'load.undone'])
  const [left] = await bench.product.rows<{ sum: bigint | null; shares: number }>(
    `select sum(left_cents)::int8 as sum, count(*)::int4 as shares from share where source_id = $1`,
    [load.id],
  )
  expect(left?.sum ?? 0n).toBe(0n)
  const shown = await bench.read(person, load)
  expect(shown).toMatchObject({ status: 'review', exception: null })
  expect(shown.resolutions.map(({ kind, net, amount }) => [kind, net ?? amount])).toEqual([
    ['credit', '194.00'],
    ['refund', '200.000000'],
  ])
  expect((await detailOf(load)).operations).toEqual(['credit'])
  expect((await undo(maker, load)).body.code).toBe('load_not_undoable')
  await storePasskey(bench.product.kernel, { userId: person.userId, companyId: person.card.companyId })
  await bench.request(person, load, away)
  await bench.follow()
  await bench.chain.mine(3)
  await bench.settle()
  await bench.follow()
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
  expect(await bench.paymentsTo(away)).toEqual([200_000_000n])
})

test('up to the limit one person takes a load back; credited again it is acceptance two, with shares of its own', async () => {
  await limitTo(1_000_00n)
  const load = await paid()
  const standing = await balances()
  const answer = await undo(maker, load)
  expect([answer.status, answer.body.data]).toEqual([200, null])
  expect(await balances()).not.toEqual(standing)
  const again = await people.confirmed(maker, `/company-loads/${load.id}/credit`, {
    net: '194.00',
    reason: 'It was right',
  })
  expect(again.status).toBe(200)
  expect(await balances()).toEqual(standing)
  const second = await undo(checker, load)
  expect(second.status).toBe(200)
  expect(await bench.journalsOf(load)).toEqual([
    'load.accepted',
    'load.undone',
    'load.accepted',
    'load.undone',
  ])
  const keys = await bench.product.rows<{ key: string; actor: string; reason: string }>(
    `select replace(j.idem, $1, '') as key, d.actor, d.reason from journal j join journal_detail d on d.journal_id = j.id
      where j.subject_id = $2 and j.kind = 'load.undone' order by j.id`,
    [`load:${load.id}:`, load.id],
  )
  expect(keys).toEqual([
    { key: 'undone:1', actor: maker.userId, reason: 'Our mistake' },
    { key: 'undone:2', actor: checker.userId, reason: 'Our mistake' },
  ])
})

test('coins of several deposits are each the payer’s again, by deposit', async () => {
  await limitTo(1_000_00n)
  const load = await bench.quote(person)
  await bench.pay(load, '120')
  await bench.pay(load, '80')
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('held')
  expect((await undo(maker, load)).status).toBe(200)
  const rows = await bench.product.rows<{ balance: bigint }>(
    `select r.balance from ref_balance r join chain_transfer t on t.id = r.ref where t.load_id = $1 order by t.id`,
    [load.id],
  )
  expect(new Set(rows.map(({ balance }) => balance))).toEqual(new Set([120_000_000n, 80_000_000n]))
})

test('a load on its way to the issuer is not taken back, and of a credit and an undo only one happens', async () => {
  await limitTo(1_000_00n)
  const load = await paid({ speed: 'immediate' })
  const [answer] = await Promise.all([undo(maker, load), bench.live(60_000)])
  const { status } = (await bench.stateOf(load)) ?? {}
  expect([answer.status, status]).toEqual(answer.status === 200 ? [200, 'review'] : [409, 'credited'])
  const credited = await paid({ speed: 'immediate' })
  await bench.live(60_000)
  expect(await bench.stateOf(credited)).toMatchObject({ status: 'credited' })
  const late = await undo(maker, credited)
  expect([late.status, late.body.code]).toEqual([409, 'load_not_undoable'])
})

test('in eight windows at once it is taken back once, and nobody takes back their own', async () => {
  await limitTo(1_000_00n)
  const load = await paid()
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(maker, load)))
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200,
    ...Array<number>(7).fill(409),
  ])
  expect(await bench.journalsOf(load)).toEqual(['load.accepted', 'load.undone'])
  const viewer = await createAdmin(bench.product, { name: 'viewer', roleId: 3 })
  expect((await undo(viewer, load)).status).toBe(403)
  expect((await undo(maker, { id: bench.product.kernel.ids.next() })).status).toBe(404)
})
