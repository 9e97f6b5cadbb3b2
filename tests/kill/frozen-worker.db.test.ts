import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createJobRunner, type JobRunner } from '../support/job-runner.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { allTenants } from '../../server/src/kernel/database.ts'

const leaseMs = 1500
const script = join(import.meta.dirname, 'frozen-worker/main.ts')
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
// The run waits for every process that has its standard error, also for a stopped one.
let started: ChildProcess[] = []
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
})

/** A worker in its own process. */
const startWorker = () => {
  const child = spawn(process.execPath, [script, database.appUrl, String(leaseMs)], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const says = async (text: string) => {
    while (!said.includes(text)) await pause(20)
  }
  return { child, says, said: () => said }
}
const namesOfJobs = () =>
  database.db.read(allTenants, (sql) =>
    sql.rows<{ name: string; key: string }>('select name, key from job order by name, key'),
  )
const other = (): JobRunner => createJobRunner({ database, leaseMs })

test('a process that was frozen for longer than its lease neither writes for nor ends a job of another one', async () => {
  const worker = startWorker()
  const second = other()
  await second.enqueue({ name: 'test.frozen', key: 'test.frozen' })
  await worker.says('running')
  // The worker renews its lease as long as it runs.
  second.jobs.handle('test.frozen', async (_job, { write }) => {
    await write(async ({ enqueue }) => enqueue({ name: 'test.effect', key: 'by the second one' }))
    return { againAt: new Date(Date.now() + 3_600_000) }
  })
  await pause(2 * leaseMs)
  expect(await second.jobs.drain()).toBe(0)
  worker.child.kill('SIGSTOP')
  await pause(leaseMs + 200)
  // A worker that froze while it renewed its lease holds the row until the database ends its transaction.
  await expect.poll(() => second.jobs.drain(), { timeout: 180_000, interval: 100 }).toBe(1)
  worker.child.kill('SIGCONT')
  worker.child.stdin.write('go on\n')
  await worker.says('lease lost')
  await pause(300)
  expect(worker.said()).not.toContain('written')
  expect(await namesOfJobs()).toEqual([
    { name: 'test.effect', key: 'by the second one' },
    { name: 'test.frozen', key: 'test.frozen' },
  ])
  worker.child.stdin.end()
})

test('a job of a killed process runs in another process at once, and ends', async () => {
  await database.db.write(allTenants, (sql) => sql.run('delete from job'))
  const worker = startWorker()
  const second = other()
  await second.enqueue({ name: 'test.frozen', key: 'test.frozen' })
  await worker.says('running')
  worker.child.kill('SIGKILL')
  let ran = 0
  second.jobs.handle('test.frozen', async () => void (ran += 1))
  await second.jobs.start()
  while (ran === 0) await pause(50)
  await second.jobs.stop()
  expect([ran, await namesOfJobs()]).toEqual([1, []])
})
