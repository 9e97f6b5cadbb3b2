import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestScreening } from '../providers/screening/screening.test-kit.ts'
import { startLoadBench } from './load-bench.test-kit.ts'

/** Money from a wallet on a sanctions list is booked and goes no further; while nobody can look, it waits. */
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
  bench.product.rows(`select result, looked from wallet_check where load_id = '${loadId}' order by id`)

test('a wallet that is on no list is accepted, and the look is recorded', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  await bench.finalise()
  expect(['confirmed', 'held']).toContain((await bench.read(person, load)).status)
  expect(await checksOf(load.id)).toEqual([{ result: 'clear', looked: true }])
})

test('while the lists are silent a payment waits, and goes on when they answer', async () => {
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

test('after an hour of silence a person decides: it is never taken for clear', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  lists.faults.add({ kind: 'status', path: '^/api/', value: 503 })
  await bench.pay(load)
  await bench.finalise()
  await bench.pass(hourMs + bench.minuteMs)
  expect(await bench.read(person, load)).toMatchObject({ status: 'review', exception: 'screening' })
  expect(await checksOf(load.id)).toEqual([{ result: 'unavailable', looked: true }])
})

test('a wallet on a list: the money is booked and the load is set aside', async () => {
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
