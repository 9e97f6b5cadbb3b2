import { listUsers, type UserDetail } from '@cardamom/contract/access/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfList } from '../../../tests/support/list-files.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { join, logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin, type AdminPerson } from './admin-person.test-kit.ts'

type Row = { id: string; name: string; email: string; kind: string; status: string; identity: string }

let product: PeopleProduct
let [north, south] = ['', '']
let [boss, company, depositor, viewer] = [] as unknown as [AdminPerson, AdminPerson, AdminPerson, AdminPerson]
let [ana, eva, south1] = ['', '', '']
const change = (text: string, values: string[]) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  const below = await makeCompany(product, { slug: 'below', parentId: north })
  south = await makeCompany(product, { slug: 'south', visibleToAdm: false })
  boss = await makeAdmin(product, { name: 'boss', roleId: 6 })
  company = await makeAdmin(product, { name: 'company', roleId: 5, companyId: north })
  depositor = await makeAdmin(product, { name: 'depositor', roleId: 4 })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  ana = await makeUser(product, { email: 'ana@example.com', roleId: 2, companyId: north })
  eva = await makeUser(product, { email: 'eva@example.com', roleId: 8, companyId: below })
  south1 = await makeUser(product, { email: 'sol@example.com', roleId: 2, companyId: south })
  await join(product, 'lucia@example.com', { mobile: '+51 999 000 111' })
  await change(`update app_user set first_name = 'Ñusta', last_name = 'Ávila' where id = $1`, [ana])
})
afterAll(() => product.stop())

const rows = async (by: AdminPerson, query = '') =>
  (await by.browser.get<{ items: Row[] }>(`/users?limit=200${query}`)).body.data.items
const emailsOf = async (by: AdminPerson, query = '') => (await rows(by, query)).map(({ email }) => email)
const countsOf = async (by: AdminPerson, query = '') =>
  (await by.browser.get<{ counts: Record<string, number> }>(`/users/counts${query}`)).body.data.counts

test('the list has cardholders and sellers of the companies in scope, and no administrator', async () => {
  expect((await emailsOf(company)).toSorted()).toEqual(['ana@example.com', 'eva@example.com'])
  const all = ['ana@example.com', 'eva@example.com', 'lucia@example.com', 'sol@example.com']
  expect((await emailsOf(boss)).toSorted()).toEqual(all)
  expect(await emailsOf(viewer)).not.toContain('sol@example.com')
  expect(await emailsOf(company, `&companyId=${south}`)).toEqual([])
  expect(await emailsOf(company, `&id=${south1}`)).toEqual([])
})

test('people are found by name without accents, by e-mail and by username', async () => {
  expect(await emailsOf(company, `&q=${encodeURIComponent('nusta AVILA')}`)).toEqual(['ana@example.com'])
  expect(await emailsOf(boss, '&q=sol%40exa')).toEqual(['sol@example.com'])
  await change(`update app_user set username = 'the.seller' where id = $1`, [eva])
  expect(await emailsOf(company, '&q=the.seller')).toEqual(['eva@example.com'])
  expect(await emailsOf(company, '&q=sol')).toEqual([])
  expect(await emailsOf(boss, '&q=%25%25%25')).toEqual([])
})

test('a phrase of one or two letters finds words that begin with it, and signs find nobody', async () => {
  expect(await emailsOf(boss, '&q=%C3%91u')).toEqual(['ana@example.com'])
  expect(await emailsOf(boss, '&q=av')).toEqual(['ana@example.com'])
  expect((await emailsOf(company, '&q=e')).toSorted()).toEqual(['eva@example.com'])
  expect(await emailsOf(boss, '&q=xa')).toEqual([])
  expect(await emailsOf(boss, '&q=%40')).toEqual([])
  expect(await emailsOf(boss, '&q=_v')).toEqual([])
  expect(await countsOf(boss, '?q=av')).toMatchObject({ all: 1, inactive: 0 })
})

test('a whole mobile number finds its person, only for readers of personal data', async () => {
  const mobile = `&q=${encodeURIComponent('+51 999-000-111')}`
  expect(await emailsOf(boss, mobile)).toEqual(['lucia@example.com'])
  expect(await emailsOf(boss, `&q=${encodeURIComponent('+51 999-000-112')}`)).toEqual([])
  expect(await emailsOf(depositor, mobile)).toEqual([])
  expect(await emailsOf(viewer, mobile)).toEqual([])
  expect(await emailsOf(company, mobile)).toEqual([])
})

test('filters tell states and kinds apart, and the orders go both ways', async () => {
  expect(await emailsOf(company, '&kind=seller_two')).toEqual(['eva@example.com'])
  expect(await emailsOf(company, '&identity=verified')).toEqual([])
  await change(
    'update app_user set identity_verified_at = created_at, email_verified_at = null where id = $1',
    [ana],
  )
  expect(await emailsOf(company, '&identity=verified')).toEqual(['ana@example.com'])
  expect(await emailsOf(company, '&status=unverified')).toEqual(['ana@example.com'])
  expect(await emailsOf(company, '&status=active')).toEqual(['eva@example.com'])
  await change('update app_user set active = false where id = $1', [ana])
  expect(await emailsOf(company, '&status=inactive')).toEqual(['ana@example.com'])
  expect(await emailsOf(company, '&status=unverified')).toEqual([])
  expect(await emailsOf(company, '&sort=name')).toEqual(['eva@example.com', 'ana@example.com'])
  expect(await emailsOf(company, '&sort=-name')).toEqual(['ana@example.com', 'eva@example.com'])
})

test('each tab counts the rows of its list, in the reader’s scope and with the other filters', async () => {
  expect(await countsOf(company)).toEqual({ all: 2, active: 1, unverified: 0, inactive: 1 })
  // The filter of a tab does not narrow the others.
  expect(await countsOf(company, '?kind=cardholder&status=active')).toEqual({
    all: 1,
    active: 0,
    unverified: 0,
    inactive: 1,
  })
  expect(await countsOf(company, '?q=sol')).toMatchObject({ all: 0 })
  const whole = await countsOf(boss, '?q=example.com')
  expect(whole).toMatchObject({ all: (await emailsOf(boss)).length, inactive: 1 })
  expect(whole['active']).toBe((await emailsOf(boss, '&status=active')).length)
  expect((await company.browser.get('/users/counts?status=odd')).status).toBe(422)
})

test('a file of people needs its own tag and a passkey', async () => {
  const path = '/users/export'
  expect((await company.browser.post(path)).body.code).toBe('permission_denied')
  expect((await boss.browser.post(path)).body.code).toBe('step_up_required')
  const answer = await confirmed<{ url: string }>(product, boss, { method: 'POST', path })
  expect(answer.status).toBe(201)
  const file = await boss.browser.get(answer.body.data.url.replace('/api', ''))
  expect(file.text).toContain('lucia@example.com')
  expect(file.text).not.toContain('51999000111')
})

test('the file shows what the pages show, of the companies in scope only, and no formula', async () => {
  await change(`update app_user set last_name = $2 where id = $1`, [eva, '"=1+1;@x'])
  await change(`update app_user set first_name = '=Sol', active = false where id = $1`, [south1])
  await logIn(product, 'lucia@example.com')
  const scopes = [
    allTenants,
    { kind: 'companies', companyIds: [north] },
    { kind: 'companies', companyIds: [] },
  ] as const
  for (const scope of scopes) {
    const { file, pages, items } = await linesOfList(product.kernel.db, listUsers, scope)
    expect(file).toEqual(pages)
    expect(file).toEqual(items)
  }
  const { file } = await linesOfList(product.kernel.db, listUsers, scopes[0])
  expect(file.filter((line) => line.startsWith("'=Sol"))).toHaveLength(1)
  const { file: ofNorth } = await linesOfList(product.kernel.db, listUsers, scopes[1])
  expect(ofNorth.join()).toContain('ana@example.com')
  expect(ofNorth.filter((line) => line.includes('@'))).toHaveLength(1)
})

test('pages of several companies have the rows of each in one order, as their file has', async () => {
  const { db } = product.kernel
  const scope = { kind: 'companies', companyIds: [south, houseId, north] } as const
  for (let n = 0; n < 8; n += 1) {
    const [companyId, roleId] = [[south, houseId, north][n % 3] as string, n % 2 === 0 ? 2 : 7]
    await makeUser(product, { email: `p${(n * 5) % 8}@example.com`, roleId, companyId })
  }
  for (const sort of listUsers.list.sorts) {
    for (const filter of [{}, { kind: 'cardholder' }, { status: 'active' }, { status: 'inactive' }]) {
      const { file, pages } = await linesOfList(db, listUsers, scope, { query: { sort, ...filter } })
      expect(pages, `${sort} ${JSON.stringify(filter)}`).toEqual(file)
    }
    const { pages } = await linesOfList(db, listUsers, scope, { query: { sort } })
    const { pages: all } = await linesOfList(db, listUsers, allTenants, { query: { sort } })
    expect(pages.length).toBeGreaterThan(10)
    // The only person of another company.
    expect(pages).toEqual(all.filter((line) => !line.includes('eva@example.com')))
  }
})

test('a person of another company, and an administrator, are not found by any call', async () => {
  const wanted = [
    [company, south1],
    [company, boss.userId],
    // In scope, but an administrator has another page.
    [boss, company.userId],
  ] as const
  for (const [by, id] of wanted) {
    for (const path of ['', '/personal-data', '/sessions']) {
      const answer = await by.browser.get(`/users/${id}${path}`)
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'record_not_found'])
    }
  }
})

test('the page of a person has no personal data; a read of it is confirmed and audited', async () => {
  const [{ id }] = (await rows(boss, '&q=lucia%40')) as [Row]
  const page = await boss.browser.get<UserDetail>(`/users/${id}`)
  expect(page.body.data).toMatchObject({ email: 'lucia@example.com', username: 'lucia', status: 'active' })
  expect(page.text).not.toMatch(/51999000111|Larco|2000-02-29/)
  const path = `/users/${id}/personal-data`
  expect((await boss.browser.get(path)).body.code).toBe('step_up_required')
  expect((await depositor.browser.get(path)).body.code).toBe('permission_denied')
  expect((await viewer.browser.get(path)).body.code).toBe('permission_denied')
  const read = await confirmed<object>(product, boss, { method: 'GET', path })
  const show = { person: 'Lucía Ibáñez (lucia@example.com)' }
  expect(read).toMatchObject({ status: 200, show })
  expect(read.body.data).toMatchObject({ mobile: '+51999000111', street: 'Av. Larco 345', country: 'PE' })
  const audit = await boss.browser.get<{ items: object[] }>(`/audit?subjectId=${id}&action=personalDataSeen`)
  expect(audit.body.data.items).toMatchObject([{ actorId: boss.userId, subjectId: id, outcome: 'done' }])
})

test('sessions and factors are shown to readers of sessions alone', async () => {
  const browser = await logIn(product, 'eva@example.com')
  const detail = async (by: AdminPerson) => (await by.browser.get<UserDetail>(`/users/${eva}`)).body.data
  expect((await detail(company)).security).toEqual({ factors: [], openSessions: 1 })
  expect((await detail(depositor)).security).toBeNull()
  expect((await depositor.browser.get(`/users/${eva}/sessions`)).body.code).toBe('permission_denied')
  const open = async () =>
    (await company.browser.get<{ items: object[] }>(`/users/${eva}/sessions`)).body.data.items
  expect(await open()).toHaveLength(1)
  await browser.post('/session/logout')
  expect(await open()).toEqual([])
})
