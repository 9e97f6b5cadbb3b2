import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSleepers, type Sleepers } from './sleepers.ts'

let sleepers: Sleepers
let awake: number[] = []
const sleep = (worker: number) => void sleepers.sleep(500).then(() => awake.push(worker))
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  sleepers = createSleepers()
  awake = []
  for (const worker of [1, 2, 3]) sleep(worker)
})
afterEach(() => {
  vi.useRealTimers()
})

test('one of many idle workers checks for work at intervals, the others do not', async () => {
  await passMs(500)
  expect(awake).toEqual([1])
  sleep(1)
  await passMs(500)
  expect(awake).toEqual([1, 1])
})

test('a worker with work wakes another one, and the next sleeper checks at intervals', async () => {
  await passMs(500)
  sleepers.wakeOne()
  await passMs(0)
  expect(awake).toEqual([1, 2])
  sleep(2)
  await passMs(500)
  expect(awake).toEqual([1, 2, 2])
})

test('all workers can be woken, also when none sleeps', async () => {
  sleepers.wakeAll()
  await passMs(0)
  expect(new Set(awake)).toEqual(new Set([1, 2, 3]))
  sleepers.wakeOne()
  sleepers.wakeAll()
  await passMs(1000)
  expect(awake).toHaveLength(3)
})
