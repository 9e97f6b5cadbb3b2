import type { CompanyRecord } from '@cardamom/contract/companies/company-record'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { houseId } from './company.ts'

let product: PeopleProduct
const of: Record<'norte' | 'andes' | 'sur' | 'hidden', string> = { norte: '', andes: '', sur: '', hidden: '' }
const who: Record<'admin' | 'super' | 'norte' | 'andes' | 'viewer', TestBrowser> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct()
  of.norte = await makeCompany(product, { slug: 'norte', name: 'Norte', timeZone: 'America/Lima' })
  of.andes = await makeCompany(product, { slug: 'andes', name: 'Andes', parentId: of.norte })
  of.sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  of.hidden = await makeCompany(product, { slug: 'hidden', name: 'Hidden', visibleToAdm: false })
  const staff = async (name: keyof typeof who, roleId: number, companyId?: string) => {
    await makeUser(product, {
      email: `${name}@example.com`,
      roleId,
      ...(companyId === undefined ? {} : { companyId }),
    })
    who[name] = await logIn(product, name)
  }
  await staff('admin', 1)
  await staff('super', 6)
  await staff('viewer', 3)
  await staff('norte', 5, of.norte)
  await staff('andes', 5, of.andes)
  // A second factor that was shown lately.
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

const read = async (by: TestBrowser, id: string) =>
  (await by.get<CompanyRecord>(`/companies/${id}`)).body.data
const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } })
const change = async (by: TestBrowser, id: string, body: object) =>
  by.patch<CompanyRecord>(`/companies/${id}`, body, ifMatch((await read(by, id)).version))
const setOpen = async (by: TestBrowser, id: string, action: string) =>
  by.post<CompanyRecord>(`/companies/${id}/${action}`, {}, ifMatch((await read(by, id)).version))
let keys = 0
const create = (by: TestBrowser, body: object, key = `company-key-${(keys += 1)}`) =>
  by.post<CompanyRecord>('/companies', body, { headers: { 'idempotency-key': key } })
const namesOf = async (by: TestBrowser, query = '') =>
  (await by.get<{ items: { name: string }[] }>(`/companies?${query}`)).body.data.items.map(({ name }) => name)

test('each reader lists the companies of their scope, and the tops of their own tree', async () => {
  expect(await namesOf(who.super)).toEqual(['Andes', 'Hidden', 'House', 'Norte', 'Sur'])
  expect(await namesOf(who.admin)).toEqual(['Andes', 'House', 'Norte', 'Sur'])
  expect(await namesOf(who.norte)).toEqual(['Andes', 'Norte'])
  expect(await namesOf(who.norte, 'top=true')).toEqual(['Norte'])
  expect(await namesOf(who.andes, 'top=true')).toEqual(['Andes'])
  expect(await namesOf(who.super, 'top=true')).toEqual(['Hidden', 'House', 'Norte', 'Sur'])
  expect(await namesOf(who.super, `parentId=${of.norte}`)).toEqual(['Andes'])
  expect(await namesOf(who.super, 'q=and')).toEqual(['Andes'])
  expect(await namesOf(who.super, 'q=%25%25%25')).toEqual([])
  expect(await namesOf(who.super, 'tier=2&active=true')).toEqual(['Andes'])
})

test('each company has its people, as the list of users counts them, and its companies below', async () => {
  for (const [index, companyId] of [of.andes, of.andes, of.norte].entries())
    await makeUser(product, {
      email: `counted${index}@example.com`,
      roleId: 2,
      ...(companyId ? { companyId } : {}),
    })
  const tester = { email: 'tester@example.com', roleId: 2, companyId: of.andes ?? '', isTest: true }
  await makeUser(product, tester)
  type Row = { id: string; name: string; people: number; activeCards: number; belowCount: number }
  const { items } = (await who.norte.get<{ items: Row[] }>('/companies')).body.data
  expect(items).toMatchObject([
    { name: 'Andes', people: 2, activeCards: 0, belowCount: 0 },
    { name: 'Norte', people: 1, activeCards: 0, belowCount: 1 },
  ])
  for (const { id, people } of items) {
    const users = (await who.norte.get<{ count: number }>(`/users?companyId=${id}&isTest=false`)).body.data
    expect(users.count).toBe(people)
  }
})

test('a company above the reader’s scope is never named', async () => {
  const seen = await read(who.norte, of.andes)
  expect(seen).toMatchObject({ parentName: 'Norte', mayDecide: true })
  expect(seen.settings.timeZone).toEqual({
    own: null,
    value: 'America/Lima',
    origin: 'above',
    inherited: 'America/Lima',
    inheritedOrigin: 'above',
    from: 'Norte',
  })
  const own = await read(who.andes, of.andes)
  expect(own).toMatchObject({ parentName: null, mayDecide: false, trail: [{ id: of.andes, name: 'Andes' }] })
  expect(own.settings.timeZone).toMatchObject({ value: 'America/Lima', origin: 'above', from: null })
  expect(own.settings.kycFlow).toMatchObject({ value: 'redirect', origin: 'platform' })
})

test('another company’s id is not found in any call, nor one that is hidden from administrators', async () => {
  const outside: [TestBrowser, string][] = [
    [who.norte, of.sur],
    [who.andes, of.norte],
    [who.admin, of.hidden],
    [who.norte, '00000000-0000-7000-8000-00000000dead'],
  ]
  for (const [by, id] of outside) {
    const answers = [
      await by.get(`/companies/${id}`),
      await by.patch(`/companies/${id}`, { name: 'Mine' }, ifMatch(1)),
      await by.post(`/companies/${id}/deactivate`, {}, ifMatch(1)),
      await by.post(`/companies/${id}/activate`, {}, ifMatch(1)),
    ]
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [404, 'record_not_found']),
    )
  }
  expect((await create(who.admin, { parentId: of.hidden, name: 'X', slug: 'below-hidden' })).status).toBe(404)
  expect((await who.viewer.patch(`/companies/${of.sur}`, { name: 'X' }, ifMatch(1))).body.code).toBe(
    'permission_denied',
  )
})

test('an administrator creates a company below another, and sees it at once', async () => {
  const name = `Robert'); drop table company; -- 🦊`
  const made = await create(who.admin, {
    parentId: of.andes,
    name,
    slug: 'robert',
    timeZone: 'Europe/Madrid',
  })
  expect(made.status).toBe(201)
  expect(made.body.data).toMatchObject({
    name,
    tier: 3,
    parentName: 'Andes',
    origin: 'http://robert.localhost:4000',
    people: 0,
    cards: 0,
  })
  expect(await read(who.admin, made.body.data.id)).toMatchObject({ name })
  expect((await read(who.norte, made.body.data.id)).settings.timeZone).toMatchObject({
    own: 'Europe/Madrid',
    origin: 'own',
    inherited: 'America/Lima',
  })
  const top = await create(who.admin, { parentId: null, name: 'Top', slug: 'top-one' })
  expect(top.body.data).toMatchObject({ tier: 1, parentName: null, mayDecide: true })
})

test('tier 4 has no companies below it', async () => {
  const three = await makeCompany(product, { slug: 'three', parentId: of.andes })
  const four = await makeCompany(product, { slug: 'four', parentId: three })
  const refusal = await create(who.super, { parentId: four, name: 'Five', slug: 'five' })
  expect([refusal.status, refusal.body.code]).toEqual([409, 'tier_4_has_no_children'])
})

test('a slug is used once, whoever comes first, and never one of the platform’s own', async () => {
  const body = { parentId: of.sur, name: 'Twin', slug: 'twin' }
  const racing = await Promise.all([
    create(who.super, body),
    create(who.admin, body),
    create(who.super, body),
  ])
  expect(statusesOf(racing)).toEqual([201, 409, 409])
  const lost = racing.find(({ status }) => status === 409)
  expect(lost?.body).toMatchObject({
    code: 'slug_taken',
    errors: { slug: [expect.stringMatching(/Another/)] },
  })
  for (const slug of ['www', 'admin', 'house']) {
    expect((await create(who.super, { ...body, slug })).body.code).toBe('slug_taken')
  }
  expect((await create(who.super, { ...body, slug: 'No Slug' })).status).toBe(422)
  const again = { parentId: of.sur, name: 'Sent twice', slug: 'sent-twice' }
  const twice = [
    await create(who.super, again, 'one-key-for-two'),
    await create(who.super, again, 'one-key-for-two'),
  ]
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  expect(twice[0]?.body.data.id).toBe(twice[1]?.body.data.id)
})

test('a short name is proposed from the name', async () => {
  const propose = async (query: string) =>
    (await who.super.get(`/company-slugs?${query}`)).body.data as Record<string, unknown>
  expect(await propose(`name=${encodeURIComponent('Ñandú & Peña S.A.')}`)).toMatchObject({
    proposal: 'nandu-pena-s-a',
    origin: 'http://nandu-pena-s-a.localhost:4000',
  })
  expect(await propose('name=Norte&slug=norte')).toMatchObject({ proposal: 'norte-2', isFree: false })
  expect(await propose('name=%F0%9F%A6%8A')).toMatchObject({ proposal: '', isFree: null })
  expect(await propose('slug=free-one')).toMatchObject({ isFree: true })
})

test('two people change one company: the second is shown what the first saved', async () => {
  const { version } = await read(who.norte, of.andes)
  const path = `/companies/${of.andes}`
  const first = await who.norte.patch(path, { name: 'Andes One' }, ifMatch(version))
  expect(first.body.data).toMatchObject({ name: 'Andes One', version: version + 1 })
  const second = await who.andes.patch(path, { name: 'Andes Two' }, ifMatch(version))
  expect([second.status, second.body.code]).toEqual([409, 'record_changed'])
  expect(second.body.data).toMatchObject({ name: 'Andes One', version: version + 1 })
  expect((await who.andes.patch(path, { name: 'Andes Two' })).status).toBe(422)
  expect((await change(who.andes, of.andes, { name: 'Andes' })).body.data).toMatchObject({ name: 'Andes' })
  const same = await change(who.andes, of.andes, { name: 'Andes' })
  expect(same.body.data.version).toBe(version + 2)
})

test('a value can be set and put back to the inherited one', async () => {
  const chosen = await change(who.andes, of.andes, { timeZone: 'Europe/Madrid', contactEmail: 'Hi@Andes.pe' })
  expect(chosen.body.data.settings.timeZone).toMatchObject({ own: 'Europe/Madrid', origin: 'own' })
  expect(chosen.body.data.settings.contactEmail.own).toBe('hi@andes.pe')
  const back = await change(who.andes, of.andes, { timeZone: null, contactEmail: null })
  expect(back.body.data.settings.timeZone).toMatchObject({
    own: null,
    value: 'America/Lima',
    origin: 'above',
  })
  expect((await change(who.andes, of.andes, { timeZone: 'Mars/Olympus' })).status).toBe(422)
})

test('the web site is a whole https address that shows where it leads', async () => {
  for (const url of [
    'javascript:alert(1)',
    'http://andes.pe',
    'https:andes.pe',
    'https:\\\\andes.pe',
    'https://',
    'https://andes.pe@other.example',
    'https://andes.pe/\u{202e}gpj',
    'https://an\u{200b}des.pe',
    'https://andes\n.pe',
    'https://andes.pe/"onclick',
  ]) {
    expect([url, (await change(who.andes, of.andes, { url })).status]).toEqual([url, 422])
  }
  for (const url of ['https://andes.pe', 'HTTPS://www.andes.pe:8443/a/@b?c=%20#d', 'https://año.example/ñ'])
    expect((await change(who.andes, of.andes, { url })).body.data.url).toBe(url)
  expect((await change(who.andes, of.andes, { url: '' })).body.data.url).toBeNull()
})

test('only the company above closes a company, and closing it shuts its staff out', async () => {
  expect((await setOpen(who.andes, of.andes, 'deactivate')).body.code).toBe('parent_decides')
  expect((await setOpen(who.norte, of.norte, 'deactivate')).body.code).toBe('parent_decides')
  expect((await setOpen(who.super, houseId, 'deactivate')).body.code).toBe('house_stays')
  const closed = await setOpen(who.norte, of.andes, 'deactivate')
  expect(closed.body.data).toMatchObject({ active: false })
  const shut = await who.andes.get('/companies')
  expect([shut.status, shut.body.code]).toEqual([403, 'unauthorized_access'])
  const below = await create(who.admin, { parentId: of.andes, name: 'Late', slug: 'late' })
  expect(below.body.code).toBe('company_closed')
  const open = await setOpen(who.norte, of.andes, 'activate')
  expect(open.body.data).toMatchObject({ active: true })
  expect((await who.andes.get('/companies')).status).toBe(200)
})

test('the operator’s administrators decide about companies of the first tier', async () => {
  expect(await read(who.admin, of.sur)).toMatchObject({ mayDecide: true })
  expect((await setOpen(who.admin, of.sur, 'deactivate')).status).toBe(200)
  const { closedAbove } = await read(
    who.super,
    (
      await create(who.super, {
        parentId: of.norte,
        name: 'Open below',
        slug: 'open-below',
      })
    ).body.data.id,
  )
  expect(closedAbove).toBe(false)
})
