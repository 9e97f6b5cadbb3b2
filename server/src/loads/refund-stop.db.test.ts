import type { WireOf } from '@cardamom/contract/endpoint'
import type { getCompanyLoad } from '@cardamom/contract/loads/company-loads'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { countWaiting } from '../payouts/payouts.sql.ts'
import { startTestScreening } from '../providers/screening/screening.test-kit.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import type { BenchPerson, LoadBody } from './load-bench.test-kit.ts'
import { startRefundBench, type RefundBench } from './refund-bench.test-kit.ts'

/** Refunds that cannot be paid: administrators stop them, and never one that may still arrive. */
let lists: Awaited<ReturnType<typeof startTestScreening>>
let bench: RefundBench
let people: ReturnType<typeof createTwoPeople>
let [maker, checker] = [] as unknown as Admin[] as [Admin, Admin]
let person: BenchPerson
let addresses = 0
/** An address that nothing was paid to. */
const newAddress = () => `0x${(addresses += 1).toString(16).padStart(4, 'b').padStart(40, '2')}`

/** Above it, two people decide. */
const limitTo = (value: bigint) => {
  const { clock, db } = bench.product.kernel
  return db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'secondPersonReview', value, at: clock.now(), by: null }),
  )
}
beforeAll(async () => {
  lists = await startTestScreening()
  bench = await startRefundBench(lists.env)
  people = createTwoPeople(bench.product)
  maker = await createAdmin(bench.product, { name: 'maker', roleId: 6 })
  checker = await createAdmin(bench.product, { name: 'checker', roleId: 6 })
  person = await bench.person()
  await limitTo(1_000_000n)
}, 120_000)
afterEach(() => {
  bench.node.clear()
  bench.signer.clear()
})
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
  await lists.stop()
})

const finish = async () => {
  await bench.chain.mine(3)
  await bench.follow()
}
const stop = (by: Admin, { id }: Pick<LoadBody, 'id'>) =>
  people.confirmed<{ approvalId: string } | null>(by, `/company-loads/${id}/refund/stop`, {
    reason: 'It cannot be paid',
  })
const detailOf = async ({ id }: Pick<LoadBody, 'id'>) =>
  (await maker.browser.get<WireOf<typeof getCompanyLoad>>(`/company-loads/${id}`)).body.data
/** Units of each coin that are owed for the transfers of a load and its copies. */
const owedFor = async ({ address }: LoadBody) => {
  const rows = await bench.product.rows<{ asset: string; units: bigint }>(
    `select t.asset, sum(r.balance) as units from chain_transfer t join ref_balance r on r.ref = t.id
      join account a on a.id = r.account_id and a.code = 'deposit.unapplied' where t.recipient = $1
      group by t.asset order by t.asset`,
    [address],
  )
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

test('a refund above the signer’s limit is stopped by two people, once, and another choice follows', async () => {
  await bench.fund('USDC', '2000')
  const load = await bench.refunded(person, newAddress(), { amount: '400' })
  const owed = await owedFor(load)
  await bench.follow()
  expect(await detailOf(load)).toMatchObject({
    operations: ['stopRefund'],
    refundPayments: [{ asset: 'USDC', step: 'approved', reason: 'signer_refused', attempts: 0 }],
  })
  await limitTo(0n)
  const { status, body, step } = await stop(maker, load)
  expect([status, step?.show]).toEqual([202, expect.objectContaining({ reason: 'It cannot be paid' })])
  const again = await stop(checker, load)
  const third = await createAdmin(bench.product, { name: 'third', roleId: 6 })
  const answers = await Promise.all(
    [checker, third].map((by) => people.approve(by, body.data?.approvalId ?? '')),
  )
  const codes = answers.map((answer) => (answer.status === 200 ? 'done' : answer.body.code))
  expect(codes.toSorted()).toEqual(['approval_decided', 'done'])
  await limitTo(1_000_000n)
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'failed', reason: 'withdrawn', attempt: 0 }])
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', refund: { status: 'failed' } })
  expect((await detailOf(load)).operations).toEqual(['credit'])
  expect(await owedFor(load)).toEqual(owed)
  // The other request finds nothing to stop any more, and neither does a third.
  await people.approve(maker, again.body.data?.approvalId ?? '')
  expect((await people.read(maker, again.body.data?.approvalId ?? '')).body.data.status).not.toBe('approved')
  expect((await stop(maker, load)).body.code).toBe('refund_not_queued')
  await bench.follow()
  expect(await bench.journalsOf(load)).toEqual([])
})

test('a refund of which a payment may still arrive is not stopped', async () => {
  const to = newAddress()
  const load = await bench.refunded(person, to)
  bench.node.add({ body: 'eth_sendRawTransaction', when: 'after', run: () => 'drop' })
  await bench.chain.control('/mining', { paused: true })
  await bench.follow(1)
  const { status, body } = await stop(maker, load)
  expect([status, body.code]).toEqual([409, 'refund_being_paid'])
  expect((await detailOf(load)).operations).toEqual([])
  await bench.chain.control('/mining', { paused: false })
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
  expect((await stop(maker, load)).body.code).toBe('refund_not_queued')
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
})

test('a stop while the payment is being signed: the signature is dropped, and the next refund is paid once', async () => {
  const [first, second] = [newAddress(), newAddress()]
  const load = await bench.refunded(person, first)
  const stops: number[] = []
  bench.signer.add({
    body: 'payoutId',
    when: 'after',
    run: async () => {
      stops.push((await stop(maker, load)).status)
      return 'pass' as const
    },
  })
  await bench.follow()
  await finish()
  expect(stops).toEqual([200])
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'failed', reason: 'withdrawn', attempt: 0 }])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'review' })
  await bench.request(person, load, second)
  await bench.follow()
  await finish()
  expect([await bench.paymentsTo(first), await bench.paymentsTo(second)]).toEqual([[], [200_000_000n]])
  expect(await bench.journalsOf(load)).toEqual(['refund.sent', 'refund.confirmed'])
})

test('a coin whose contract refuses the address waits with that reason, longer each time', async () => {
  const to = newAddress()
  const refuse = (body: string) => {
    const calls = JSON.parse(body) as { id: number }[]
    const error = { code: 3, message: 'execution reverted: blocked' }
    return { reply: calls.map(({ id }) => ({ jsonrpc: '2.0', id, error })) }
  }
  bench.node.add({ body: 'eth_estimateGas', when: 'before', run: refuse, times: 2 })
  const load = await bench.refunded(person, to)
  const waits: number[] = []
  const pause = `select reason, extract(epoch from next_at - updated_at)::int as seconds from payout p
    join load_refund r on r.id = p.owner_id where r.load_id = $1`
  for (let n = 0; n < 2; n += 1) {
    await bench.follow(1)
    const [row] = await bench.product.rows<{ reason: string; seconds: number }>(pause, [load.id])
    expect(row?.reason).toBe('transfer_refused')
    waits.push(row?.seconds ?? 0)
    bench.product.wait(10_000)
  }
  expect(waits).toEqual([10, 20])
  bench.product.wait(bench.minuteMs)
  await bench.follow()
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
})

test('a journal that the book refuses is the reason, and nothing is sent until it is booked', async () => {
  const to = newAddress()
  const load = await bench.refunded(person, to)
  const change = (units: number) =>
    bench.asOwner(`update ref_balance set balance = balance + ${units} where ref in (
      select id from chain_transfer where load_id = '${load.id}')`)
  await change(-1)
  await bench.follow()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'approved', reason: 'not_booked', attempt: 0 }])
  const { read } = bench.product.kernel.db
  expect(new Map(await read(allTenants, countWaiting)).get('not_booked')).toBe(1)
  const requests = bench.signer.bodies.length
  await bench.follow(6)
  // In these 18 seconds the pause of 10 seconds has ended once, and the next one is longer.
  expect(bench.signer.bodies.length).toBeLessThanOrEqual(requests + 1)
  await change(1)
  bench.product.wait(bench.minuteMs)
  await bench.follow()
  await finish()
  expect(await bench.paymentsTo(to)).toEqual([200_000_000n])
})

/** A load in review with 100 USDC and some of another coin, whose refund is queued. */
const ofTwoCoins = async (to: string, amount: string) => {
  const load = await bench.quote(person)
  await bench.pay(load, amount, 'USDT')
  await bench.finalise()
  await bench.pay(load, '100')
  await bench.finalise()
  await bench.pass(33 * bench.minuteMs)
  await bench.finalise()
  await bench.request(person, load, to)
  return load
}

test('a payment whose address is checked slowly does not delay the next one', async () => {
  const [slow, next] = [newAddress(), newAddress()]
  const pathOf = (address: string) => address.replaceAll('b', '[bB]')
  await lists.control('/faults', { kind: 'status', path: `${pathOf(slow)}|${pathOf(next)}`, value: 503 })
  await bench.fund('USDC', '1000')
  const waiting = await bench.refunded(person, slow)
  const other = await bench.refunded(person, next)
  await bench.follow()
  for (const load of [waiting, other])
    expect(await bench.payoutOf(load)).toMatchObject([{ status: 'approved', reason: 'screening_waits' }])
  lists.faults.clear()
  // Longer than the product waits for the answer.
  await lists.control('/faults', { kind: 'delay', path: pathOf(slow), value: 12_000 })
  bench.product.wait(bench.minuteMs)
  await bench.follow(1)
  expect(await bench.payoutOf(other)).toMatchObject([{ status: 'sending', attempt: 1 }])
  // The check of the first one is under way: it has not failed, so the payment is still due.
  const due = `select p.next_at <= $2 as due from payout p join load_refund r on r.id = p.owner_id where r.load_id = $1`
  const now = bench.product.kernel.clock.now().toISOString()
  expect(await bench.product.rows(due, [waiting.id, now])).toEqual([{ due: true }])
  lists.faults.clear()
  const statusOf = async () => {
    bench.product.wait(bench.minuteMs)
    await bench.follow(1)
    return (await bench.payoutOf(waiting))[0]?.status
  }
  await expect.poll(statusOf, { timeout: 60_000, interval: 500 }).toBe('sending')
  await finish()
  expect(await bench.paymentsTo(slow)).toEqual([200_000_000n])
  expect(await bench.paymentsTo(next)).toEqual([200_000_000n])
})

test('a refund of two coins of which one is stopped by the screening is ended with what was paid', async () => {
  const to = newAddress()
  const load = await ofTwoCoins(to, '9')
  await bench.follow()
  await finish()
  await lists.control('/wallets', { address: to })
  await bench.fund('USDT', '20')
  bench.product.wait(bench.minuteMs)
  await bench.follow()
  const { load: shown, ...detail } = await detailOf(load)
  expect([shown.status, detail.operations]).toEqual(['refunding', ['stopRefund']])
  expect(detail.refundPayments.toSorted((a, b) => a.asset.localeCompare(b.asset))).toMatchObject([
    { asset: 'USDC', step: 'done', reason: null },
    { asset: 'USDT', amount: '9.000000', step: 'failed', reason: 'screened_out' },
  ])
  // A coin that was not quoted is of unknown worth: two people decide.
  const { approvalId = '' } = (await stop(maker, load)).body.data ?? {}
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  await bench.settle()
  expect(await bench.paymentsTo(to)).toEqual([100_000_000n])
  const { status, refund } = (await bench.read(person, load)) as unknown as Record<string, unknown>
  expect([status, refund]).toEqual([
    'refunded',
    expect.objectContaining({ status: 'paid', amounts: [expect.objectContaining({ asset: 'USDC' })] }),
  ])
  const [copy] = await bench.product.rows<{ id: string; status: string; exception: string }>(
    'select id, status, exception from load where parent_id = $1',
    [load.id],
  )
  expect(copy).toMatchObject({ status: 'review', exception: 'wrong_asset' })
  expect(await owedFor(load)).toMatchObject({ USDT: 9_000_000n })
  expect((await detailOf({ id: copy?.id ?? '' })).load.resolutions).not.toEqual([])
  expect((await stop(maker, load)).body.code).toBe('refund_not_queued')
})

test('a coin that is too little to be sent is not part of a refund: it is a load of its own', async () => {
  const to = newAddress()
  const load = await ofTwoCoins(to, '1.25')
  await bench.follow()
  await finish()
  expect(await bench.payoutOf(load)).toMatchObject([{ status: 'done' }])
  expect(await bench.paymentsTo(to)).toEqual([100_000_000n])
  expect(await bench.stateOf(load)).toMatchObject({ status: 'refunded' })
  const copies = await bench.product.rows('select status, exception from load where parent_id = $1', [
    load.id,
  ])
  expect(copies).toEqual([{ status: 'review', exception: 'wrong_asset' }])
})
