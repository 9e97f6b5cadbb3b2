import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts'
import { allTenants } from './kernel/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const jobId = '01900000-0000-7000-8000-000000000001'
const run = (...args: string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'operate.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_APP_URL: database.appUrl },
  })
  return { status, stdout }
}
const job = () =>
  database.db.read(allTenants, (sql) =>
    sql.maybe<{ dead: boolean; attempts: number }>('select dead, attempts from job where id = $1', [jobId]),
  )

test('a dead job is listed and runs again; an unknown command prints the usage', async () => {
  await database.db.write(allTenants, (sql) =>
    sql.run(
      `insert into job (id, name, due_at, attempts, last_error, dead)
       values ($1, 'loads.credit', now() + interval '1 hour', 30, 'Error: down', true)`,
      [jobId],
    ),
  )
  expect(run('jobs').stdout).toContain(`${jobId}  loads.credit  30  Error: down`)
  expect(run('resume', '01900000-0000-7000-8000-000000000002').status).toBe(1)
  expect(run('resume', jobId)).toEqual({ status: 0, stdout: '1 jobs run again\n' })
  expect(await job()).toEqual({ dead: false, attempts: 0 })
  const entries = await database.db.read(allTenants, (sql) =>
    sql.rows(`select object_id::text as "objectId", details from audit where action = 'jobs.resumed'`),
  )
  expect(entries).toEqual([{ objectId: jobId, details: { jobs: 1 } }])
  expect(run('jobs').stdout).toBe('0 jobs wait for a person\n')
  expect(run('resume', `'; drop table job; --`).status).toBe(2)
  expect(run('explode').status).toBe(2)
  expect(run('retry', 'L-NOBODY00').status).toBe(1)
  expect(run('send-refund', 'L-NOBODY00').status).toBe(2)
  expect(run('refunds').stdout).toBe('0 refunds are not paid yet\n')
})
