import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { lucia, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSeller, insertSellerCode } from './codes.sql.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = (host?: string) => createTestBrowser(product.kernel.app, host)
const register = (changes: object, host?: string) =>
  browser(host).post('/registrations', { ...lucia, ...changes })
const rowOf = <R extends object>(email: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.maybe<R>('select * from app_user where email = $1', [email]),
  )
const hideAccounts = () =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into setting (key, value, changed_at)
       values ('hideAccountExistence', 'true', '2026-01-01T00:00:00Z')`,
    ),
  )

test('the code of a seller two also refers to their seller one, and each use counts once', async () => {
  const lima = await makeCompany(product, { slug: 'lima', name: 'Lima' })
  const ana = await makeUser(product, { email: 'ana@example.com', roleId: 7, companyId: lima })
  const eva = await makeUser(product, { email: 'eva@example.com', roleId: 8, companyId: lima })
  const { db, ids, clock } = product.kernel
  const codeId = ids.next()
  await db.write(allTenants, async (sql) => {
    await insertSeller(sql, { userId: eva, companyId: lima, recruitedBy: ana })
    const validity = { validFrom: clock.now(), validTo: null, maxUses: 1, createdAt: clock.now() }
    await insertSellerCode(sql, { id: codeId, companyId: lima, ownerId: eva, code: 'EVA-2026', ...validity })
  })
  const found = await browser().get('/person-codes/eva-2026')
  expect(found.body.data).toEqual({ code: 'EVA-2026', kind: 'seller', companyName: 'Lima' })
  const both = await Promise.all(
    ['one@example.com', 'two@example.com'].map((email) => register({ email, code: 'eva-2026' })),
  )
  expect(statusesOf(both)).toEqual([201, 410])
  const lost = both.find(({ status }) => status === 410)
  expect(lost?.body).toMatchObject({
    code: 'seller_code_used_up',
    errors: { code: ['Seller code already used up'] },
  })
  const rows = await Promise.all(['one@example.com', 'two@example.com'].map((email) => rowOf(email)))
  expect(rows.filter((row) => row !== null)).toMatchObject([
    { company_id: lima, seller_code_id: codeId, seller_one_id: ana, seller_two_id: eva, referrer_id: null },
  ])
})

test('of many registrations at the same moment exactly as many have the code as it has uses', async () => {
  const lima = await makeCompany(product, { slug: 'lima-race' })
  const ana = await makeUser(product, { email: 'ana-race@example.com', roleId: 7, companyId: lima })
  const { db, ids, clock } = product.kernel
  await db.write(allTenants, async (sql) => {
    const validity = { validFrom: clock.now(), validTo: null, maxUses: 3, createdAt: clock.now() }
    await insertSellerCode(sql, {
      id: ids.next(),
      companyId: lima,
      ownerId: ana,
      code: 'RACE-01',
      ...validity,
    })
  })
  const emails = Array.from({ length: 8 }, (_, number) => `race${number}@example.com`)
  const answers = await Promise.all(emails.map((email) => register({ email, code: 'RACE-01' })))
  const told = answers.map(({ status, body }) => (status === 201 ? 'in' : body.code))
  expect(told.filter((each) => each === 'in')).toHaveLength(3)
  expect(new Set(told)).toEqual(new Set(['in', 'seller_code_used_up']))
  const rows = await Promise.all(emails.map((email) => rowOf(email)))
  expect(rows.filter((row) => row !== null)).toHaveLength(3)
  const [code] = await db.read(allTenants, (sql) =>
    sql.rows(`select uses from seller_code where code = 'RACE-01'`),
  )
  expect(code).toEqual({ uses: 3 })
})

test('invalid codes say what is wrong: not found, not active, not valid yet, or expired', async () => {
  const lima = await makeCompany(product, { slug: 'lima-two' })
  const ana = await makeUser(product, { email: 'ana2@example.com', roleId: 7, companyId: lima })
  const { db, ids, clock } = product.kernel
  const code = (text: string, from: number, to: number | null) =>
    db.write(allTenants, (sql) => {
      const at = (ms: number) => new Date(clock.now().getTime() + ms)
      const validity = { validFrom: at(from), validTo: to === null ? null : at(to), maxUses: null }
      const owned = { id: ids.next(), companyId: lima, ownerId: ana, code: text, createdAt: clock.now() }
      return insertSellerCode(sql, { ...owned, ...validity })
    })
  await code('SOON-01', 60_000, null)
  await code('OVER-01', -60_000, -1)
  await code('GOOD-01', -60_000, null)
  const told = async (text: string, host?: string) =>
    (await browser(host).get(`/person-codes/${text}`)).body.code
  expect(await told('SOON-01')).toBe('seller_code_not_yet_valid')
  expect(await told('OVER-01')).toBe('seller_code_expired')
  expect(await told('NEVER-01')).toBe('seller_code_not_found')
  expect(await told('7K2M9QFD')).toBe('referral_code_not_found')
  expect(await told("'; --")).toBe('seller_code_not_found')
  // The code is unknown at another company's host.
  await makeCompany(product, { slug: 'sur' })
  expect(await told('GOOD-01', 'lima-two.localhost:4000')).toBeUndefined()
  expect(await told('GOOD-01', 'sur.localhost:4000')).toBe('seller_code_not_found')
})

test('where accounts are hidden, a registration counts a use of its code, also for a known address', async () => {
  await hideAccounts()
  await makeUser(product, { email: 'mover@example.com', roleId: 2 })
  const { db, ids, clock } = product.kernel
  const ownerId = await makeUser(product, { email: 'seller@example.com', roleId: 7 })
  const from = { companyId: houseId, ownerId, validFrom: new Date(0), validTo: null, createdAt: clock.now() }
  await db.write(allTenants, async (sql) => {
    await insertSeller(sql, { userId: ownerId, companyId: houseId, recruitedBy: null })
    for (const code of ['TAKENONE', 'FREEONE'])
      await insertSellerCode(sql, { ...from, id: ids.next(), code, maxUses: 1 })
  })
  const usedBy = async (email: string, code: string) => {
    expect((await browser().post('/registrations', { ...lucia, email, code })).status).toBe(201)
    return (await browser().get(`/person-codes/${code}`)).body.code
  }
  const free = await usedBy('coded@example.com', 'FREEONE')
  expect([await usedBy('mover@example.com', 'TAKENONE'), free]).toEqual([free, 'seller_code_used_up'])
})
