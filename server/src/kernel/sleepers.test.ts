import { beforeEach, expect, test } from 'vitest'
import { createSleepers, type Sleepers } from './sleepers.ts'

let sleepers: Sleepers
let awake: number[] = []
const sleep = (worker: number) => void sleepers.sleep().then(() => awake.push(worker))
const turn = () => new Promise(setImmediate)

beforeEach(() => {
  sleepers = createSleepers()
  awake = []
  for (const worker of [1, 2, 3]) sleep(worker)
})

test('one worker is woken at a time, the one that slept longest first', async () => {
  sleepers.wakeOne()
  await turn()
  expect(awake).toEqual([1])
  sleep(1)
  sleepers.wakeOne()
  await turn()
  expect(awake).toEqual([1, 2])
  expect(sleepers.isEmpty()).toBe(false)
})

test('all workers can be woken, also when none sleeps', async () => {
  sleepers.wakeAll()
  await turn()
  expect(awake).toEqual([1, 2, 3])
  expect(sleepers.isEmpty()).toBe(true)
  sleepers.wakeOne()
  sleepers.wakeAll()
  await turn()
  expect(awake).toHaveLength(3)
})
