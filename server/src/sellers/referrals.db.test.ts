import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
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

test('the file of referred people needs the tag for files of people and a step-up', async () => {
  const path = '/referred-people/export'
  expect((await (await logIn(product, 'ana')).post(path, {})).body.code).toBe('permission_denied')
  const boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  expect((await boss.browser.post(path, {})).body.code).toBe('step_up_required')
  const made = await createTwoPeople(product).confirmed<{ url: string }>(boss, path, {})
  expect(made.status).toBe(201)
  expect(made.step?.show).toEqual({})
  const { text } = await boss.browser.get(made.body.data.url.replace('/api', ''))
  expect(text).toContain('EVA-LIMA')
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

test('administrators read who referred whom, with the search, in their companies only', async () => {
  type Referrer = { id: string; name: string; people: number; earned: string | null; code: string }
  const boss = await createAdmin(product, { name: 'reader', roleId: 6 })
  const elsewhere = await makeCompany(product, { slug: 'elsewhere' })
  const ofLima = await createAdmin(product, { name: 'local', roleId: 5, companyId: lima })
  const ofElsewhere = await createAdmin(product, { name: 'far', roleId: 5, companyId: elsewhere })
  const other = await logIn(product, 'other')
  const { code } = (await other.get<Referrals>('/referrals')).body.data
  await register('nested@example.com', code)
  const [nested] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ id: string; code: string }>(
      `select id, referral_code as code from app_user where email = 'nested@example.com'`,
    ),
  )
  await register('leaf@example.com', nested?.code ?? '')
  const referrers = async (by: Admin, query: string) =>
    (await by.browser.get<{ items: Referrer[] }>(`/referrers?${query}`)).body.data.items
  const facts = (rows: readonly Referrer[]) => rows.map(({ id: of, people }) => [of, people])
  const all = [
    [id['giver'], 31],
    [id['other'], 1],
    [nested?.id, 1],
  ]
  expect(facts(await referrers(boss, 'sort=createdAt'))).toEqual(all)
  expect(facts(await referrers(ofLima, 'sort=createdAt'))).toEqual(all)
  expect(facts(await referrers(ofLima, 'sort=createdAt&top=true'))).toEqual(all.slice(0, 2))
  expect(facts(await referrers(boss, 'q=other%40example.com'))).toEqual([all[1]])
  expect(await referrers(ofElsewhere, '')).toEqual([])
  expect((await referrers(boss, 'q=other%40example.com'))[0]).toMatchObject({ code, earned: '0.00' })
  expect((await referrers(ofLima, 'q=other%40example.com'))[0]?.earned).toBe(null)
  const below = await boss.browser.get<{ items: { id: string; referrals: number }[] }>(
    `/referred-people?referredById=${id['other']}&by=referrer`,
  )
  expect(below.body.data.items).toMatchObject([{ id: nested?.id, referrals: 1 }])
  // A seller sees no referrers, and of a client not how many they referred.
  const ana = await logIn(product, 'ana')
  expect((await ana.get<{ items: Referrer[] }>('/referrers')).body.data.items).toEqual([])
  const clients = await ana.get<{ items: { referrals: null }[] }>('/referred-people')
  expect(clients.body.data.items.map(({ referrals }) => referrals)).toEqual([null])
  expect((await other.get('/referrers')).body.code).toBe('permission_denied')
})

const isReferrer = async () =>
  (
    await product.kernel.db.read(allTenants, (sql) =>
      sql.rows<{ is: boolean }>('select has_referrals as is from app_user where id = $1', [
        id['other'] ?? '',
      ]),
    )
  )[0]?.is
const removeFriends = 'update app_user set referrer_id = null where referrer_id = $1'

test('who referred nobody any more is no referrer', async () => {
  expect(await isReferrer()).toBe(true)
  await product.kernel.db.write(allTenants, (sql) => sql.run(removeFriends, [id['other'] ?? '']))
  expect(await isReferrer()).toBe(false)
})

test('who registers while the last friend is removed makes the person a referrer', async () => {
  const other = await logIn(product, 'other')
  const { code } = (await other.get<Referrals>('/referrals')).body.data
  await register('last@example.com', code)
  const client = new pg.Client({ connectionString: product.database.ownerUrl })
  await client.connect()
  await client.query('begin')
  await client.query(removeFriends, [id['other']])
  let isWritten = false
  const registered = register('next@example.com', code).finally(() => {
    isWritten = true
  })
  const waitsOrIsWritten = async () => {
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
    return isWritten || rowCount === 1
  }
  await expect.poll(waitsOrIsWritten, { timeout: 60_000 }).toBe(true)
  await client.query('commit')
  await client.end()
  await registered
  expect(await isReferrer()).toBe(true)
})
