import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import { setUserActive } from './users.sql.ts'
import { join, logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
let lucia: TestBrowser
let mateo: TestBrowser
let admin: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct()
  await join(product, 'lucia@example.com')
  await join(product, 'mateo@example.com')
  lucia = await logIn(product, 'lucia@example.com')
  mateo = await logIn(product, 'mateo@example.com')
  await makeUser(product, { email: 'admin@example.com', roleId: 6 })
  admin = await logIn(product, 'admin@example.com')
})
afterAll(() => product.stop())

type View = {
  id: string
  list: string
  name: string
  query: Record<string, string>
  isShared: boolean
  sharedBy: string | null
}
const cases = '/kyc-cases'
const namesOf = async (browser: TestBrowser, list = cases) =>
  (await browser.get<{ items: View[] }>(`/saved-views?list=${list}`)).body.data.items.map(({ name }) => name)
const save = (browser: TestBrowser, view: Partial<View> = {}) =>
  browser.post<View>('/saved-views', { list: cases, name: 'To review', query: {}, ...view })

test('a view is saved, listed only with its own list, renamed and deleted', async () => {
  const query = { status: 'needs_review', sort: 'changedAt', q: 'José Ñandú' }
  const saved = await save(lucia, { query })
  expect(saved.status).toBe(201)
  const view = saved.body.data
  expect(view).toMatchObject({ list: cases, name: 'To review', query })
  await save(lucia, { list: '/wallet/deposits', name: 'Elsewhere' })
  await save(lucia, { name: 'Second' })
  expect(await namesOf(lucia)).toEqual(['To review', 'Second'])
  const renamed = await lucia.patch<View>(`/saved-views/${view.id}`, { name: '  Mine  ' })
  expect(renamed.body.data).toEqual({ ...view, name: 'Mine' })
  expect(await namesOf(lucia)).toEqual(['Mine', 'Second'])
  expect((await lucia.send('DELETE', `/saved-views/${view.id}`)).status).toBe(200)
  expect(await namesOf(lucia)).toEqual(['Second'])
})

test('no user lists, renames or deletes another person’s view, not even an administrator', async () => {
  const { id } = (await save(lucia, { name: 'Only mine' })).body.data
  for (const other of [mateo, admin]) {
    expect(await namesOf(other)).toEqual([])
    expect((await other.patch(`/saved-views/${id}`, { name: 'Taken' })).status).toBe(404)
    expect((await other.send('DELETE', `/saved-views/${id}`)).status).toBe(404)
  }
  expect(await namesOf(lucia)).toContain('Only mine')
})

test('invalid names are refused, and names in any script are saved as typed', async () => {
  for (const name of ['', '   ', 'a'.repeat(41), 'two\nlines', 'nul\u0000', 'turned\u202e', '\ud800'])
    expect([JSON.stringify(name), (await save(mateo, { name })).status]).toEqual([JSON.stringify(name), 422])
  const names = ['a'.repeat(40), "'; drop table saved_view; --", '<b>bold</b>', 'Señales 👩🏽‍💻', '審査中']
  for (const name of names) expect((await save(mateo, { name, list: '/loads' })).status).toBe(201)
  expect(await namesOf(mateo, '/loads')).toEqual(names)
})

test('views are saved for existing lists only, because the limit of views is per list', async () => {
  for (const list of ['/made-up', '/saved-views', '/loads/loads'])
    expect(Object.keys((await save(mateo, { list })).body.errors)).toEqual(['list'])
})

test('a list must be a path, and a query must be short', async () => {
  const wrong: Partial<View>[] = [
    { list: 'kyc-cases' },
    { list: '/kyc-cases?status=x' },
    { list: `/${'a'.repeat(100)}` },
    { query: { 'not a name': 'x' } },
    { query: { status: 'x'.repeat(201) } },
    { query: { status: 'nul\u0000' } },
    { query: { status: '\udc00' } },
    { query: Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`f${at}`, 'x'])) },
  ]
  for (const view of wrong) expect([view, (await save(mateo, view)).status]).toEqual([view, 422])
  expect(await namesOf(mateo)).toEqual([])
})

test('the fifty-first view of a list is refused, also with concurrent calls; another list still accepts views', async () => {
  const list = '/transactions'
  const saved = await Promise.all(
    Array.from({ length: 52 }, (_, at) => save(mateo, { list, name: `View ${at}` })),
  )
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(50)
  expect(saved.filter(({ body }) => body.code === 'too_many_views')).toHaveLength(2)
  expect(await namesOf(mateo, list)).toHaveLength(50)
  expect((await save(mateo, { list: '/notifications' })).status).toBe(201)
})

const viewsOf = async (browser: TestBrowser) =>
  (await browser.get<{ items: View[] }>(`/saved-views?list=/users`)).body.data.items
const staff = async (email: string, roleId: number, companyId?: string) => {
  const id = await makeUser(product, { email, roleId, ...(companyId ? { companyId } : {}) })
  return { id, browser: await logIn(product, email) }
}

test('a shared view reaches the administrators of the owner’s companies who may see the list, and nobody else', async () => {
  const parentId = await makeCompany(product, { slug: 'north' })
  const below = await makeCompany(product, { slug: 'north-shop', parentId })
  const elsewhere = await makeCompany(product, { slug: 'south' })
  const owner = await staff('owner@example.com', 5, parentId)
  const colleague = await staff('colleague@example.com', 5, below)
  const others = [
    await staff('south@example.com', 5, elsewhere),
    await staff('seller@example.com', 7, below),
    await staff('listed@example.com', 9, below),
  ]
  const query = { status: 'inactive', sort: 'name' }
  const saved = await save(owner.browser, { list: '/users', name: 'Left us', query, isShared: true })
  expect(saved.body.data).toMatchObject({ isShared: true, sharedBy: null })
  const { id } = saved.body.data
  const [seen, ...more] = await viewsOf(colleague.browser)
  expect(seen).toMatchObject({ id, name: 'Left us', query, isShared: true, sharedBy: 'Ana Paz' })
  expect(more).toEqual([])
  for (const { browser } of [...others, { browser: lucia }, { browser: admin }])
    expect(await viewsOf(browser)).toEqual([])
  expect((await colleague.browser.patch(`/saved-views/${id}`, { isShared: false })).status).toBe(404)
  expect((await colleague.browser.send('DELETE', `/saved-views/${id}`)).status).toBe(404)

  const ofSuper = await save(admin, { list: '/users', name: 'Left us', isShared: true })
  expect((await viewsOf(colleague.browser)).map(({ name }) => name)).toEqual(['Left us', 'Left us'])
  await admin.send('DELETE', `/saved-views/${ofSuper.body.data.id}`)

  const setActive = (active: boolean) =>
    product.kernel.db.write(wholeInstallation, (sql) => setUserActive(sql, { id: owner.id, active }))
  await setActive(false)
  expect(await viewsOf(colleague.browser)).toEqual([])
  await setActive(true)
  expect(await viewsOf(colleague.browser)).toHaveLength(1)
  await owner.browser.patch(`/saved-views/${id}`, { isShared: false })
  expect(await viewsOf(colleague.browser)).toEqual([])
})

test('only administrators share, only ten views of a list, and none of a list of own rows', async () => {
  const share = (browser: TestBrowser, list: string) =>
    save(browser, { list, name: 'Shared', isShared: true })
  expect((await share(lucia, '/users')).body.code).toBe('view_not_shareable')
  expect((await share(admin, '/notifications')).body.code).toBe('view_not_shareable')
  for (let at = 0; at < 10; at += 1) expect((await share(admin, '/kyc-cases')).status).toBe(201)
  expect((await share(admin, '/kyc-cases')).body.code).toBe('too_many_shared_views')
  const { id } = (await save(admin, { list: '/kyc-cases' })).body.data
  const later = await admin.patch(`/saved-views/${id}`, { isShared: true })
  expect(later.body.code).toBe('too_many_shared_views')
})
