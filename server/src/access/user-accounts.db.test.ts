import type { UserDetail } from '@cardamom/contract/access/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin, type AdminPerson } from './admin-person.test-kit.ts'

let product: PeopleProduct
let [north, south] = ['', '']
let [admin, company, viewer] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson]

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south' })
  admin = await makeAdmin(product, { name: 'admin', roleId: 1 })
  company = await makeAdmin(product, { name: 'company', roleId: 5, companyId: north })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
})
afterAll(() => product.stop())

let made = 0
const person = async (companyId = north) => {
  made += 1
  const email = `person${made}@example.com`
  return { id: await makeUser(product, { email, roleId: 2, companyId }), email }
}
const post = <T>(by: AdminPerson, path: string, body = {}) =>
  confirmed<T>(product, by, { method: 'POST', path, body })
const auditOf = async (id: string, action: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ subjectId: string; outcome: string }>(
      'select subject_id "subjectId", outcome from audit where object_id = $1 and action = $2 order by id desc',
      [id, action],
    ),
  )

test('a reset password ends the old one and every session, and the mailed link sets a new one', async () => {
  const { id, email } = await person()
  const browser = await logIn(product, email)
  const change = { email: 'elsewhere@example.com', password: 'own secret' }
  expect((await browser.post('/me/email-changes', change)).status).toBe(202)
  const oldLink = await mailedToken(product, email, 'email_change_requested')
  const path = `/users/${id}/password-reset`
  const answer = await post<{ email: string }>(admin, path, { note: 'Lost the phone' })
  expect(answer).toMatchObject({ status: 200, body: { data: { email } } })
  expect(answer).toMatchObject({ show: { person: `Ana Paz (${email})`, note: 'Lost the phone' } })
  expect((await browser.get('/me')).status).toBe(401)
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.post(`/email-verifications/${oldLink}`)).body.code).toBe('link_expired')
  const old = await visitor.post('/sessions', { login: email, password: 'own secret' })
  expect(old.body.code).toBe('wrong_credentials')
  const token = await mailedToken(product, email, 'password_reset')
  const password = 'a new long secret'
  expect((await visitor.post(`/recoveries/${token}`, { password, confirmation: password })).status).toBe(200)
  expect((await (await logIn(product, email, password)).get('/me')).status).toBe(200)
  expect(await auditOf(id, `POST /users/:id/password-reset`)).toMatchObject([
    { subjectId: id, outcome: 'done' },
    { outcome: 'step_up_required' },
  ])
})

test('a second reset ends the first link', async () => {
  const { id, email } = await person()
  const tokens: string[] = []
  for (const note of ['one', 'two']) {
    expect((await post(admin, `/users/${id}/password-reset`, { note })).status).toBe(200)
    tokens.push(await mailedToken(product, email, 'password_reset'))
  }
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.get(`/recoveries/${tokens[0]}`)).body.code).toBe('link_expired')
  expect((await visitor.get(`/recoveries/${tokens[1]}`)).status).toBe(200)
})

test('the link that confirms an e-mail is sent again, until it is confirmed', async () => {
  const { id, email } = await person()
  const path = `/users/${id}/email-verification`
  expect((await post(company, path)).body.code).toBe('already_verified')
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set email_verified_at = null where id = $1', [id]),
  )
  expect((await post(company, path)).status).toBe(200)
  const token = await mailedToken(product, email, 'verify_email')
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.post(`/email-verifications/${token}`)).status).toBe(200)
  expect((await company.browser.get<UserDetail>(`/users/${id}`)).body.data.status).toBe('active')
})

test('of two administrators who change one person the second is told', async () => {
  const { id } = await person()
  const set = (by: AdminPerson, isTest: boolean) =>
    confirmed<UserDetail>(product, by, {
      method: 'PATCH',
      path: `/users/${id}`,
      body: { isTest },
      version: 1,
    })
  expect((await set(admin, true)).body.data).toMatchObject({ isTest: true, version: 2 })
  const late = await set(company, false)
  expect([late.status, late.body.code]).toEqual([409, 'record_changed'])
  expect(late.body.data).toMatchObject({ id, isTest: true, version: 2 })
})

test('no call reaches a person of another company, and none runs without its tag', async () => {
  const { id } = await person(south)
  const calls = [
    ['POST', '/password-reset', { note: 'x' }],
    ['POST', '/email-verification', {}],
    ['POST', '/deactivate', { note: 'x' }],
    ['POST', '/activate', { note: 'x' }],
    ['POST', '/sessions/end', {}],
    ['PATCH', '', { isTest: true }],
  ] as const
  const answers = []
  const refusedToViewer = []
  for (const [method, rest, body] of calls) {
    const sent = { body, headers: { 'if-match': '1' } }
    answers.push((await company.browser.send(method, `/users/${id}${rest}`, sent)).body.code)
    refusedToViewer.push((await viewer.browser.send(method, `/users/${id}${rest}`, sent)).body.code)
  }
  // A company administrator has no tag for a reset of passwords, whoever the person is.
  expect(answers).toEqual(['permission_denied', ...Array(5).fill('record_not_found')])
  expect(refusedToViewer).toEqual(Array(6).fill('permission_denied'))
  expect((await post(admin, `/users/${admin.userId}/password-reset`, { note: 'x' })).body.code).toBe(
    'own_account',
  )
})
