import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn } from '../../../tests/support/test-people.ts'
import { allTenants, type Scope } from '../kernel/database.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
  await join(product, 'lucia@example.com')
})
afterAll(() => product.stop())

type Row = {
  actor_kind: string
  actor_id: string | null
  action: string
  object_id: string | null
  subject_id: string | null
  company_id: string | null
  outcome: string
  details: Record<string, string>
}
const entries = (scope: Scope = allTenants) =>
  product.kernel.db.read(scope, (sql) => sql.rows<Row>('select * from audit order by id'))

test('a login, a refused login and a change are recorded, each with its outcome', async () => {
  const visitor = createTestBrowser(product.kernel.app)
  await visitor.post('/sessions', { login: 'lucia', password: 'wrong!' })
  await visitor.post('/sessions', { login: 'nobody', password: 'wrong!' })
  const me = await logIn(product, 'lucia')
  const mine = (await me.get<{ id: string; version: number }>('/me')).body.data
  await me.patch('/me', { city: 'Cusco' }, { headers: { 'if-match': String(mine.version) } })
  const logins = (await entries()).filter(({ action }) => action === 'session.login')
  expect(logins.map(({ outcome, object_id: who }) => [outcome, who])).toEqual([
    ['wrong_credentials', mine.id],
    ['wrong_credentials', null],
    ['done', mine.id],
  ])
  expect(logins.at(-1)?.details).toHaveProperty('sessionId')
  // Nobody was signed in yet, so the rows name the person and the company that they concern.
  const whom = logins.map(({ subject_id: subject, company_id: company }) => [subject, company !== null])
  expect(whom).toEqual([
    [mine.id, true],
    [null, false],
    [mine.id, true],
  ])
  const call = (await entries()).findLast(({ action }) => action === 'POST /sessions')
  expect(call).toMatchObject({ actor_kind: 'anonymous', subject_id: mine.id })
  const change = (await entries()).find(({ action }) => action === 'PATCH /me')
  expect(change).toMatchObject({ actor_kind: 'session', actor_id: mine.id, outcome: 'done' })
})

test('no personal data is recorded', async () => {
  const text = JSON.stringify(await entries())
  for (const canary of ['lucia@', 'Lucía', 'Larco', '999000111', 'own secret', 'wrong!', 'nobody']) {
    expect(text).not.toContain(canary)
  }
})

test.each([
  `update audit set outcome = 'x'`,
  'delete from audit',
  'truncate audit',
  'drop trigger audit_stays on audit',
])('%s: the app’s role is not allowed to', async (statement) => {
  await expect(product.kernel.db.write(allTenants, (sql) => sql.run(statement))).rejects.toThrow(
    /permission denied|must be owner/,
  )
})

test.each([`update audit set outcome = 'x'`, 'delete from audit', 'truncate audit'])(
  '%s: the owner is not allowed to either',
  async (statement) => {
    const owner = new pg.Client({ connectionString: product.database.ownerUrl })
    await owner.connect()
    await expect(owner.query(statement)).rejects.toThrow('the audit is never changed or deleted')
    await owner.end()
  },
)

test('a change that is rolled back has no entry', async () => {
  const before = (await entries()).length
  const me = await logIn(product, 'lucia')
  const stale = await me.patch('/me', { city: 'Puno' }, { headers: { 'if-match': '1' } })
  expect(stale.status).toBe(409)
  const added = (await entries()).slice(before)
  // Refusals of a call that may need a step-up are recorded, and a rolled back change is never recorded as
  // done.
  const changes = added.filter(({ action }) => action === 'PATCH /me')
  expect(changes.map(({ outcome }) => outcome)).toEqual(['record_changed'])
})

test('of a flood of denials the first, the tenth and the hundredth are recorded, with their counts', async () => {
  const before = (await entries()).length
  const me = await logIn(product, 'lucia')
  for (let sent = 0; sent < 120; sent += 1) {
    expect((await me.get('/cards', { headers: { 'fake-user': '7' } })).status).toBe(403)
  }
  const added = (await entries()).slice(before).filter(({ action }) => action === 'impersonation.header')
  expect(added.map(({ outcome, details }) => [outcome, details['count'] ?? null])).toEqual([
    ['refused', null],
    ['refused', 10],
    ['refused', 100],
  ])
})
