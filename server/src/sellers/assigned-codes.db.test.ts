import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin, type AdminPerson } from '../access/admin-person.test-kit.ts'
import { readChanges } from '../audit/changes.sql.ts'
import { readAttribution } from '../identity/people.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSeller, insertSellerCode } from './codes.sql.ts'

let product: PeopleProduct
let [north, south, ana, eva, holder] = ['', '', '', '', '']
let [admin, viewer] = [] as unknown as [AdminPerson, AdminPerson]

const addCode = (of: { code: string; ownerId: string; companyId: string; maxUses?: number }) => {
  const { db, ids, clock } = product.kernel
  const { maxUses = null, ...rest } = of
  const validity = { validFrom: clock.now(), validTo: null, maxUses, createdAt: clock.now() }
  return db.write(allTenants, (sql) => insertSellerCode(sql, { id: ids.next(), ...rest, ...validity }))
}

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south', parentId: north })
  admin = await makeAdmin(product, { name: 'admin', roleId: 5, companyId: north })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
  ana = await makeUser(product, { email: 'ana@example.com', roleId: 7, companyId: north })
  eva = await makeUser(product, { email: 'eva@example.com', roleId: 8, companyId: north })
  holder = await makeUser(product, { email: 'holder@example.com', roleId: 2, companyId: north })
  const seller = { userId: eva, companyId: north, recruitedBy: ana }
  await product.kernel.db.write(allTenants, (sql) => insertSeller(sql, seller))
  await addCode({ code: 'EVA-NORTH', ownerId: eva, companyId: north, maxUses: 1 })
  const far = await makeUser(product, { email: 'far@example.com', roleId: 7, companyId: south })
  await addCode({ code: 'FAR-SOUTH', ownerId: far, companyId: south })
})
afterAll(() => product.stop())

const assign = (by: AdminPerson, id: string, code: string) =>
  confirmed<object>(product, by, { method: 'POST', path: `/users/${id}/seller-code`, body: { code } })
const usesOf = (code: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ uses: number }>('select uses from seller_code where code = $1', [code]),
  )

test('a code of the same company is assigned once, with both sellers, and counts one use', async () => {
  const path = `/users/${holder}/seller-code`
  const none = { code: null, ownerName: null }
  expect((await admin.browser.get(path)).body.data).toEqual(none)
  const answer = await assign(admin, holder, 'eva-north')
  expect(answer).toMatchObject({ status: 200, show: { sellerCode: 'EVA-NORTH' } })
  expect(answer.body.data).toEqual({ code: 'EVA-NORTH', ownerName: 'Ana Paz' })
  expect((await admin.browser.get(path)).body.data).toEqual({ code: 'EVA-NORTH', ownerName: 'Ana Paz' })
  const stored = await product.kernel.db.read(allTenants, (sql) => readAttribution(sql, holder))
  expect(stored).toMatchObject({ sellerOneId: ana, sellerTwoId: eva, referrerId: null })
  // The same code again changes nothing, although it has no uses left.
  expect((await assign(admin, holder, 'EVA-NORTH')).status).toBe(200)
  expect(await usesOf('EVA-NORTH')).toEqual([{ uses: 1 }])
})

test('a used-up, unknown or own code, one of another company, and a referral code are refused', async () => {
  const second = await makeUser(product, { email: 'second@example.com', roleId: 2, companyId: north })
  const codes = async (id: string, code: string) => (await assign(admin, id, code)).body.code
  expect(await codes(second, 'EVA-NORTH')).toBe('seller_code_used_up')
  expect(await codes(second, 'NOBODY-1')).toBe('seller_code_not_found')
  expect(await codes(second, 'FAR-SOUTH')).toBe('seller_code_not_found')
  expect(await usesOf('FAR-SOUTH')).toEqual([{ uses: 0 }])
  await addCode({ code: 'ANA-NORTH', ownerId: ana, companyId: north })
  expect(await codes(ana, 'ANA-NORTH')).toBe('seller_code_not_found')
  const [{ code } = { code: '' }] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ code: string }>('select referral_code code from app_user where id = $1', [ana]),
  )
  expect(await codes(second, code)).toBe('seller_code_not_found')
})

test('nobody assigns a code without the tag, or to a person out of scope', async () => {
  const away = await makeUser(product, { email: 'away@example.com', roleId: 2 })
  expect((await assign(admin, away, 'ANA-NORTH')).body.code).toBe('record_not_found')
  expect((await admin.browser.get(`/users/${away}/seller-code`)).status).toBe(404)
  expect((await assign(viewer, holder, 'ANA-NORTH')).body.code).toBe('permission_denied')
})

test('the audit has who earned with the person before, and who earns now', async () => {
  const third = await makeUser(product, { email: 'third@example.com', roleId: 2, companyId: north })
  await addCode({ code: 'EVA-AGAIN', ownerId: eva, companyId: north })
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set referrer_id = $1 where id = $2', [holder, third]),
  )
  expect((await assign(admin, third, 'EVA-AGAIN')).status).toBe(200)
  const [change] = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'user', entityId: third, limit: 1 }),
  )
  expect(change).toMatchObject({
    before: { sellerCode: null, referrerId: holder },
    after: { sellerCode: 'EVA-AGAIN', referrerId: null, sellerOneId: ana, sellerTwoId: eva },
  })
})
