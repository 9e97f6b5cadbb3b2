import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJobRunner, type JobRunner } from '../../../tests/support/job-runner.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { laneHealth, overdueAfterMs, stalledAfterMs } from './lane-health.ts'

let database: TestDatabase
let runners: JobRunner[] = []
beforeEach(async () => {
  database = await createTestDatabase()
})
/** Ends the silence of a service. A worker that waits for it could not stop. */
let answer = () => {}
afterEach(async () => {
  answer()
  await Promise.all(runners.map(({ jobs }) => jobs.stop()))
  runners = []
  await database.drop()
})

let aheadMs = 0
const start = (leaseMs?: number) => {
  const runner = createJobRunner({ database, aheadMs: () => aheadMs, ...(leaseMs ? { leaseMs } : {}) })
  runners.push(runner)
  return runner
}

test('a job that runs longer than its lease completes, and is started once', async () => {
  const leaseMs = 400
  const [first, second] = [start(leaseMs), start(leaseMs)]
  const [started, ended] = [[0], [0]]
  for (const { jobs } of [first, second]) {
    jobs.handle('test.long', async (_job, { write }) => {
      started[0]! += 1
      await pause(4 * leaseMs)
      await write(async () => undefined)
      ended[0]! += 1
    })
    await jobs.start()
  }
  await first.enqueue({ name: 'test.long' })
  while (ended[0] === 0) await pause(20)
  await pause(2 * leaseMs)
  expect([started, ended]).toEqual([[1], [1]])
  expect(await first.jobs.nextDue()).toBeNull()
})

test('jobs of a silent service do not delay other lanes, and readiness names the delayed lane', async () => {
  const { jobs, enqueue } = start()
  const silence = new Promise<void>((done) => (answer = done))
  let mails = 0
  jobs.handle('test.card', () => silence, { lane: 'issuer' })
  jobs.handle('test.mail', async () => void (mails += 1), { lane: 'mail' })
  await jobs.start()
  for (let number = 0; number < 20; number += 1) await enqueue({ name: 'test.card' })
  await enqueue({ name: 'test.mail' })
  const runningNow = async () => (await jobs.lanes()).map(({ lane, running }) => [lane, running])
  await expect.poll(runningNow, { timeout: 30_000 }).toEqual([
    ['issuer', 3],
    ['mail', 0],
  ])
  // The worker of the other lane may not have polled yet.
  await expect.poll(() => mails, { timeout: 30_000 }).toBe(1)
  // The workers of the other lane end their job and poll again within half a second, or later on a busy machine.
  const health = async () => laneHealth(await jobs.lanes())
  await expect.poll(health, { timeout: 30_000 }).toEqual({ overdue: [], stalled: [] })
  aheadMs += overdueAfterMs + 1000
  await expect.poll(health, { timeout: 30_000 }).toEqual({ overdue: ['issuer'], stalled: [] })
  aheadMs += stalledAfterMs
  await expect.poll(health, { timeout: 30_000 }).toEqual({ overdue: ['issuer'], stalled: ['issuer'] })
})

test('jobs that became due by a change of the clock are not delayed', async () => {
  const { jobs, enqueue, clock } = start()
  jobs.handle('test.later', async () => undefined)
  await enqueue({ name: 'test.later', dueAt: new Date(Date.now() + aheadMs + 3_600_000) })
  await jobs.start()
  await jobs.stop()
  clock.setOffset(2 * 3_600_000)
  expect(laneHealth(await jobs.lanes()).overdue).toEqual([])
})

test('long work continues where its last run stopped', async () => {
  const { jobs, clock } = start()
  const seen: unknown[] = []
  jobs.recurring('test.slices', async ({ payload }) => {
    seen.push(payload['next'])
    const next = Number(payload['next'] ?? 0) + 1
    return next < 3
      ? { againAt: clock.now(), payload: { next } }
      : { againAt: new Date(clock.now().getTime() + 3_600_000), payload: {} }
  })
  await jobs.drain()
  expect(seen).toEqual([undefined, 1, 2])
})
