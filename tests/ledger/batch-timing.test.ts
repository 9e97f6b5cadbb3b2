import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '../../server/src/kernel/clock.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { createPoster, type Poster } from '../../server/src/ledger/poster.ts'

/** A database that answers on command. It records how many plans each batch had. */
let batches: number[]
let answers: (() => void)[]
let poster: Poster

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  batches = []
  answers = []
  const query = ({ values = [] }: pg.QueryConfig) =>
    new Promise((resolve) => {
      batches.push(String(values[9]).split(',').length)
      answers.push(() => resolve({ rows: [{ answer: null }] }))
    })
  poster = createPoster({
    pool: { query } as unknown as pg.Pool,
    ids: createIds(Date.now),
    clock: createClock(),
    expandEvents: () => ({ eventRows: [], jobRows: [] }),
  })
})
afterEach(async () => {
  const answering = setInterval(() => answers.splice(0).forEach((answer) => answer()))
  await poster.close()
  clearInterval(answering)
  vi.useRealTimers()
})

/** Enough turns of the event loop for batches to leave and answers to arrive. */
const settle = async () => {
  for (let turns = 0; turns < 5; turns += 1) await turn()
}

const applyMany = (count: number) => {
  for (let made = 0; made < count; made += 1) void poster.apply({ journals: [] })
}

test('a few plans wait for the end of the running batch, and then form one batch', async () => {
  applyMany(1)
  await settle()
  applyMany(3)
  await settle()
  applyMany(4)
  await settle()
  expect(batches).toEqual([1])
  answers.shift()?.()
  await settle()
  expect(batches).toEqual([1, 7])
})

test('plans wait for those of the calls that are being decided, until half of all are there', async () => {
  const ends = Array.from({ length: 6 }, () => poster.announceCall())
  applyMany(2)
  await settle()
  expect(batches).toEqual([])
  applyMany(1)
  await settle()
  expect(batches).toEqual([3])
  for (const ended of ends) ended()
})

test('calls that end without a plan, or need longer, do not delay the others', async () => {
  const ends = Array.from({ length: 6 }, () => poster.announceCall())
  applyMany(1)
  await settle()
  for (const ended of ends.splice(0, 4)) ended()
  await settle()
  expect(batches).toEqual([1])
  answers.shift()?.()
  await settle()
  for (const _ of ends.slice()) ends.push(poster.announceCall())
  applyMany(1)
  await settle()
  vi.advanceTimersByTime(7)
  await settle()
  expect(batches).toEqual([1])
  vi.advanceTimersByTime(1)
  await settle()
  expect(batches).toEqual([1, 1])
  for (const ended of ends) ended()
})

test('a second batch waits while a call is served', async () => {
  const ended = poster.announceCall()
  applyMany(1)
  await settle()
  applyMany(30)
  await settle()
  expect(batches).toEqual([1])
  ended()
  await settle()
  expect(batches).toEqual([1, 30])
})

test('many plans do not wait while a call is served', async () => {
  const ended = poster.announceCall()
  applyMany(1)
  await settle()
  applyMany(127)
  await settle()
  expect(batches).toEqual([1])
  applyMany(1)
  await settle()
  expect(batches).toEqual([1, 128])
  ended()
})

test('plans do not wait for a delayed batch', async () => {
  applyMany(1)
  await settle()
  applyMany(3)
  await settle()
  vi.advanceTimersByTime(19)
  await settle()
  expect(batches).toEqual([1])
  vi.advanceTimersByTime(2)
  await settle()
  expect(batches).toEqual([1, 3])
})

test('many plans are shared by two batches, and many during a batch have one of their own', async () => {
  applyMany(100)
  await settle()
  expect(batches).toEqual([50, 50])
  answers.shift()?.()
  await settle()
  applyMany(40)
  await settle()
  expect(batches).toEqual([50, 50, 40])
})
