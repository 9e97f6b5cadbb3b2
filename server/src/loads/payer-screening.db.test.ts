import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestScreening } from '../providers/screening/screening.test-kit.ts'
import { startLoadBench } from './load-bench.test-kit.ts'

/**
 * Money from a wallet on a sanctions list is booked and not used. While the lists do not answer, it waits.
 */
let lists: Awaited<ReturnType<typeof startTestScreening>>
let bench: Awaited<ReturnType<typeof startLoadBench>>
beforeAll(async () => {
  lists = await startTestScreening()
  bench = await startLoadBench(lists.env)
})
afterEach(() => lists.faults.clear())
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
  await lists.stop()
})

const hourMs = 3_600_000
const checksOf = (loadId: string) =>
  bench.product.rows(`select result, checked from wallet_check where load_id = '${loadId}' order by id`)

test('a wallet on no list is accepted, and the check is recorded', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  await bench.finalise()
  expect(['confirmed', 'held']).toContain((await bench.read(person, load)).status)
  expect(await checksOf(load.id)).toEqual([{ result: 'clear', checked: true }])
})

test('a payment waits while the lists do not answer, and continues when they do', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  lists.faults.add({ kind: 'status', path: '^/api/', value: 503 })
  await bench.pay(load)
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'detected' })
  expect(await checksOf(load.id)).toEqual([])
  lists.faults.clear()
  await bench.pass(bench.minuteMs)
  expect(['confirmed', 'held']).toContain((await bench.read(person, load)).status)
})

test('after an hour without an answer a person decides: the wallet never counts as cleared', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  lists.faults.add({ kind: 'status', path: '^/api/', value: 503 })
  await bench.pay(load)
  await bench.finalise()
  await bench.pass(hourMs + bench.minuteMs)
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'screening' })
  expect(await checksOf(load.id)).toEqual([{ result: 'unavailable', checked: true }])
})

test('money from a wallet on a list is booked, and the load is in review', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  const [transfer] = await bench.product.rows<{ sender: string }>('select sender from chain_transfer limit 1')
  await lists.control('/wallets', { address: transfer?.sender })
  await bench.finalise()
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'screening' })
  const [booked] = await bench.product.rows<{ status: string }>(
    `select status from chain_transfer where load_id = '${load.id}'`,
  )
  expect(booked?.status).toBe('final')
})

test('payments that wait for silent lists do not delay the detection of the next one', async () => {
  const person = await bench.person()
  const { jobs } = bench.product.kernel
  const next = await bench.quote(person)
  const payments = []
  for (let paid = 0; paid < 8; paid += 1) {
    const { address, due } = await bench.quote(person)
    payments.push({ to: address, amount: due })
  }
  // The transfers are in one block, so all of them become final together.
  await bench.chain.control('/pay-many', { asset: 'USDC', payments })
  await bench.settle()
  lists.faults.add({ kind: 'delay', path: '^/api/', value: 10_000 })
  await bench.chain.mine(3)
  const runningThere = async () =>
    (await jobs.lanes()).find(({ lane }) => lane === 'screening')?.running ?? 'no lane'
  bench.product.wait(bench.minuteMs)
  await jobs.start()
  try {
    await expect.poll(runningThere, { timeout: 30_000 }).toBe(2)
    await bench.pay(next)
    const seen = async () => (await bench.read(person, next)).status
    await expect.poll(seen, { timeout: 30_000 }).toBe('detected')
    expect(await runningThere()).toBe(2)
  } finally {
    lists.faults.clear()
    await jobs.stop()
  }
}, 120_000)
