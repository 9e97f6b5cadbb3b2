import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJobRunner } from '../../../tests/support/job-runner.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants } from './database.ts'
import { listDeadJobs, resumeDeadJobs } from './dead-jobs.sql.ts'
import { createLog, type Log } from './log.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const minuteMs = 60_000

let addedMs = 0
const runner = (log?: Log) => {
  const { jobs, die } = createJobRunner({ database, aheadMs: () => addedMs, ...(log ? { log } : {}) })
  return { ...jobs, die }
}
const enqueue = (name: string) =>
  createJobRunner({ database, aheadMs: () => addedMs }).enqueue({ name, key: name })
const waiting = (name: string) =>
  database.db.read(allTenants, (sql) =>
    sql.rows<{ dead: boolean }>('select dead from job where name = $1', [name]),
  )

test('a recurring job survives an outage of a day and runs again within a minute', async () => {
  const jobs = runner()
  let isDown = true
  let ran = 0
  jobs.recurring('test.recurring', async () => {
    if (isDown) throw new Error('down')
    ran += 1
    return { againAt: new Date(Date.now() + addedMs + minuteMs) }
  })
  for (let failures = 0; failures < 40; failures += 1) {
    await jobs.drain()
    addedMs += 61 * minuteMs
  }
  isDown = false
  await jobs.drain()
  addedMs += minuteMs
  await jobs.drain()
  expect(ran).toBeGreaterThan(0)
  isDown = true
  addedMs += minuteMs
  await jobs.drain()
  const before = ran
  isDown = false
  addedMs += minuteMs
  await jobs.drain()
  expect(ran).toBe(before + 1)
})

test('a dead recurring job is revived at the start', async () => {
  await enqueue('test.revived')
  await database.db.write(allTenants, (sql) =>
    sql.run(`update job set dead = true where name = 'test.revived'`),
  )
  const jobs = runner()
  let ran = 0
  jobs.recurring('test.revived', async () => {
    ran += 1
    return { againAt: new Date(Date.now() + addedMs + minuteMs) }
  })
  await jobs.drain()
  expect(ran).toBe(1)
})

test('a worker whose lease expired does not end the job of the next worker', async () => {
  await enqueue('test.slow')
  let letFirstEnd = () => {}
  const firstMayEnd = new Promise<void>((done) => (letFirstEnd = done))
  const [first, second] = [runner(), runner()]
  let isStarted = () => {}
  const started = new Promise<void>((done) => (isStarted = done))
  first.handle('test.slow', async () => {
    isStarted()
    await firstMayEnd
  })
  second.handle('test.slow', async () => ({ againAt: new Date(Date.now() + addedMs + minuteMs) }))
  const draining = first.drain()
  await started
  addedMs += 2 * minuteMs
  await second.drain()
  letFirstEnd()
  await draining
  expect(await waiting('test.slow')).toEqual([{ dead: false }])
})

test('a job that waits for a lock is tried again every half minute, and such waits use three attempts', async () => {
  await enqueue('test.locked')
  const psql = new pg.Client({ connectionString: database.ownerUrl })
  await psql.connect()
  await psql.query('select pg_advisory_lock(42)')
  const jobs = runner()
  const ran = { started: 0, ended: 0 }
  jobs.handle('test.locked', async (_job, { write }) => {
    ran.started += 1
    await write(async ({ sql }) => {
      await sql.run(`set local lock_timeout = '10ms'`)
      await sql.run('select pg_advisory_xact_lock(42)')
    })
    ran.ended += 1
  })
  for (let failures = 0; failures < 40; failures += 1) {
    await jobs.drain()
    addedMs += minuteMs / 2
  }
  expect(ran).toEqual({ started: 40, ended: 0 })
  expect(await waiting('test.locked')).toEqual([{ dead: false }])
  const attempts = await database.db.read(allTenants, (sql) =>
    sql.rows(`select attempts from job where name = 'test.locked'`),
  )
  expect(attempts).toEqual([{ attempts: 3 }])
  await psql.end()
  await jobs.drain()
  expect(ran.ended).toBe(1)
})

test('a job without retries left is logged, waits for a person, and runs again when requested', async () => {
  await enqueue('test.dying')
  const said: string[] = []
  const log: Log = { ...createLog('silent'), error: (message) => said.push(message) }
  const jobs = runner(log)
  let isDown = true
  let ran = 0
  jobs.handle('test.dying', async () => {
    if (isDown) throw new Error('down')
    ran += 1
  })
  for (let failures = 0; failures < 40; failures += 1) {
    await jobs.drain()
    addedMs += 61 * minuteMs
  }
  expect(said.filter((message) => message.includes('no retries left'))).toHaveLength(1)
  expect(said).toHaveLength(30)
  const { db } = database
  const [dead] = await db.read(allTenants, listDeadJobs)
  expect(dead).toMatchObject({ name: 'test.dying', attempts: 30, lastError: 'Error: down' })
  isDown = false
  await jobs.drain()
  expect(ran).toBe(0)
  expect(await db.write(allTenants, (sql) => resumeDeadJobs(sql, { id: dead?.id ?? null }))).toBe(1)
  await jobs.drain()
  expect(ran).toBe(1)
  expect(await db.read(allTenants, listDeadJobs)).toEqual([])
})

test('jobs of a dead process are free at once, jobs of a living one are not', async () => {
  await enqueue('test.held')
  const [first, second, third] = [runner(), runner(), runner()]
  first.handle('test.held', () => new Promise(() => undefined))
  let ran = 0
  for (const other of [second, third]) other.handle('test.held', async () => void (ran += 1))
  const leased = () =>
    database.db.read(allTenants, (sql) =>
      sql.rows(`select 1 from job where name = 'test.held' and leased_until is not null`),
    )
  await first.start()
  void first.drain()
  while ((await leased()).length === 0) await new Promise((done) => setTimeout(done, 10))
  await second.start()
  await second.drain()
  expect(ran).toBe(0)
  await first.die()
  await third.start()
  // The module's own worker may have claimed the job before the drain does.
  await third.drain()
  await expect.poll(() => ran, { timeout: 30_000 }).toBe(1)
  await second.stop()
  await third.stop()
})
