import type { BulkResult } from '@cardamom/contract/bulk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantOperation } from '../../../tests/support/step-up-kit.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin, prepared, type AdminPerson } from './admin-person.test-kit.ts'

let product: PeopleProduct
let [north, south] = ['', '']
let [company, viewer] = [] as unknown as [AdminPerson, AdminPerson]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  north = await makeCompany(product, { slug: 'north' })
  south = await makeCompany(product, { slug: 'south' })
  company = await makeAdmin(product, { name: 'company', roleId: 5, companyId: north })
  viewer = await makeAdmin(product, { name: 'viewer', roleId: 3 })
})
afterAll(() => product.stop())

let made = 0
const person = async (companyId = north) => {
  made += 1
  const email = `person${made}@example.com`
  return { id: await makeUser(product, { email, roleId: 2, companyId }), email }
}
type Answer = { results: BulkResult[] }
const bulk = (by: AdminPerson, action: string, ids: readonly string[], key = `bulk-${action}-${made}`) =>
  confirmed<Answer>(product, by, {
    method: 'POST',
    path: `/users/bulk/${action}`,
    body: { ids, note: 'Left us' },
    key,
  })
const rows = (query: string, values: string[][]) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows<Record<string, unknown>>(query, [...values]))
const activeOf = async (ids: string[]) => {
  const found = await rows('select id, active from app_user where id = any ($1)', [ids])
  return ids.map((id) => found.find((each) => each['id'] === id)?.['active'])
}

test('each row has its own result and audit entry, and a refused row stops no other', async () => {
  const [one, foreign, two] = [await person(), await person(south), await person()]
  const session = await logIn(product, one.email)
  const ids = [one.id, foreign.id, company.userId, two.id]
  const answer = await bulk(company, 'deactivate', ids)
  expect(answer.status).toBe(200)
  expect(answer.body.data.results).toEqual([
    { id: one.id, code: null, message: null },
    { id: foreign.id, code: 'record_not_found', message: expect.stringMatching(/./) },
    { id: company.userId, code: 'own_account', message: expect.stringContaining('own account') },
    { id: two.id, code: null, message: null },
  ])
  expect(await activeOf(ids)).toEqual([false, true, true, false])
  expect((await session.get('/me')).status).toBe(401)
  const audit = await rows(
    `select a.object_id, a.outcome, (select count(*)::int from audit_change c where c.audit_id = a.id) as changes
     from audit a where a.action = 'POST /users/:id/deactivate' and a.object_id = any ($1) order by a.id`,
    [ids],
  )
  expect(audit.map((each) => [each['object_id'], each['outcome'], each['changes']])).toEqual([
    [one.id, 'done', 1],
    [foreign.id, 'record_not_found', 0],
    [company.userId, 'own_account', 0],
    [two.id, 'done', 1],
  ])
  const undo = await bulk(company, 'activate', [one.id, two.id])
  expect(undo.body.data.results.map(({ code }) => code)).toEqual([null, null])
  expect(await activeOf([one.id, two.id])).toEqual([true, true])
  const lifted = await bulk(company, 'lockouts/lift', [one.id, foreign.id])
  expect(lifted.body.data.results.map(({ code }) => code)).toEqual([null, 'record_not_found'])
})

test('one confirmation names how many and whom, and admits exactly these rows once', async () => {
  const [one, two, other] = [await person(), await person(), await person()]
  const path = '/users/bulk/deactivate'
  const body = { ids: [one.id, two.id], note: 'Left us' }
  const send = await prepared<Answer>(product, company, { method: 'POST', path, body, key: 'bulk-bound-1' })
  const answer = await send()
  const people = `2: Ana Paz (${one.email}), Ana Paz (${two.email})`
  expect(answer).toMatchObject({ status: 200, show: { people, note: 'Left us' } })
  // A confirmation of the last 15 minutes admits no bulk call, and the grant is bound to its rows.
  const more = await company.browser.post(
    path,
    { ...body, ids: [other.id] },
    { headers: { 'idempotency-key': 'bulk-bound-2' } },
  )
  expect(more.body.code).toBe('step_up_required')
  // The same request again gets the first answer and does nothing.
  const again = await company.browser.post<Answer>(path, body, {
    headers: { 'idempotency-key': 'bulk-bound-1' },
  })
  expect([again.status, again.body.data]).toEqual([200, answer.body.data])
  expect(await activeOf([one.id, two.id, other.id])).toEqual([false, false, true])
})

test('one confirmation admits the parts of a bulk call in their order, each once, and nothing else', async () => {
  const people = []
  for (let at = 0; at < 21; at += 1) people.push(await person())
  const ids = people.map(({ id }) => id)
  const path = '/users/bulk/deactivate'
  const bodyOf = (from: number, all = ids) => ({ ids: all, note: 'Left us', from })
  const headers = { 'idempotency-key': 'bulk-parts-0' }
  const wanted = await company.browser.post<never>(path, bodyOf(0), { headers })
  const grant = await grantOperation(product.kernel, company, wanted.body.data)
  const send = (body: object, key: string) =>
    company.browser.post<Answer>(path, body, {
      headers: { 'idempotency-key': `bulk-parts-${key}`, 'step-up': grant },
    })
  const refused = async (body: object, key: string) => (await send(body, key)).body.code

  expect(await refused(bodyOf(10), 'early')).toBe('step_up_required')
  const first = await send(bodyOf(0), '0')
  expect(first.body.data.results.map(({ id }) => id)).toEqual(ids.slice(0, 10))
  expect(await activeOf(ids.slice(0, 11))).toEqual([...Array<boolean>(10).fill(false), true])
  // Not the same part again, no part further on, and no other rows.
  expect(await refused(bodyOf(0), 'again')).toBe('step_up_required')
  expect(await refused(bodyOf(20), 'far')).toBe('step_up_required')
  expect(await refused(bodyOf(10, ids.slice(0, 20)), 'others')).toBe('step_up_required')
  expect(await refused({ ...bodyOf(10), note: 'Other' }, 'note')).toBe('step_up_required')
  const [second, third] = [await send(bodyOf(10), '10'), await send(bodyOf(20), '20')]
  expect([second.body.data.results.length, third.body.data.results.length]).toEqual([10, 1])
  expect(await refused(bodyOf(20), 'last')).toBe('step_up_required')
  // The answer of a part is stored: the same call gets it without a confirmation.
  const replayed = await company.browser.post<Answer>(path, bodyOf(0), { headers })
  expect(replayed.body.data).toEqual(first.body.data)
  expect(new Set(await activeOf(ids))).toEqual(new Set([false]))
})

test('more than 100 rows, the same row twice, no row, and a reader without the permission are refused', async () => {
  const { id } = await person()
  const many = Array.from({ length: 101 }, () => product.kernel.ids.next())
  const statuses = []
  for (const ids of [many, [id, id.toUpperCase()], [], ['x']])
    statuses.push((await bulk(company, 'deactivate', ids, `bulk-wrong-${statuses.length}`)).status)
  expect(statuses).toEqual([422, 422, 422, 422])
  expect((await bulk(viewer, 'deactivate', [id])).body.code).toBe('permission_denied')
  expect(await activeOf([id])).toEqual([true])
})

test('an id in capitals is the same id: it is no way around a rule about the own account', async () => {
  const capitals = company.userId.toUpperCase()
  const body = { note: 'Left us' }
  const one = await confirmed(product, company, {
    method: 'POST',
    path: `/users/${capitals}/deactivate`,
    body,
  })
  expect(one.body.code).toBe('own_account')
  const answer = await bulk(company, 'deactivate', [capitals], 'bulk-capitals')
  expect(answer.body.data.results).toMatchObject([{ id: company.userId, code: 'own_account' }])
  expect(await activeOf([company.userId])).toEqual([true])
  const stored = await rows('select 1 as found from audit where object_id = any ($1)', [[capitals]])
  expect(stored).toEqual([])
})
