import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIds } from '../../server/src/kernel/ids.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** Rows that an earlier version stored get the names of this version in an upgrade. */
const sourceDir = join(import.meta.dirname, '../../server/src')
const later = ['kernel/migrations/0016-job-names.sql', 'kyc/migrations/0604-plain-names.sql']
const ids = createIds(() => Date.now())
let database: TestDatabase
let owner: pg.Client

const upgrade = (from: string) =>
  migrate({ ownerUrl: database.ownerUrl, sourceDir: from, roles: existingTestRoles })

const earlierVersion = () => {
  const copy = makeDataDir('renamed-rows')
  cpSync(sourceDir, copy, { recursive: true })
  for (const file of later) rmSync(join(copy, file))
  return copy
}

beforeAll(async () => {
  database = await createTestDatabase({ isEmpty: true })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await upgrade(earlierVersion())
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

test('a requested session and waiting jobs get their new names', async () => {
  const [caseId, sessionId] = [ids.next(), ids.next()]
  // The status changes that the earlier version allowed.
  await owner.query(`insert into status_transition values ('kyc_session', null, 'asking')`)
  await owner.query(`insert into kyc_case (id, company_id, user_id, created_at, changed_at)
    values ('${caseId}', '${ids.next()}', '${ids.next()}', now(), now())`)
  await owner.query(`insert into kyc_session (id, case_id, company_id, user_id, provider, status, requested_at)
    select '${sessionId}', id, company_id, user_id, 'veriff', 'asking', now() from kyc_case`)
  await owner.query(`insert into job (id, name, key, due_at) values
    ('${ids.next()}', 'cards.ask_again', 'cards.ask_again:c:1', now()),
    ('${ids.next()}', 'loads.begin_credit', 'loads.begin_credit:l:part:1', now()),
    ('${ids.next()}', 'loads.credit', 'loads.credit:t', now())`)
  expect(await upgrade(sourceDir)).toBe(later.length)
  const { rows: sessions } = await owner.query('select id, status from kyc_session')
  expect(sessions).toEqual([{ id: sessionId, status: 'requested' }])
  const { rows: jobs } = await owner.query('select name, key from job order by name')
  expect(jobs).toEqual([
    { name: 'cards.retry', key: 'cards.retry:c:1' },
    { name: 'loads.credit', key: 'loads.credit:t' },
    { name: 'loads.start_credit', key: 'loads.start_credit:l:part:1' },
  ])
})

test('the triggers of the sessions are on again', async () => {
  await expect(owner.query(`update kyc_session set status = 'closed'`)).rejects.toMatchObject({
    code: 'ST001',
  })
})
