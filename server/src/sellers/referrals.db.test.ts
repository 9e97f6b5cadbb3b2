import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSeller, insertSellerCode } from './codes.sql.ts'

/** Referral codes of everybody, and the rooms of sellers: each sees only who came with their own codes. */
let product: PeopleProduct
let lima = ''
const id: Record<string, string> = {}

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  lima = await makeCompany(product, { slug: 'lima' })
  for (const [name, roleId] of [
    ['giver', 2],
    ['other', 2],
    ['ana', 7],
    ['eva', 8],
    ['rival', 7],
  ] as const)
    id[name] = await makeUser(product, { email: `${name}@example.com`, roleId, companyId: lima })
  const { db, ids, clock } = product.kernel
  await db.write(allTenants, async (sql) => {
    const of = (name: string) => id[name] ?? ''
    await insertSeller(sql, { userId: of('ana'), companyId: lima, recruitedBy: null })
    await insertSeller(sql, { userId: of('eva'), companyId: lima, recruitedBy: of('ana') })
    for (const name of ['ana', 'eva', 'rival']) {
      const validity = { validFrom: clock.now(), validTo: null, maxUses: null, createdAt: clock.now() }
      const owned = { id: ids.next(), companyId: lima, ownerId: of(name), code: `${name.toUpperCase()}-LIMA` }
      await insertSellerCode(sql, { ...owned, ...validity })
    }
  })
})
afterAll(() => product.stop())

const visitor = () => createTestBrowser(product.kernel.app)
const register = async (email: string, code: string) => {
  const answer = await visitor().post('/registrations', { ...lucia, email, code })
  expect([email, answer.status]).toEqual([email, 201])
}
type Referrals = { code: string; url: string; months: number; people: number }
type Friends = { items: { initials: string; earns: boolean; earnsUntil: string }[]; next: string | null }

test('everybody has a link with their code, and sees who joined by initials only', async () => {
  const giver = await logIn(product, 'giver')
  const mine = (await giver.get<Referrals>('/referrals')).body.data
  expect(mine).toMatchObject({ months: 12, people: 0 })
  expect(mine.url).toBe(`http://lima.localhost:4000/register?code=${mine.code}`)
  expect((await visitor().get(`/person-codes/${mine.code}`)).body.data).toMatchObject({ kind: 'referral' })
  expect((await giver.get<Friends>('/referrals/people')).body.data).toEqual({ items: [], next: null })
  const emails = Array.from({ length: 31 }, (_, number) => `friend${number}@example.com`)
  for (const email of emails) await register(email, mine.code)
  expect((await giver.get<Referrals>('/referrals')).body.data.people).toBe(31)
  const first = (await giver.get<Friends>('/referrals/people')).body.data
  expect(first.items).toHaveLength(30)
  expect(first.items[0]).toMatchObject({ initials: 'L. I.', earns: true })
  expect(JSON.stringify(first)).not.toMatch(/Luc|friend|@/)
  const second = (await giver.get<Friends>(`/referrals/people?before=${first.next}`)).body.data
  expect(second.items).toHaveLength(1)
  expect(second.next).toBe(null)
  const other = await logIn(product, 'other')
  expect((await other.get<Referrals>('/referrals')).body.data.people).toBe(0)
  expect((await other.get<Friends>(`/referrals/people?before=${first.next}`)).body.data.items).toEqual([])
})

type Person = { id: string; name: string; code: string | null; referredById: string | null }

test('a seller reads only the people of their own codes, and by id nobody else', async () => {
  await register('ofana@example.com', 'ANA-LIMA')
  await register('ofeva@example.com', 'EVA-LIMA')
  await register('ofrival@example.com', 'RIVAL-LIMA')
  const people = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ id: string; email: string }>(`select id, email from app_user where email like 'of%'`),
  )
  const idOf = (email: string) => people.find((each) => each.email === email)?.id ?? ''
  const seen = { ana: 'ofana', eva: 'ofeva', rival: 'ofrival' } as const
  for (const [seller, own] of Object.entries(seen)) {
    const browser = await logIn(product, seller)
    const path = `/referred-people?referredById=${id[seller]}`
    const { items } = (await browser.get<{ items: Person[] }>(path)).body.data
    expect([seller, items.map((each) => each.id)]).toEqual([seller, [idOf(`${own}@example.com`)]])
    const all = (await browser.get<{ items: Person[] }>('/referred-people?limit=200')).body.data.items
    expect([seller, all.map((each) => each.id)]).toEqual([seller, [idOf(`${own}@example.com`)]])
    for (const other of Object.values(seen)) {
      const { status } = await browser.get(`/users/${idOf(`${other}@example.com`)}`)
      expect([seller, other, status]).toEqual([seller, other, other === own ? 200 : 404])
      const code = await browser.get(`/users/${idOf(`${other}@example.com`)}/seller-code`)
      expect([seller, other, code.status]).toEqual([seller, other, other === own ? 200 : 404])
    }
  }
  const holder = await logIn(product, 'other')
  expect((await holder.get('/referred-people')).body.code).toBe('permission_denied')
})

test('a seller reads their own codes with the link of their company, and no code of others', async () => {
  type Code = { code: string; url: string; state: string; uses: number }
  const codesOf = async (name: string) =>
    (await (await logIn(product, name)).get<{ items: Code[] }>('/own-codes')).body.data.items
  expect(await codesOf('eva')).toMatchObject([
    { code: 'EVA-LIMA', url: 'http://lima.localhost:4000/register?code=EVA-LIMA', state: 'active', uses: 1 },
  ])
  expect((await codesOf('ana')).map(({ code }) => code)).toEqual(['ANA-LIMA'])
  expect(await codesOf('other')).toEqual([])
  const eva = await logIn(product, 'eva')
  for (const path of ['/seller-codes', '/sellers'])
    expect((await eva.get(path)).body.code).toBe('permission_denied')
})

test('everybody reads how the share of their company is divided, with examples to the cent, and of no other one', async () => {
  type Rules = {
    sellerTwoPart: string
    sellerOnePart: string
    speeds: { speed: string; examples: object[] }[]
  }
  const eva = await logIn(product, 'eva')
  const rules = (await eva.get<Rules>('/split-rules')).body.data
  expect(rules).toMatchObject({ sellerTwoPart: '80.00', sellerOnePart: '20.00', referralMonths: 12 })
  expect(rules.speeds[0]).toMatchObject({
    speed: 'regular',
    rate: '0.25',
    examples: [
      { gross: '1000.00', share: '2.50', sellerTwo: '2.00', sellerOne: '0.50' },
      { gross: '333.33', share: '0.83', sellerTwo: '0.66', sellerOne: '0.17' },
      { gross: '10.00', share: '0.02', sellerTwo: '0.01', sellerOne: '0.01' },
    ],
  })
  const andes = await makeCompany(product, { slug: 'andes' })
  expect((await eva.get(`/split-rules?companyId=${andes}`)).body.code).toBe('record_not_found')
})
