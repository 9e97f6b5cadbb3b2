import type { CompanyRecord } from '@cardamom/contract/companies/company-record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
const of: Record<'norte' | 'andes' | 'lima' | 'sur', string> = { norte: '', andes: '', lima: '', sur: '' }
const who: Record<'admin' | 'super' | 'norte' | 'andes' | 'provider', TestBrowser> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct()
  of.norte = await makeCompany(product, { slug: 'norte', name: 'Norte' })
  of.andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: of.norte })
  of.lima = await makeCompany(product, { slug: 'lima', name: 'Lima', parentId: of.andes })
  of.sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  const staff = async (name: keyof typeof who, roleId: number, companyId?: string) => {
    const own = companyId === undefined ? {} : { companyId }
    await makeUser(product, { email: `${name}@example.com`, roleId, ...own })
    who[name] = await logIn(product, name)
  }
  await staff('admin', 1)
  await staff('super', 6)
  await staff('provider', 11)
  await staff('norte', 5, of.norte)
  await staff('andes', 5, of.andes)
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

const read = async (by: TestBrowser, id: string) =>
  (await by.get<CompanyRecord>(`/companies/${id}`)).body.data
const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } })
const change = async (by: TestBrowser, id: string, body: object, part = 'settings') =>
  by.patch<CompanyRecord>(`/companies/${id}/${part}`, body, ifMatch((await read(by, id)).version))

test('a setting is inherited until a company has its own, and again when that is removed', async () => {
  expect((await change(who.norte, of.norte, { kycFlow: 'frame' })).status).toBe(200)
  expect((await read(who.norte, of.lima)).settings.kycFlow).toMatchObject({
    own: null,
    value: 'frame',
    origin: 'above',
    from: 'Norte',
  })
  await change(who.andes, of.andes, { kycFlow: 'redirect' })
  expect((await read(who.norte, of.lima)).settings.kycFlow).toMatchObject({
    value: 'redirect',
    from: 'Andes',
  })
  const back = await change(who.andes, of.andes, { kycFlow: null })
  expect(back.body.data.settings.kycFlow).toMatchObject({ own: null, value: 'frame', from: null })
})

test('another company’s id is not found, and wrong values are refused', async () => {
  for (const part of ['settings', 'card-creation']) {
    const answer = await who.admin.patch(
      `/companies/00000000-0000-7000-8000-00000000dead/${part}`,
      {},
      ifMatch(1),
    )
    expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])
  }
  expect(
    (await who.norte.patch(`/companies/${of.sur}/settings`, { kycFlow: 'frame' }, ifMatch(1))).status,
  ).toBe(404)
  expect((await who.norte.get(`/companies/${of.sur}/passkey-enrolments`)).status).toBe(404)
  const wrong = [
    { kycService: 'nobody' },
    { kycFlow: 'popup' },
    { lockAfterSeconds: 61 },
    { supportHours: [] },
    { supportHours: Array.from({ length: 7 }, () => ({ fromMinute: 600, toMinute: 540 })) },
  ]
  for (const body of wrong) expect((await change(who.norte, of.norte, body)).status).toBe(422)
  const denied = await who.norte.patch(`/companies/${of.norte}/card-creation`, {}, ifMatch(1))
  expect(denied.body.code).toBe('permission_denied')
})

test('the company above decides about visibility, and no administrator about their own sight', async () => {
  const hide = { visibleToAdm: false }
  expect((await change(who.andes, of.andes, hide)).body.code).toBe('parent_decides')
  expect((await change(who.admin, of.andes, hide)).body.code).toBe('parent_decides')
  expect((await change(who.andes, of.andes, { operatorOwned: true })).body.code).toBe('parent_decides')
  expect((await change(who.norte, of.andes, hide)).body.data).toMatchObject({ visibleToAdm: false })
  expect((await who.admin.get(`/companies/${of.andes}`)).status).toBe(404)
  expect((await change(who.super, of.andes, { visibleToAdm: true })).status).toBe(200)
  expect((await who.admin.get(`/companies/${of.andes}`)).status).toBe(200)
})

test('requiring a passkey says before how many people will have to add one', async () => {
  await makeUser(product, { email: 'one@example.com', roleId: 2, companyId: of.andes })
  await makeUser(product, { email: 'two@example.com', roleId: 2, companyId: of.lima })
  const count = async (id: string) => (await who.super.get(`/companies/${id}/passkey-enrolments`)).body.data
  // Two people, and the administrator of Andes.
  expect(await count(of.andes)).toEqual({ people: 3 })
  await change(who.norte, of.lima, { passkeyMandatory: false })
  expect(await count(of.andes)).toEqual({ people: 2 })
  await change(who.norte, of.lima, { passkeyMandatory: true })
  const person = await logIn(product, 'two')
  expect((await person.get('/cards/request-options')).status).toBe(403)
  await change(who.norte, of.lima, { passkeyMandatory: null })
  expect((await person.get('/security')).body.data).toMatchObject({ passkeyMandatory: false })
})

test('the lock time of a company applies to its people, unless they chose their own', async () => {
  await change(who.norte, of.norte, { lockAfterSeconds: 300 })
  const person = await logIn(product, 'one')
  const lock = async () =>
    (await person.get<{ lock: { lockAfterSeconds: number } }>('/security')).body.data.lock.lockAfterSeconds
  expect(await lock()).toBe(300)
  await change(who.andes, of.andes, { lockAfterSeconds: 60 })
  expect(await lock()).toBe(60)
  await change(who.andes, of.andes, { lockAfterSeconds: null })
  expect(await lock()).toBe(300)
})

test('support hours are shown with the branding of the company’s host', async () => {
  const day = { fromMinute: 540, toMinute: 1080 }
  const supportHours = [day, day, day, day, day, null, null]
  await change(who.norte, of.norte, { supportHours })
  const visitor = createTestBrowser(product.kernel.app, 'lima.localhost:4000')
  expect((await visitor.get('/company/branding')).body.data).toMatchObject({ supportHours })
  expect((await read(who.norte, of.norte)).settings.supportHours.own).toEqual(supportHours)
})

test('new cards are stopped by whoever has the tag and sees the company above', async () => {
  const stop = { cardCreationEnabled: false }
  const stopped = await change(who.provider, of.andes, stop, 'card-creation')
  expect(stopped.body.data.settings.cardCreationEnabled).toMatchObject({ own: false, value: false })
  await change(who.norte, of.norte, { automaticCardCreation: true })
  const person = await logIn(product, 'one')
  type Options = { automatic: boolean; types: { isOffered: boolean }[] }
  const options = async () => (await person.get<Options>('/cards/request-options')).body.data
  expect(await options()).toMatchObject({ automatic: false })
  expect((await options()).types.some(({ isOffered }) => isOffered)).toBe(false)
  await change(who.provider, of.andes, { cardCreationEnabled: null }, 'card-creation')
  expect(await options()).toMatchObject({ automatic: true })
})
