import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createTwoPeople } from '../../server/src/approvals/two-people.test-kit.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { isOpenToImpersonator } from '../../server/src/kernel/mount-rules.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { makeUser } from '../support/test-people.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let ana = ''
const reason = 'They cannot type the address themselves'
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  ana = await makeUser(product, { email: 'ana@example.com', roleId: 2 })
})
afterAll(() => product.stop())

test('a second person allows changes of the profile for one view, and nothing of money or credentials', async () => {
  const writer = await createAdmin(product, { name: 'writer', roleId: 6 })
  const checker = await createAdmin(product, { name: 'checker', roleId: 6 })
  const opened = async () => {
    const started = await people.confirmed<{ path: string }>(writer, `/users/${ana}/impersonations`, {
      reason,
    })
    const token = started.body.data.path.replace('/impersonate/', '')
    expect((await writer.browser.post('/impersonations/open', { token })).status).toBe(200)
    return { headers: { 'fake-user': ana } }
  }
  const path = `/users/${ana}/impersonations/changes`
  const closed = await people.confirmed(writer, path, { reason })
  expect([closed.status, closed.body.code]).toEqual([409, 'impersonation_not_open'])
  const header = await opened()
  const change = (body: object) =>
    writer.browser.get<{ version: number }>('/me', header).then(({ body: { data } }) =>
      writer.browser.patch('/me', body, {
        headers: { ...header.headers, 'if-match': String(data.version) },
      }),
    )
  expect((await change({ locale: 'es' })).body.code).toBe('impersonation_read_only')
  const id = await people.request(writer, path, { reason })
  expect((await change({ locale: 'es' })).body.code).toBe('impersonation_read_only')
  expect((await people.approve(checker, id)).body.data.status).toBe('approved')
  expect((await writer.browser.get('/impersonations/current', header)).body.data).toMatchObject({
    mayChange: true,
  })
  expect((await change({ locale: 'es' })).status).toBe(200)
  // A new mobile number needs the person's own confirmation.
  expect((await change({ mobile: '+51987654321' })).body.code).toBe('impersonation_read_only')
  expect(
    await product.kernel.db.read(allTenants, (sql) =>
      sql
        .selectFrom('audit')
        .select(['outcome', 'actorId', 'impersonatorId'])
        .where('action', '=', 'PATCH /me')
        .execute(),
    ),
  ).toContainEqual(expect.objectContaining({ outcome: 'done', actorId: ana, impersonatorId: writer.userId }))
  const closedCalls = product.calls.filter(
    (call) => call.who !== 'public' && !isOpenToImpersonator(call, true),
  )
  for (const { method, path: tried } of closedCalls.filter((call) => call.method !== 'GET')) {
    const url = tried.replaceAll(/:\w+/g, randomUUID())
    expect([tried, (await writer.browser.send(method, url, { ...header, body: {} })).status]).toEqual([
      tried,
      403,
    ])
  }
  const allowed = product.calls.filter((call) => isOpenToImpersonator(call, true) && call.method !== 'GET')
  expect(
    allowed
      .filter(({ who }) => who !== 'public')
      .map((call) => `${call.method} ${call.path}`)
      .toSorted(),
  ).toEqual(['PATCH /me', 'PATCH /notifications/settings', 'POST /impersonations/end', 'POST /kyc/refresh'])
  // The next view is read-only again.
  const next = await opened()
  expect((await writer.browser.get('/impersonations/current', next)).body.data).toMatchObject({
    mayChange: false,
  })
})
