import type { AdminDetail } from '@cardamom/contract/access/admins'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { readChanges } from '../../server/src/audit/changes.sql.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { makeCompany, makeUser } from '../support/test-people.ts'

/** Grants by two people: one requests, another approves; both may only grant what they have. */
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [north, below, other] = ['', '', '']
let [boss, second, company, colleague, provider] = [] as unknown as Admin[] as [
  Admin,
  Admin,
  Admin,
  Admin,
  Admin,
]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  north = await makeCompany(product, { slug: 'north' })
  below = await makeCompany(product, { slug: 'below', parentId: north })
  other = await makeCompany(product, { slug: 'other' })
  const make = (name: string, roleId: number, companyId = houseId) =>
    createAdmin(product, { name, roleId, companyId })
  boss = await make('boss', 6)
  second = await make('second', 6)
  company = await make('company', 5, north)
  colleague = await make('colleague', 5, north)
  provider = await make('provider', 11)
})
afterAll(() => product.stop())

let made = 0
const makeAdmin = (roleId: number, companyId: string) => {
  made += 1
  return makeUser(product, { email: `made${made}@example.com`, roleId, companyId })
}
const reason = 'Helps with cards'
const request = (by: Admin, id: string, body: object) =>
  people.confirmed<{ approvalId: string }>(by, `/admins/${id}/permissions`, { ...body, reason })
const detailOf = async (by: Admin, id: string) =>
  (await by.browser.get<AdminDetail>(`/admins/${id}`)).body.data
/** Requests and approves a change, and reads the person. */
const change = async (by: Admin, checker: Admin, { id, body }: { id: string; body: object }) => {
  const approvalId = await people.request(by, `/admins/${id}/permissions`, { ...body, reason })
  const approved = await people.approve(checker, approvalId)
  expect([approved.status, approved.body.data?.status]).toEqual([200, 'approved'])
  return detailOf(by, id)
}
const tagOf = ({ tags }: AdminDetail, name: string) => tags.find(({ tag }) => tag === name)

test('permissions count when a second person has approved them, each with its source', async () => {
  const id = await makeAdmin(9, below)
  const requested = await request(company, id, { grant: ['users.view', 'cards.view'] })
  expect(requested.status).toBe(202)
  expect(requested.step?.show).toMatchObject({ granted: 'users.view, cards.view', reason })
  expect(tagOf(await detailOf(company, id), 'users.view')).toMatchObject({ isHeld: false, source: 'none' })
  const own = await people.approve(company, requested.body.data.approvalId)
  expect(own.body.code).toBe('own_request')
  expect((await people.approve(colleague, requested.body.data.approvalId)).status).toBe(200)
  const granted = await detailOf(company, id)
  expect(tagOf(granted, 'users.view')).toMatchObject({
    isHeld: true,
    source: 'granted',
    setBy: { id: company.userId },
    may: ['reset'],
  })
  expect(tagOf(granted, 'kyc.review')).toMatchObject({ isHeld: false, source: 'none', may: [] })
  const put = await change(colleague, company, { id, body: { reset: ['users.view'], deny: ['cards.view'] } })
  expect(tagOf(put, 'users.view')).toMatchObject({ isHeld: false, source: 'none', may: ['grant'] })
  expect(tagOf(put, 'cards.view')).toMatchObject({ isHeld: false, source: 'denied' })
  expect(put.overrides).toBe(1)
  const [last] = await product.kernel.db.read(allTenants, (sql) =>
    readChanges(sql, { entity: 'user', entityId: id, limit: 1 }),
  )
  expect(last).toMatchObject({
    action: 'POST /admins/:id/permissions',
    actorId: colleague.userId,
    before: { granted: ['cards.view', 'users.view'], denied: [] },
    after: { granted: [], denied: ['cards.view'] },
  })
})

test.each([
  [{ grant: ['kyc.review'] }, 403, 'more_than_own'],
  [{ grant: ['settings.gateway'] }, 409, 'tag_not_grantable'],
  [{ grant: ['users.view'], deny: ['users.view'] }, 409, 'tag_not_grantable'],
  [{ grant: ['users.view', 'users.view'] }, 409, 'tag_not_grantable'],
  [{ grant: ["'; --"] }, 422, 'validation'],
  [{ scope: { kind: 'listed', companyIds: [] } }, 422, 'validation'],
])('the request %j of a company admin is refused at once: %i %s', async (body, status, code) => {
  const id = await makeAdmin(9, north)
  const answer = await request(company, id, body)
  expect([answer.status, answer.body.code]).toEqual([status, code])
  expect(await detailOf(company, id)).toMatchObject({ overrides: 0 })
})

test('nobody asks for themselves, for a higher role, or for a person out of scope', async () => {
  expect((await request(boss, boss.userId, {})).body.code).toBe('own_account')
  expect((await request(company, provider.userId, {})).body.code).toBe('record_not_found')
  const admin = await createAdmin(product, { name: 'admin', roleId: 1 })
  expect((await request(admin, boss.userId, {})).body.code).toBe('role_not_allowed')
  expect((await request(admin, provider.userId, {})).body.code).toBe('role_not_allowed')
})

test('a scope has only companies that its setter sees', async () => {
  const id = await makeAdmin(9, north)
  const listed = (companyIds: string[]) => ({ scope: { kind: 'listed', companyIds } })
  expect((await request(company, id, listed([other]))).body.code).toBe('more_than_own')
  const waiting = (await request(company, id, listed([below]))).body.data.approvalId
  expect((await people.read(colleague, waiting)).body.data.changes).toContainEqual({
    name: 'dataScope',
    before: 'own',
    after: 'listed',
  })
  const set = await change(company, colleague, { id, body: listed([below]) })
  expect(set).toMatchObject({
    dataScope: { kind: 'listed', companies: [{ id: below, name: 'below' }] },
    companiesSeen: 1,
  })
  const all = await change(boss, second, { id, body: { scope: { kind: 'all' } } })
  expect(all.companiesSeen).toBeGreaterThan(3)
  const sub = await makeAdmin(10, houseId)
  expect((await request(provider, sub, { scope: { kind: 'all' } })).body.code).toBe('tag_not_grantable')
  const reach = await change(provider, boss, { id: sub, body: listed([other]) })
  expect(reach.companiesSeen).toBe(1)
})

test('nobody approves what somebody asked for them', async () => {
  const approvalId = await people.request(company, `/admins/${colleague.userId}/permissions`, {
    deny: ['users.view'],
    reason,
  })
  const answer = await people.approve(colleague, approvalId)
  expect(answer.body.data).toMatchObject({ status: 'failed', failure: { code: 'own_account' } })
  expect(await detailOf(boss, colleague.userId)).toMatchObject({ overrides: 0 })
})

test('a company admin does not undo what a super administrator denied', async () => {
  const id = await makeAdmin(9, north)
  await change(boss, second, { id, body: { deny: ['users.view'] } })
  expect(tagOf(await detailOf(company, id), 'users.view')).toMatchObject({ source: 'denied', may: [] })
  for (const body of [{ reset: ['users.view'] }, { grant: ['users.view'] }])
    expect((await request(company, id, body)).body.code).toBe('more_than_own')
  const lifted = await change(second, boss, { id, body: { reset: ['users.view'] } })
  expect(lifted.overrides).toBe(0)
})

test('a maker who lost the tag meanwhile has no effect', async () => {
  const id = await makeAdmin(9, north)
  const leaver = await createAdmin(product, { name: 'leaver', roleId: 5, companyId: north })
  const approvalId = await people.request(leaver, `/admins/${id}/permissions`, {
    grant: ['users.view'],
    reason,
  })
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set role_id = 9 where id = $1', [leaver.userId]),
  )
  const answer = await people.approve(colleague, approvalId)
  expect(answer.body.data).toMatchObject({ status: 'failed' })
  expect(await detailOf(company, id)).toMatchObject({ overrides: 0 })
})
