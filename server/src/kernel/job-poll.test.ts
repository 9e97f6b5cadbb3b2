import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createJobPoll, type DueLanes } from './job-poll.ts'
import { createLog } from './log.ts'

const due: DueLanes = new Map([['mail', new Date(0)]])
let found: DueLanes[] = []
let reads = 0
let answer: () => Promise<DueLanes>
let poll: ReturnType<typeof createJobPoll>
const passMs = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  found = []
  reads = 0
  answer = async () => due
  const read = () => {
    reads += 1
    return answer()
  }
  poll = createJobPoll({ read, onRead: (lanes) => found.push(lanes), log: createLog('silent') })
})
afterEach(async () => {
  vi.useRealTimers()
  await poll.stop()
})

test('due lanes are read at the start, at intervals and at once when a job is announced', async () => {
  poll.announce()
  expect(reads).toBe(0)
  poll.start()
  await passMs(499)
  expect(found).toEqual([due])
  await passMs(1)
  expect(reads).toBe(2)
  poll.announce()
  await passMs(0)
  expect(reads).toBe(3)
  await passMs(499)
  expect(reads).toBe(3)
})

test('a job that is announced during a read is found by one more read', async () => {
  const { promise, resolve } = Promise.withResolvers<DueLanes>()
  answer = () => promise
  poll.start()
  poll.announce()
  poll.announce()
  answer = async () => due
  resolve(new Map())
  await passMs(0)
  expect(found).toEqual([new Map(), due])
})

test('a read that fails is repeated after the interval, and none follows the stop', async () => {
  answer = () => Promise.reject(new Error('away'))
  poll.start()
  await passMs(0)
  answer = async () => due
  await passMs(500)
  expect(found).toEqual([due])
  await poll.stop()
  poll.announce()
  await passMs(5000)
  expect(reads).toBe(2)
})
