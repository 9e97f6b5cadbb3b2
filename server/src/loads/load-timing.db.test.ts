import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobChangesOf } from '../../../tests/support/job-changes.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'

/**
 * Tests of the order of payment, quote end and cancel. Block time decides, also when the scanner reads the
 * block later (providers §5).
 */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const minuteMs = 60_000
const copiesOf = (load: LoadBody) =>
  bench.product.rows<{ status: string; exception: string }>(
    'select status, exception from load where parent_id = $1',
    [load.id],
  )
const historyOf = async (load: LoadBody) =>
  (
    await bench.product.rows<{ status: string }>(
      'select status from load_history where load_id = $1 order by id',
      [load.id],
    )
  ).map(({ status }) => status)

test('money that was paid in time counts as in time, also after a long silence of the node', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.settle()
  await bench.chain.control('/node-faults', { kind: 'stale_head' })
  await bench.pay(load)
  await bench.pass(40 * minuteMs)
  expect((await bench.read(person, load)).status).toBe('quoted')
  await fetchNodeFaults('DELETE')
  await bench.settle()
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', exception: null })
  expect(await historyOf(load)).not.toContain('expired')
})

const fetchNodeFaults = async (method: string) => {
  const { EVM_RPC_URL } = bench.chain.env
  const answer = await fetch(`${new URL(EVM_RPC_URL).origin}/_control/node-faults`, {
    method,
    headers: { authorization: `Bearer ${bench.chain.controlToken}` },
  })
  expect(answer.ok).toBe(true)
}

test('a quote is valid to its last moment and two minutes of grace, and not longer', async () => {
  const person = await bench.person()
  const [paid, over] = [await bench.quote(person), await bench.quote(person)]
  const lastMs = Date.parse(over.expiresAt) + 2 * minuteMs - bench.product.kernel.clock.now().getTime()
  await bench.pass(lastMs - 20_000)
  expect((await bench.read(person, paid)).status).toBe('quoted')
  await bench.pay(paid)
  await bench.pass(21_000)
  expect((await bench.read(person, over)).status).toBe('expired')
  expect(await jobChangesOf(bench.product.kernel.db, over.id)).toEqual([
    'loads.time_over load "quoted" → "expired"',
  ])
  await bench.pay(over)
  await bench.finalise()
  expect(await bench.read(person, paid)).toMatchObject({ status: 'held', exception: null })
  expect(await bench.read(person, over)).toMatchObject({ status: 'review', exception: 'late' })
})

test('a quote waits until a part in time is final, also after its end', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await bench.finalise()
  await bench.pay(load, '100')
  await bench.settle()
  bench.advance(33 * minuteMs)
  await bench.settle()
  await bench.pass(0)
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', exception: 'underpaid' })
})

test('a rest that arrives too late becomes a separate load', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await bench.finalise()
  await bench.pass(33 * minuteMs)
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'underpaid' })
  await bench.pay(load, '100')
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'underpaid' })
  expect(await copiesOf(load)).toEqual([{ status: 'review', exception: 'second_payment' }])
})

test('a simultaneous cancel and payment lose no money', async () => {
  const person = await bench.person()
  const loads = [await bench.quote(person), await bench.quote(person), await bench.quote(person)]
  for (const load of loads) await bench.pay(load)
  const cancels = loads.map((load) => person.browser.post(`/loads/${load.id}/cancel`))
  bench.product.wait(1100)
  await Promise.all([...cancels, bench.product.settle()])
  await bench.finalise()
  for (const load of loads) {
    const { status, exception } = await bench.read(person, load)
    expect([
      ['held', null],
      ['review', 'late'],
    ]).toContainEqual([status, exception])
  }
})

test('two tabs that cancel at once both get an answer, and the load is cancelled once', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  const cancel = () => person.browser.post(`/loads/${load.id}/cancel`)
  const answers = await Promise.all([cancel(), cancel()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await historyOf(load)).toEqual(['quoted', 'cancelled'])
})

test('a double click makes one load; a click in another tab makes another one', async () => {
  const person = await bench.person()
  const [first, second] = await Promise.all([
    bench.request(person, {}, 'pressed-twice-1'),
    bench.request(person, {}, 'pressed-twice-1'),
  ])
  expect(Math.min(first.status, second.status)).toBe(201)
  const again = await bench.request(person, {}, 'pressed-twice-1')
  expect(again.status).toBe(201)
  const other = await bench.request(person, {}, 'pressed-in-a-tab')
  expect(other.body.data.address).not.toBe(again.body.data.address)
  const rows = await bench.product.rows('select 1 from load where user_id = $1', [person.userId])
  expect(rows).toHaveLength(2)
})

test('an amount below a ledger unit is no payment and changes no load', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '0.000000000000000001', 'DAI')
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('quoted')
  await bench.pay(load)
  await bench.finalise()
  await bench.pay(load, '0.000000000000000001', 'DAI')
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('held')
  expect(await copiesOf(load)).toEqual([])
})

const usd = (asset: string, price: string) => bench.chain.control('/price', { asset, price })
const waysOf = async (person: BenchPerson, load: LoadBody) =>
  (await bench.read(person, load)).resolutions.map(({ kind, gross, amount, asset }) => [
    kind,
    gross ?? amount,
    asset,
  ])

test('late money gets the lower of both rates for a day, and then the current rate', async () => {
  const person = await bench.person()
  const [soon, last] = [await bench.quote(person), await bench.quote(person)]
  await bench.pass(60 * minuteMs)
  await bench.pay(soon)
  await bench.finalise()
  await bench.pass(24 * 60 * minuteMs)
  await usd('USDC', '1.01')
  await bench.pay(last)
  await bench.finalise()
  bench.product.wait(31_000)
  expect(await waysOf(person, soon)).toEqual([
    ['credit', '200.00', null],
    ['refund', '200.000000', 'USDC'],
  ])
  expect((await waysOf(person, last))[0]).toEqual(['credit', '202.00', null])
  await usd('USDC', '0.99')
  bench.product.wait(31_000)
  expect((await waysOf(person, soon))[0]).toEqual(['credit', '198.00', null])
  expect((await waysOf(person, last))[0]).toEqual(['credit', '198.00', null])
  await usd('USDC', '1')
})

test('each payment has its own price: the part in time has the locked rate', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '100')
  await bench.settle()
  await usd('USDC', '0.98')
  await bench.chain.control('/clock', { offsetMs: bench.product.aheadMs() + 33 * minuteMs })
  await bench.pay(load, '100')
  await bench.pass(33 * minuteMs)
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review' })
  bench.product.wait(31_000)
  const gross = (await waysOf(person, load))[0]
  const copies = await copiesOf(load)
  // Where the part was decided before the rest was final, the rest becomes a separate load.
  expect(gross).toEqual(['credit', copies.length === 0 ? '198.00' : '100.00', null])
  await usd('USDC', '1')
})

test('another coin is shown in its own units and priced at its own rate', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '150.5', 'DAI')
  await bench.finalise()
  const seen = await bench.read(person, load)
  expect(seen).toMatchObject({ status: 'review', exception: 'wrong_asset' })
  const [credit, refund] = await waysOf(person, load)
  expect(refund).toEqual(['refund', '150.500000000000000000', 'DAI'])
  expect(credit?.[0]).toBe('credit')
  expect(Number(credit?.[1])).toBeGreaterThan(148)
  expect(Number(credit?.[1])).toBeLessThan(151)
})

test('an amount too small for a refund can only be credited', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load, '4')
  await bench.finalise()
  await bench.pass(33 * minuteMs)
  await bench.finalise()
  expect(await waysOf(person, load)).toEqual([['credit', '4.00', null]])
})
