import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminDetail } from '../../contract/src/access/admins.ts'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { readChanges } from '../../server/src/audit/changes.sql.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { makeUser } from '../support/test-people.ts'

/** Only a super administrator makes a super administrator or a provider top admin, and a second one approves it. */
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [boss, second, admin] = [] as unknown as Admin[] as [Admin, Admin, Admin]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  const make = (name: string, roleId: number) => createAdmin(product, { name, roleId })
  boss = await make('boss', 6)
  admin = await make('admin', 1)
})
afterAll(() => product.stop())

let made = 0
const makePerson = (roleId = 1) => {
  made += 1
  return makeUser(product, { email: `made${made}@example.com`, roleId, companyId: houseId })
}
const body = (roleId: number) => ({ roleId, reason: 'Runs the programme' })
const request = (by: Admin, id: string, roleId: number) =>
  people.confirmed<{ approvalId: string }>(by, `/admins/${id}/top-role`, body(roleId))
const roleOf = async (id: string) => (await boss.browser.get<AdminDetail>(`/admins/${id}`)).body.data.roleId

test('a single super administrator requests it, and cannot approve it alone', async () => {
  const id = await makePerson()
  const { approvalId } = (await request(boss, id, 6)).body.data
  expect((await people.read(boss, approvalId)).body.data).toMatchObject({
    canCheck: false,
    selfCheckFrom: null,
  })
  expect((await people.approve(boss, approvalId)).body.code).toBe('own_request')
  expect(await roleOf(id)).toBe(1)
  second = await createAdmin(product, { name: 'second', roleId: 6 })
  expect((await people.approve(boss, approvalId)).body.code).toBe('own_request')
  expect((await people.approve(second, approvalId)).body.data.status).toBe('approved')
  expect(await roleOf(id)).toBe(6)
})

test.each([6, 11])('one requests role %i, another approves, and the person is logged out', async (roleId) => {
  const person = await createAdmin(product, { name: `raised${roleId}`, roleId: 1 })
  const requested = await request(boss, person.userId, roleId)
  expect(requested.status).toBe(202)
  const role = roleId === 6 ? 'super_admin' : 'provider_top_admin'
  expect(requested.step?.show).toMatchObject({ role })
  const { approvalId } = requested.body.data
  const seen = (await people.read(second, approvalId)).body.data
  expect(seen).toMatchObject({ canCheck: true, changes: [{ name: 'role', before: 'admin', after: role }] })
  expect((await people.approve(second, approvalId)).body.data.status).toBe('approved')
  expect(await roleOf(person.userId)).toBe(roleId)
  expect((await person.browser.get('/admins')).status).toBe(401)
  const [last] = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'user', entityId: person.userId, limit: 1 }),
  )
  expect(last).toMatchObject({ actorId: boss.userId, before: { roleId: 1 }, after: { roleId } })
})

test('an administrator of another role can neither request nor see nor approve it', async () => {
  const id = await makePerson()
  expect((await request(admin, id, 6)).body.code).toBe('role_not_allowed')
  const { approvalId } = (await request(boss, id, 11)).body.data
  expect((await people.read(admin, approvalId)).body.code).toBe('permission_denied')
  const approved = await people.confirmed(admin, `/approvals/${approvalId}/approve`, { version: 'x' })
  expect(approved.body.code).toBe('permission_denied')
  expect((await people.reject(admin, approvalId)).body.code).toBe('permission_denied')
  const listed = await admin.browser.get<{ items: { id: string }[] }>('/approvals')
  expect(listed.body.data.items.map((each) => each.id)).not.toContain(approvalId)
  const others = await second.browser.get<{ items: { id: string }[] }>('/approvals?side=others')
  expect(others.body.data.items.map((each) => each.id)).toContain(approvalId)
  expect((await people.reject(second, approvalId)).body.data.status).toBe('rejected')
  expect(await roleOf(id)).toBe(1)
})

test('the person concerned approves nothing for themselves, and nobody requests for themselves', async () => {
  expect((await request(boss, boss.userId, 11)).body.code).toBe('own_account')
  const { approvalId } = (await request(boss, second.userId, 11)).body.data
  const approved = await people.approve(second, approvalId)
  expect(approved.body.data).toMatchObject({ status: 'failed', failure: { code: 'own_account' } })
  expect(await roleOf(second.userId)).toBe(6)
})

test('a role that the person has, a deactivated person, and a cardholder are refused', async () => {
  expect((await request(boss, second.userId, 6)).body.code).toBe('role_not_allowed')
  const holder = await makeUser(product, { email: 'holder@example.com', roleId: 2 })
  expect((await request(boss, holder, 6)).body.code).toBe('record_not_found')
  const left = await makePerson()
  await people.confirmed(boss, `/users/${left}/deactivate`, { note: 'Left' })
  expect((await request(boss, left, 6)).body.code).toBe('role_not_allowed')
  expect((await request(boss, left, 1)).status).toBe(422)
})

test('a maker who is no super administrator any more ends the request as failed', async () => {
  const third = await createAdmin(product, { name: 'third', roleId: 6 })
  const id = await makePerson()
  const { approvalId } = (await request(third, id, 6)).body.data
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 1 where id = $1', [third.userId]),
  )
  expect((await people.approve(second, approvalId)).body.data.status).toBe('failed')
  expect(await roleOf(id)).toBe(1)
})
