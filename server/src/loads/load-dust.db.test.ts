import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestScreening } from '../providers/screening/screening.test-kit.ts'
import { startLoadBench, type BenchPerson, type LoadBody } from './load-bench.test-kit.ts'

/**
 * Anybody who sees an address on the chain can send something to it. Such transfers must not delay a paid
 * load.
 */
let lists: Awaited<ReturnType<typeof startTestScreening>>
let bench: Awaited<ReturnType<typeof startLoadBench>>
beforeAll(async () => {
  lists = await startTestScreening()
  bench = await startLoadBench(lists.env)
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
  await lists.stop()
})

const minuteMs = 60_000

type Copy = { id: string; exception: string; gross_cents: bigint; status: string }
const copiesOf = (load: LoadBody) =>
  bench.product.rows<Copy>(
    'select id, status, exception, gross_cents from load where parent_id = $1 order by id',
    [load.id],
  )
/** The payer's unused money in the book, by coin. */
const unapplied = async (person: BenchPerson) => {
  const rows = await bench.product.rows<{ asset: string; balance: bigint }>(
    `select asset, balance from account where code = 'deposit.unapplied' and owner_id = $1 and balance <> 0`,
    [person.userId],
  )
  return Object.fromEntries(rows.map(({ asset, balance }) => [asset, balance]))
}
const stateOf = async (person: BenchPerson, load: Pick<LoadBody, 'id'>) => {
  const { status, exception } = await bench.read(person, load)
  return [status, exception]
}
const waysOf = async (person: BenchPerson, load: Pick<LoadBody, 'id'>) =>
  (await bench.read(person, load)).resolutions.map(({ kind }) => kind)
const eventsOf = async (load: LoadBody) =>
  (
    await bench.product.rows<{ type: string }>('select type from event where entity_id = $1 order by id', [
      load.id,
    ])
  ).map(({ type }) => type)

type Order = (load: LoadBody, dust: () => Promise<unknown>) => Promise<void>
/** When a stranger's transfer comes, relative to the payment. */
const orders: readonly (readonly [string, Order])[] = [
  [
    'long before the payment',
    async (load, dust) => {
      await dust()
      await bench.finalise()
      await bench.pay(load)
      await bench.finalise()
    },
  ],
  [
    'just before the payment',
    async (load, dust) => {
      await dust()
      await bench.pay(load)
      await bench.finalise()
    },
  ],
  [
    'between the payment and its finality',
    async (load, dust) => {
      await bench.pay(load)
      await bench.settle()
      await dust()
      await bench.finalise()
    },
  ],
  [
    'after the payment is final',
    async (load, dust) => {
      await bench.pay(load)
      await bench.finalise()
      await dust()
      await bench.finalise()
    },
  ],
]

test.each(orders)('another coin that arrives %s is a separate load', async (_when, order) => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await order(load, () => bench.pay(load, '1.25', 'USDT'))
  await bench.settle()
  expect(await stateOf(person, load)).toEqual(['held', null])
  const [copy, ...more] = await copiesOf(load)
  expect(more).toEqual([])
  expect(copy).toMatchObject({ status: 'review', exception: 'wrong_asset' })
  // It has the coin's present value less the spread, not the $200 of the load whose address it was sent to.
  expect(Number(copy?.gross_cents)).toBeGreaterThanOrEqual(123)
  expect(Number(copy?.gross_cents)).toBeLessThanOrEqual(126)
  expect(await unapplied(person)).toEqual({ 'USDT@ethereum': 1_250_000n })
  expect(await waysOf(person, { id: copy?.id ?? '' })).toEqual(['credit'])
})

test.each(orders)('less than a cent of another coin that arrives %s is only booked', async (_when, order) => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await order(load, () => bench.pay(load, '0.009', 'USDT'))
  await bench.settle()
  expect(await stateOf(person, load)).toEqual(['held', null])
  expect(await copiesOf(load)).toEqual([])
  expect(await unapplied(person)).toEqual({ 'USDT@ethereum': 9_000n })
})

/** A payment whose wallet is on a list when it becomes final. */
const payFromListed = async (load: LoadBody, amount: string) => {
  const listed = `0x${'5'.repeat(40)}`
  await lists.control('/wallets', { address: listed })
  const { txHash } = await bench.pay(load, amount)
  await bench.settle()
  await bench.asOwner(`update chain_transfer set sender = '${listed}' where tx_hash = '${txHash}'`)
}

test.each(orders)('a payment of a listed wallet that arrives %s stops only itself', async (_when, order) => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await order(load, () => payFromListed(load, '0.50'))
  await bench.settle()
  expect((await bench.read(person, load)).status).toBe('held')
  const [copy, ...more] = await copiesOf(load)
  expect(more).toEqual([])
  expect(copy).toMatchObject({ status: 'review', exception: 'screening', gross_cents: 50n })
  expect(await waysOf(person, { id: copy?.id ?? '' })).toEqual(['refund'])
  expect(await unapplied(person)).toEqual({ 'USDC@ethereum': 500_000n })
})

test('money of a listed wallet is never credited with other money', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await payFromListed(load, '50')
  await bench.finalise()
  await bench.pass(33 * minuteMs)
  const { exception, resolutions } = await bench.read(person, load)
  const credit = resolutions.find(({ kind }) => kind === 'credit')
  expect([exception, credit?.gross]).toEqual(['underpaid', '100.00'])
  const headers = { 'idempotency-key': 'credit-beside-a-listed-wallet' }
  const chosen = await person.browser.post(`/loads/${load.id}/credit`, { net: credit?.net }, { headers })
  expect(chosen.status).toBe(200)
  await bench.settle()
  expect((await bench.read(person, load)).status).toBe('held')
  expect(await copiesOf(load)).toMatchObject([{ exception: 'screening', gross_cents: 5_000n }])
  expect(await unapplied(person)).toEqual({ 'USDC@ethereum': 50_000_000n })
})

test('another coin leaves a quote open: it can still be paid or cancelled', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '5', 'USDT')
  await bench.settle()
  expect(await stateOf(person, load)).toEqual(['quoted', null])
  await bench.finalise()
  expect(await stateOf(person, load)).toEqual(['quoted', null])
  expect(await eventsOf(load)).toEqual(['load.quoted', 'load.other_coin_seen'])
  expect((await person.browser.post(`/loads/${load.id}/cancel`)).status).toBe(200)
})

test('another coin alone is the exception after the end of the quote; less than a cent is not', async () => {
  const person = await bench.person()
  const [named, forgotten, own] = [
    await bench.quote(person),
    await bench.quote(person),
    await bench.quote(person),
  ]
  await bench.pay(named, '5', 'USDT')
  await bench.pay(forgotten, '0.009', 'USDT')
  await bench.pay(own, '0.009')
  await bench.finalise()
  await bench.pass(33 * minuteMs)
  await bench.settle()
  expect(await stateOf(person, named)).toEqual(['review', 'wrong_asset'])
  expect(await stateOf(person, forgotten)).toEqual(['expired', null])
  expect(await stateOf(person, own)).toEqual(['expired', null])
  expect(await unapplied(person)).toEqual({ 'USDT@ethereum': 5_009_000n, 'USDC@ethereum': 9_000n })
  await bench.pay(forgotten)
  await bench.finalise()
  expect(await stateOf(person, forgotten)).toEqual(['review', 'late'])
})

test('a full payment in another coin is the exception at once, unless the right one is on its way', async () => {
  const person = await bench.person()
  const [wrong, both] = [await bench.quote(person), await bench.quote(person)]
  await bench.pay(wrong, '200', 'USDT')
  await bench.pay(both, '200', 'USDT')
  await bench.settle()
  await bench.pay(both)
  await bench.finalise()
  expect(await stateOf(person, wrong)).toEqual(['review', 'wrong_asset'])
  expect(await stateOf(person, both)).toEqual(['held', null])
  expect(await copiesOf(both)).toMatchObject([{ status: 'review', exception: 'wrong_asset' }])
})
