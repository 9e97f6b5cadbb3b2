import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { readChanges } from '../audit/changes.sql.ts'
import { allTenants } from '../kernel/database.ts'

/** Seller codes as administrators create, change and assign them, each in their own companies (domain §1). */
let product: PeopleProduct
let [north, south] = ['', '']
let [admin, other, viewer] = [] as unknown as AdminPerson[] as [AdminPerson, AdminPerson, AdminPerson]
const id: Record<string, string> = {}

type Code = {
  id: string
  code: string
  state: string
  ownerId: string | null
  ownerName: string | null
  ownerKind: string | null
  uses: number
  version: number
  firstDay: string
  lastDay: string | null
}
type Body = { code?: string; errors?: Record<string, string[]>; data: Code }

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north', timeZone: 'America/Lima' })
  south = await makeCompany(product, { slug: 'south' })
  admin = await makeAdmin(product, { name: 'admin', roleId: 5, companyId: north })
  other = await makeAdmin(product, { name: 'other', roleId: 5, companyId: south })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  for (const name of ['carla', 'dora', 'eva', 'fara', 'gina'])
    id[name] = await makeUser(product, { email: `${name}@example.com`, roleId: 2, companyId: north })
  id['far'] = await makeUser(product, { email: 'far@example.com', roleId: 2, companyId: south })
})
afterAll(() => product.stop())

let keys = 0
const create = async (by: AdminPerson, body: object) => {
  keys += 1
  const call = { method: 'POST', path: '/seller-codes', body, key: `create-code-key-${keys}` } as const
  return (await confirmed<Code>(product, by, call)) as unknown as { status: number; body: Body }
}
const made = async (of: { owner: string; code: string } & Record<string, unknown>): Promise<Code> => {
  const { owner, ...more } = of
  const answer = await create(admin, { companyId: north, ownerId: id[owner], ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.data
}
const change = async (by: AdminPerson, of: { code: Code; path: string; body: object; version?: number }) => {
  const { code, path, body, version = code.version } = of
  const method = path === '' ? 'PATCH' : 'POST'
  const call = { method, path: `/seller-codes/${code.id}${path}`, body, version } as const
  return (await confirmed<Code>(product, by, call)) as unknown as { status: number; body: Body }
}
const visitor = () => createTestBrowser(product.kernel.app)
const told = async (code: string) => (await visitor().get(`/person-codes/${code}`)).body.code ?? 'good'
const roleOf = async (name: string) => {
  const [row] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ role_id: number }>('select role_id from app_user where id = $1', [id[name] ?? '']),
  )
  return row?.role_id
}

test('a cardholder with a first code becomes a seller one, or the seller two of one, and logs in again', async () => {
  const carla = await logIn(product, 'carla')
  const first = await made({ owner: 'carla', code: 'carla1' })
  expect(first).toMatchObject({ code: 'CARLA1', state: 'active', ownerKind: 'seller_one', lastDay: null })
  expect((await carla.get('/me')).status).toBe(401)
  const second = await made({ owner: 'dora', code: 'DORA01', recruitedById: id['carla'] })
  expect(second).toMatchObject({ ownerKind: 'seller_two', recruitedByName: 'Ana Paz' })
  expect([await roleOf('carla'), await roleOf('dora')]).toEqual([7, 8])
  // Another code changes nothing about the seller.
  await made({ owner: 'dora', code: 'DORA02' })
  expect(await roleOf('dora')).toBe(8)
  const register = { ...lucia, email: 'new@example.com', code: 'dora01' }
  expect((await visitor().post('/registrations', register)).status).toBe(201)
  const [row] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select seller_one_id, seller_two_id from app_user where email = $1', ['new@example.com']),
  )
  expect(row).toEqual({ seller_one_id: id['carla'], seller_two_id: id['dora'] })
})

test('codes of one text, of a wrong form, and of a person elsewhere are refused', async () => {
  const body = { companyId: north, ownerId: id['eva'] }
  expect((await create(admin, { ...body, code: 'CARLA1' })).body.code).toBe('code_taken')
  const [{ code } = { code: '' }] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ code: string }>('select referral_code code from app_user where id = $1', [id['far'] ?? '']),
  )
  expect((await create(admin, { ...body, code })).body.code).toBe('code_taken')
  for (const short of ['ABC12', 'ABCDE-', 'AB CDEF', 'ñandu1'])
    expect([short, (await create(admin, { ...body, code: short })).status]).toEqual([short, 422])
  const errors = async (more: object) =>
    (await create(admin, { ...body, code: 'EVA001', ...more })).body.errors
  expect(await errors({ firstDay: '2030-02-02', lastDay: '2030-02-01' })).toHaveProperty('lastDay')
  for (const day of ['0000-01-01', '1999-12-31', '3000-01-01', '9999-12-31']) {
    expect(await errors({ firstDay: day })).toHaveProperty('firstDay')
    expect(await errors({ lastDay: day })).toHaveProperty('lastDay')
  }
  expect(await errors({ maxUses: 0 })).toHaveProperty('maxUses')
  expect(await errors({ recruitedById: id['dora'] })).toHaveProperty('recruitedById')
  expect(await errors({ recruitedById: id['eva'] })).toHaveProperty('recruitedById')
  const unknown = async (more: object) =>
    (await create(admin, { ...body, code: 'EVA001', ...more })).body.code
  expect(await unknown({ ownerId: id['far'] })).toBe('record_not_found')
  expect(await unknown({ companyId: south, ownerId: id['far'] })).toBe('record_not_found')
  expect(await unknown({ ownerId: admin.userId })).toBe('record_not_found')
  expect(await roleOf('eva')).toBe(2)
  expect((await create(viewer, { ...body, code: 'EVA001' })).body.code).toBe('permission_denied')
})

test('the days of a code are those of its company, and a change names the version that it is about', async () => {
  const code = await made({
    owner: 'eva',
    code: 'EVA100',
    firstDay: '2030-01-01',
    lastDay: '2030-01-31',
    maxUses: 5,
  })
  expect(code).toMatchObject({ state: 'waiting', firstDay: '2030-01-01', lastDay: '2030-01-31' })
  expect(code).toMatchObject({ validFrom: '2030-01-01T05:00:00.000Z', validTo: '2030-02-01T05:00:00.000Z' })
  const changed = await change(admin, {
    code,
    path: '',
    body: { firstDay: '2026-01-01', lastDay: null, maxUses: null },
  })
  expect(changed.body.data).toMatchObject({ state: 'active', lastDay: null, version: code.version + 1 })
  const late = await change(admin, { code, path: '', body: { maxUses: 2 } })
  expect(late.body).toMatchObject({ code: 'record_changed', data: { version: code.version + 1 } })
  const [recorded] = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'seller_code', entityId: code.id, limit: 1 }),
  )
  expect(recorded).toMatchObject({ before: { maxUses: 5 }, after: { maxUses: null } })
})

test('a limit is never below the uses that a code has', async () => {
  const code = await made({ owner: 'eva', code: 'EVA200', maxUses: 3 })
  for (const email of ['a1@example.com', 'a2@example.com'])
    expect((await visitor().post('/registrations', { ...lucia, email, code: 'EVA200' })).status).toBe(201)
  const low = await change(admin, { code, path: '', body: { maxUses: 1 } })
  expect(low.body.errors).toHaveProperty('maxUses')
  expect((await change(admin, { code, path: '', body: { maxUses: 2 } })).body.data.state).toBe('used_up')
})

test('a deactivated code, and one that was taken away, take nobody and keep their people', async () => {
  const code = await made({ owner: 'fara', code: 'FARA01' })
  const register = { ...lucia, email: 'kept@example.com', code: 'FARA01' }
  expect((await visitor().post('/registrations', register)).status).toBe(201)
  const reason = 'Asked for it'
  const off = await change(admin, { code, path: '/deactivate', body: { reason } })
  expect(off.body.data.state).toBe('inactive')
  expect(await told('FARA01')).toBe('seller_code_not_active')
  const on = await change(admin, { code: off.body.data, path: '/activate', body: { reason } })
  expect(on.body.data.state).toBe('active')
  expect(await told('FARA01')).toBe('good')
  const without = await change(admin, { code: on.body.data, path: '/owner', body: { ownerId: null, reason } })
  expect(without.body.data).toMatchObject({ ownerId: null, ownerName: null, state: 'inactive', people: 1 })
  expect(await told('FARA01')).toBe('seller_code_not_active')
  const again = await change(admin, { code: without.body.data, path: '/activate', body: { reason } })
  expect(again.body.code).toBe('code_without_owner')
  const path = '/owner'
  const toCardholder = await change(admin, {
    code: without.body.data,
    path,
    body: { ownerId: id['gina'], reason },
  })
  expect(toCardholder.body.code).toBe('owner_not_seller')
  const toFar = await change(admin, { code: without.body.data, path, body: { ownerId: id['far'], reason } })
  expect(toFar.body.code).toBe('record_not_found')
  const assigned = await change(admin, {
    code: without.body.data,
    path,
    body: { ownerId: id['carla'], reason },
  })
  expect(assigned.body.data).toMatchObject({ ownerId: id['carla'], state: 'inactive' })
  const [person] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select seller_one_id from app_user where email = $1', ['kept@example.com']),
  )
  expect(person).toEqual({ seller_one_id: id['fara'] })
})

test('a code is taken away from a person: later loads pay no seller', async () => {
  const user = await makeUser(product, { email: 'moved@example.com', roleId: 2, companyId: north })
  const path = `/users/${user}/seller-code`
  await confirmed(product, admin, { method: 'POST', path, body: { code: 'CARLA1' } })
  const gone = await confirmed<object>(product, admin, {
    method: 'POST',
    path: `${path}/removal`,
    body: { reason: 'A mistake' },
  })
  expect(gone.body.data).toEqual({ code: null, ownerName: null })
  const [change_] = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'user', entityId: user, limit: 1 }),
  )
  expect(change_).toMatchObject({
    before: { sellerCode: 'CARLA1', sellerOneId: id['carla'] },
    after: { sellerCode: null, sellerOneId: null, reason: 'A mistake' },
  })
  const far = {
    method: 'POST',
    path: `/users/${id['far']}/seller-code/removal`,
    body: { reason: 'No' },
  } as const
  expect((await confirmed(product, admin, far)).body.code).toBe('record_not_found')
})

test('nobody reads or changes the codes of another company', async () => {
  const list = async (by: AdminPerson, query = '') =>
    (await by.browser.get<{ items: Code[] }>(`/seller-codes?limit=200${query}`)).body.data.items
  const [one] = await list(admin)
  if (!one) throw new Error('There is no code')
  expect(await list(other)).toEqual([])
  expect((await other.browser.get(`/seller-codes/${one.id}`)).status).toBe(404)
  const hidden = await change(other, {
    code: { ...one, version: 1 },
    path: '/deactivate',
    body: { reason: 'x' },
  })
  expect(hidden.body.code).toBe('record_not_found')
  expect((await viewer.browser.get(`/seller-codes/${one.id}`)).status).toBe(200)
  const found = await list(admin, '&state=used_up')
  expect(found.map(({ code }) => code)).toEqual(['EVA200'])
  expect((await list(admin, '&q=carla')).map(({ code }) => code)).toContain('CARLA1')
  const counts = await admin.browser.get<{ counts: Record<string, number> }>('/seller-codes/counts')
  expect(counts.body.data.counts).toMatchObject({ used_up: 1, all: (await list(admin)).length })
})

test('a seller one sees the codes of their sellers two, and changes neither them nor those of others', async () => {
  const carla = await logIn(product, 'carla')
  const { items } = (await carla.get<{ items: Code[] }>('/seller-codes?limit=200')).body.data
  expect(items.map(({ code }) => code).toSorted()).toEqual(['CARLA1', 'DORA01', 'DORA02', 'FARA01'])
  const sellers = (await carla.get<{ items: { id: string; people: number }[] }>('/sellers')).body.data.items
  expect(sellers).toMatchObject([{ id: id['dora'], people: null }])
  const hers = items.find(({ code }) => code === 'DORA01')
  const headers = { 'if-match': '1' }
  const body = { reason: 'Mine now' }
  const sent = await carla.send('POST', `/seller-codes/${hers?.id}/deactivate`, { body, headers })
  expect(sent.body.code).toBe('permission_denied')
})

test('the tree has sellers one, below them their sellers two, and the people of each', async () => {
  type Row = { id: string; kind: string; people: number; sellersTwo: number; codes: number }
  const list = async (query: string) =>
    (await admin.browser.get<{ items: Row[] }>(`/sellers?limit=200&${query}`)).body.data.items
  const top = await list('top=true')
  expect(top.map(({ kind }) => kind)).not.toContain('seller_two')
  expect(top.find((row) => row.id === id['carla'])).toMatchObject({ sellersTwo: 1, people: 0, codes: 2 })
  expect(await list(`recruitedById=${id['carla']}`)).toMatchObject([{ id: id['dora'], people: 1, codes: 2 }])
  const people = await admin.browser.get<{ items: object[] }>(`/referred-people?referredById=${id['dora']}`)
  expect(people.body.data.items).toMatchObject([
    { name: 'Lucía Ibáñez', by: 'seller_two', referredById: id['dora'], code: 'DORA01', earnsUntil: null },
  ])
  expect((await other.browser.get<{ items: object[] }>('/sellers')).body.data.items).toEqual([])
  expect((await other.browser.get<{ items: object[] }>('/referred-people')).body.data.items).toEqual([])
})
