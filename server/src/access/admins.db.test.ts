import type { AdminDetail } from '@cardamom/contract/access/admins'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { setCompanyActive } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin, prepared, type AdminPerson } from './admin-person.test-kit.ts'

type Detail = AdminDetail
type Row = { id: string; name: string; type: string; status: string }

let product: PeopleProduct
let [north, below, other] = ['', '', '']
let [boss, admin, company, provider] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson, AdminPerson]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  below = await makeCompany(product, { slug: 'below', parentId: north })
  other = await makeCompany(product, { slug: 'other' })
  boss = await makeAdmin(product, { name: 'boss', roleId: 6 })
  admin = await makeAdmin(product, { name: 'admin', roleId: 1 })
  company = await makeAdmin(product, { name: 'company', roleId: 5, companyId: north })
  provider = await makeAdmin(product, { name: 'provider', roleId: 11 })
})
afterAll(() => product.stop())

let made = 0
const form = (roleId: number, companyId: string) => {
  made += 1
  const email = `new${made}@example.com`
  return { email, firstName: 'Ana', lastName: 'Ñandú', roleId, companyId, locale: 'es' }
}
const create = (by: AdminPerson, roleId: number, companyId: string) =>
  confirmed<Detail>(product, by, { method: 'POST', path: '/admins', body: form(roleId, companyId) })
const detailOf = async (by: AdminPerson, id: string) =>
  (await by.browser.get<Detail>(`/admins/${id}`)).body.data
test('an invited administrator chooses a password by the link of the mail, once', async () => {
  const answer = await create(boss, 5, north)
  expect(answer.status).toBe(201)
  const { id, email, status } = answer.body.data
  expect(status).toBe('invited')
  expect(answer).toMatchObject({ show: { role: 'company_admin', company: 'north' } })
  const token = await mailedToken(product, email, 'admin_invitation')
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.get(`/recoveries/${token}`)).status).toBe(200)
  const password = 'a long new secret'
  const chosen = { password, confirmation: password }
  expect((await visitor.post(`/recoveries/${token}`, chosen)).status).toBe(200)
  expect((await visitor.post(`/recoveries/${token}`, chosen)).body.code).toBe('link_expired')
  const browser = await logIn(product, email, password)
  expect((await browser.get('/admins')).status).toBe(200)
  expect(await detailOf(boss, id)).toMatchObject({ status: 'active', openSessions: 1 })
  const again = await boss.browser.post(`/admins/${id}/invitation`)
  expect(again.body.code).toBe('already_joined')
})

test('a second invitation ends the first link', async () => {
  const { id, email } = (await create(boss, 3, houseId)).body.data
  const first = await mailedToken(product, email, 'admin_invitation')
  expect((await boss.browser.post(`/admins/${id}/invitation`)).status).toBe(200)
  const second = await mailedToken(product, email, 'admin_invitation')
  expect(second).not.toBe(first)
  const visitor = createTestBrowser(product.kernel.app)
  expect((await visitor.get(`/recoveries/${first}`)).body.code).toBe('link_expired')
  expect((await visitor.get(`/recoveries/${second}`)).status).toBe(200)
})

test.each([
  ['boss', [1, 3, 4, 5, 9, 10]],
  ['admin', [1, 3, 5, 9]],
  ['company', [5, 9]],
  ['provider', [10]],
])('%s makes exactly the roles %j', async (name, roles) => {
  const by = { boss, admin, company, provider }[name] ?? boss
  for (const roleId of [1, 3, 4, 5, 6, 9, 10, 11]) {
    const { status, body } = await create(by, roleId, by === company ? below : houseId)
    const wanted = roles.includes(roleId) ? [201, undefined] : [403, 'role_not_allowed']
    expect([roleId, status, body.code]).toEqual([roleId, ...wanted])
  }
})

test('nobody is made in a company out of scope, in a closed one, or with a used address', async () => {
  expect((await create(company, 9, other)).body.code).toBe('record_not_found')
  expect((await create(company, 9, houseId)).body.code).toBe('record_not_found')
  const closed = await makeCompany(product, { slug: 'closed', parentId: north })
  await product.kernel.db.write(allTenants, (sql) => setCompanyActive(sql, { id: closed, active: false }))
  expect((await create(company, 9, closed)).body.code).toBe('company_closed')
  const body = { ...form(9, north), email: 'BOSS@example.com ' }
  const used = await confirmed(product, company, { method: 'POST', path: '/admins', body })
  expect([used.status, used.body.code]).toEqual([409, 'email_taken'])
})

test('the step-up names no company that the caller cannot see', async () => {
  const hidden = await makeCompany(product, { slug: 'hidden', name: 'Hidden Bank', visibleToAdm: false })
  const answer = await company.browser.post('/admins', form(9, hidden))
  expect(answer.text).not.toContain('Hidden Bank')
})

test('nobody changes their own account, a person of a higher role, or one out of scope', async () => {
  const patch = (by: AdminPerson, id: string) =>
    confirmed(product, by, { method: 'PATCH', path: `/admins/${id}`, body: { lastName: 'X' }, version: 1 })
  expect((await patch(admin, admin.userId)).body.code).toBe('own_account')
  expect((await patch(admin, boss.userId)).body.code).toBe('role_not_allowed')
  expect((await patch(admin, provider.userId)).body.code).toBe('role_not_allowed')
  expect((await patch(company, admin.userId)).body.code).toBe('record_not_found')
  const off = await confirmed(product, admin, {
    method: 'POST',
    path: `/users/${boss.userId}/deactivate`,
    body: { note: 'try' },
  })
  expect(off.body.code).toBe('role_not_allowed')
  const holder = await makeUser(product, { email: 'holder@example.com', roleId: 2 })
  expect((await admin.browser.get(`/admins/${holder}`)).status).toBe(404)
  expect((await patch(boss, holder)).body.code).toBe('record_not_found')
})

test('of two administrators on one person the second is told, with the present record', async () => {
  const { id, version } = (await create(boss, 9, north)).body.data
  const rename = (by: AdminPerson, lastName: string) =>
    confirmed<Detail>(product, by, { method: 'PATCH', path: `/admins/${id}`, body: { lastName }, version })
  expect((await rename(boss, 'First')).status).toBe(200)
  const late = await rename(company, 'Second')
  expect([late.status, late.body.code]).toEqual([409, 'record_changed'])
  expect(late.body.data).toMatchObject({ id, version: version + 1, lastName: 'First' })
})

test('nobody gives the roles 6 and 11 alone', async () => {
  const { id, version } = (await create(boss, 1, houseId)).body.data
  for (const roleId of [6, 11]) {
    const path = `/admins/${id}`
    const answer = await confirmed(product, boss, { method: 'PATCH', path, body: { roleId }, version })
    expect(answer.body.code).toBe('role_not_allowed')
  }
})

test('another role ends the sessions and counts at once', async () => {
  const viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  const changed = await confirmed<Detail>(product, boss, {
    method: 'PATCH',
    path: `/admins/${viewer.userId}`,
    body: { roleId: 1, passkeyRequired: true },
    version: 1,
  })
  expect(changed.body.data).toMatchObject({ roleId: 1, passkeyRequired: true, openSessions: 0 })
  expect((await viewer.browser.get('/me')).status).toBe(401)
})

test('a required passkey shuts the product until it is enrolled', async () => {
  const id = await makeUser(product, { email: 'bare@example.com', roleId: 3 })
  const bare = await logIn(product, 'bare')
  expect((await bare.get('/admins')).status).toBe(200)
  const path = `/admins/${id}`
  await confirmed(product, boss, { method: 'PATCH', path, body: { passkeyRequired: true }, version: 1 })
  expect((await bare.get('/admins')).body.code).toBe('unauthorized_access')
  const { user } = JSON.parse((await bare.get('/getUserAuths')).text) as { user: object[] }
  expect(user[0]).toMatchObject({ passkey_enabled: 0, user_company: { passkey_mandatory: 1 } })
})

test('a deactivated person is logged out at once, and the last super administrator stays', async () => {
  const second = await makeAdmin(product, { name: 'second', roleId: 6 })
  const setCall = (id: string, what: 'activate' | 'deactivate') =>
    ({ method: 'POST', path: `/users/${id}/${what}`, body: { note: 'left' } }) as const
  const set = (by: AdminPerson, id: string, what: 'activate' | 'deactivate') =>
    confirmed(product, by, setCall(id, what))
  const others = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ id: string }>('select id from app_user where role_id = 6 and id <> all($1)', [
      [boss.userId, second.userId],
    ]),
  )
  for (const { id } of others) expect((await set(boss, id, 'deactivate')).status).toBe(200)
  // Both at once: one of the two stays.
  const ready = [
    await prepared(product, boss, setCall(second.userId, 'deactivate')),
    await prepared(product, second, setCall(boss.userId, 'deactivate')),
  ]
  const both = await Promise.all(ready.map((send) => send()))
  const codes = both.map(({ status, body }) => (status === 200 ? 'done' : body.code)).toSorted()
  expect(codes[0] === 'done' || codes[1] === 'done').toBe(true)
  expect(codes).not.toEqual(['done', 'done'])
  const left = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ id: string }>('select id from app_user where role_id = 6 and active'),
  )
  expect(left).toHaveLength(1)
  const by = left[0]?.id === boss.userId ? boss : second
  const gone = by === boss ? second : boss
  expect((await gone.browser.get('/me')).status).toBe(401)
  expect((await set(by, gone.userId, 'activate')).status).toBe(200)
  expect(await detailOf(by, gone.userId)).toMatchObject({ status: 'active', openSessions: 0 })
  expect((await set(by, by.userId, 'deactivate')).body.code).toBe('own_account')
})

test('the list has its kinds, and only people of the companies in scope', async () => {
  const rows = async (by: AdminPerson, query = '') =>
    (await by.browser.get<{ items: Row[] }>(`/admins?limit=200${query}`)).body.data.items
  const own = await rows(company)
  expect(own.length).toBeGreaterThan(3)
  expect(new Set(own.map(({ type }) => type))).toEqual(new Set(['company', 'authorised']))
  const theirs = await rows(company, '&type=authorised')
  expect(theirs.length).toBeGreaterThan(0)
  expect(theirs.every(({ type }) => type === 'authorised')).toBe(true)
  expect((await rows(company, '&type=provider')).length).toBe(0)
  expect((await rows(admin, '&type=customised')).every(({ type }) => type === 'customised')).toBe(true)
  expect((await rows(company, '&status=invited')).every(({ status }) => status === 'invited')).toBe(true)
  expect((await rows(company, `&q=${encodeURIComponent('nandu')}`)).length).toBeGreaterThan(0)
  expect(await rows(company, '&q=%25%25%25')).toEqual([])
})
