import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, makeUser } from '../../../tests/support/test-people.ts'

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

type View = { id: string; list: string; name: string; query: Record<string, string> }
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
    { query: { status: 'x'.repeat(101) } },
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
