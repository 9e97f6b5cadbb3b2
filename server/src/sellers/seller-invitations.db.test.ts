import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { confirmed, makeAdmin } from '../access/admin-person.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { insertSeller } from './codes.sql.ts'

let product: PeopleProduct
let lima = ''
const id: Record<string, string> = {}

beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  lima = await makeCompany(product, { slug: 'lima', name: 'Lima' })
  for (const [name, roleId] of [
    ['ana', 7],
    ['rival', 7],
    ['eva', 2],
    ['other', 2],
    ['late', 2],
  ] as const)
    id[name] = await makeUser(product, { email: `${name}@example.com`, roleId, companyId: lima })
  for (const name of ['ana', 'rival'])
    await product.kernel.db.write(allTenants, (sql) =>
      insertSeller(sql, { userId: id[name] ?? '', companyId: lima, recruitedBy: null }),
    )
})
afterAll(() => product.stop())

type Invitation = {
  id: string
  email: string
  state: string
  sent: number
  sellerName: string
  code?: string
}
let keys = 0
const keyed = () => ({ headers: { 'idempotency-key': `invitation-key-${(keys += 1)}` } })
const invite = async (by: string, email: string) =>
  (await logIn(product, by)).post<Invitation>('/own-sellers/invitations', { email }, keyed())
const change = async (by: string, invitation: string, what: 'resend' | 'revoke') =>
  (await logIn(product, by)).post<Invitation>(`/own-sellers/invitations/${invitation}`, { change: what })
const listed = async (by: string) =>
  (await (await logIn(product, by)).get<{ items: Invitation[] }>('/seller-invitations')).body.data.items
const tokenTo = (email: string) => mailedToken(product, email, 'seller_invitation')
const opened = async (token: string) =>
  createTestBrowser(product.kernel.app).post<{ state: string; emailHint: string; sellerName: string }>(
    '/seller-invitations/opened',
    { token },
  )
const accept = async (by: string, token: string) =>
  (await logIn(product, by)).post<{ code: string }>('/seller-invitations/acceptance', { token })

test('a seller one invites by mail, and the person of that address becomes their seller two with a code', async () => {
  const made = await invite('ana', 'eva@example.com')
  expect([made.status, made.body.data]).toEqual([
    201,
    expect.objectContaining({ email: 'eva@example.com', state: 'invited', sent: 1, companyName: 'Lima' }),
  ])
  const token = await tokenTo('eva@example.com')
  expect((await opened(token)).body.data).toMatchObject({
    state: 'invited',
    emailHint: 'e•••a@example.com',
    companyName: 'Lima',
  })
  expect((await opened('x'.repeat(43))).body.code).toBe('link_expired')
  // Another person with the link gets nothing.
  expect((await accept('other', token)).body.code).toBe('invitation_other_address')
  const eva = await logIn(product, 'eva')
  const accepted = await eva.post<{ code: string }>('/seller-invitations/acceptance', { token })
  expect(accepted.status).toBe(200)
  const { code } = accepted.body.data
  expect((await eva.get('/own-codes')).status).toBe(401)
  const codes = await (await logIn(product, 'eva')).get<{ items: object[] }>('/own-codes')
  expect(codes.body.data.items).toMatchObject([{ code, state: 'active' }])
  const sellers = await (await logIn(product, 'ana')).get<{ items: object[] }>('/sellers?kind=seller_two')
  expect(sellers.body.data.items).toMatchObject([{ id: id['eva'], recruitedById: id['ana'], codes: 1 }])
  // Who comes with the code belongs to both.
  const friend = { ...lucia, email: 'friend@example.com', code }
  expect((await createTestBrowser(product.kernel.app).post('/registrations', friend)).status).toBe(201)
  const [referred] = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select seller_one_id, seller_two_id from app_user where email = $1', [friend.email]),
  )
  expect(referred).toEqual({ seller_one_id: id['ana'], seller_two_id: id['eva'] })
  expect((await opened(token)).body.data.state).toBe('accepted')
  expect((await accept('eva', token)).body.code).toBe('link_expired')
  expect(await listed('ana')).toMatchObject([{ email: 'eva@example.com', state: 'accepted' }])
  const told = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select type from event where entity_id = $1 order by id', [made.body.data.id]),
  )
  expect(told).toEqual([{ type: 'seller_invitation.created' }, { type: 'seller_invitation.accepted' }])
})

test('an invitation expires, is sent again with another link, and is revoked', async () => {
  const { id: invitation } = (await invite('ana', 'late@example.com')).body.data
  const first = await tokenTo('late@example.com')
  expect((await invite('ana', 'late@example.com')).body.code).toBe('invitation_exists')
  product.wait(7 * 86_400_000)
  expect((await opened(first)).body.data.state).toBe('expired')
  expect((await accept('late', first)).body.code).toBe('link_expired')
  expect(await listed('ana')).toMatchObject([{ state: 'expired' }, { state: 'accepted' }])
  expect((await change('ana', invitation, 'resend')).body.data).toMatchObject({ state: 'invited', sent: 2 })
  const second = await tokenTo('late@example.com')
  expect((await opened(first)).body.code).toBe('link_expired')
  expect((await opened(second)).body.data.state).toBe('invited')
  expect((await change('rival', invitation, 'revoke')).body.code).toBe('record_not_found')
  // Whoever sees all companies changes it by the call of administrators only.
  for (const roleId of [3, 4, 6] as const) {
    const { browser } = await makeAdmin(product, { name: `staff-${roleId}`, roleId })
    const path = `/own-sellers/invitations/${invitation}`
    for (const what of ['resend', 'revoke'])
      expect((await browser.post(path, { change: what })).body.code).toBe('record_not_found')
  }
  expect((await change('ana', invitation, 'revoke')).body.data.state).toBe('revoked')
  expect((await change('ana', invitation, 'resend')).body.code).toBe('invitation_over')
  expect((await accept('late', second)).body.code).toBe('link_expired')
  expect(await listed('rival')).toEqual([])
})

test('only a seller one invites, and only someone of their company who sells for nobody may accept', async () => {
  expect((await invite('other', 'x@example.com')).body.code).toBe('seller_one_needed')
  expect((await invite('eva', 'x@example.com')).body.code).toBe('seller_one_needed')
  await invite('ana', 'rival@example.com')
  expect((await accept('rival', await tokenTo('rival@example.com'))).body.code).toBe('cannot_become_seller')
  await makeUser(product, { email: 'house@example.com', roleId: 2 })
  await invite('ana', 'house@example.com')
  expect((await accept('house', await tokenTo('house@example.com'))).body.code).toBe('cannot_become_seller')
  for (let number = 2; number < 20; number += 1)
    expect((await invite('ana', `many${number}@example.com`)).status).toBe(201)
  expect((await invite('ana', 'more@example.com')).body.code).toBe('invitation_limit')
})

test('an administrator invites for a seller one of their companies, with a confirmation', async () => {
  const admin = await makeAdmin(product, { name: 'lima-admin', roleId: 5, companyId: lima })
  const body = { sellerId: id['rival'] ?? '', email: 'other@example.com' }
  const call = {
    method: 'POST',
    path: '/seller-invitations',
    body,
    key: 'an-invitation-of-the-admin',
  } as const
  const made = await confirmed<Invitation>(product, admin, call)
  expect(made).toMatchObject({ status: 201, show: { invitee: 'other@example.com' } })
  const { id: invitation } = made.body.data
  const revoked = await confirmed<Invitation>(product, admin, {
    method: 'POST',
    path: `/seller-invitations/${invitation}`,
    body: { change: 'revoke' },
  })
  expect(revoked.body.data.state).toBe('revoked')
  const elsewhere = await makeCompany(product, { slug: 'andes' })
  const stranger = await makeAdmin(product, { name: 'andes-admin', roleId: 5, companyId: elsewhere })
  expect((await confirmed(product, stranger, { ...call, key: 'another-key-of-somebody' })).status).toBe(404)
})

test('a seller one mails at most 40 invitations a day, also when each is revoked, and none for a closed company', async () => {
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `update seller_invitation set sent = 39 - (select count(*) - 1 from seller_invitation where seller_id = $1)
       where id = (select id from seller_invitation where seller_id = $1 order by created_at desc limit 1)`,
      [id['rival'] ?? ''],
    ),
  )
  const last = await invite('rival', 'last@example.com')
  expect(last.status).toBe(201)
  expect((await change('rival', last.body.data.id, 'revoke')).status).toBe(200)
  expect((await invite('rival', 'next@example.com')).body.code).toBe('rate_limited')
  product.wait(86_400_001)
  const open = await invite('rival', 'other@example.com')
  expect(open.status).toBe(201)
  const token = await tokenTo('other@example.com')
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update company set active = false where id = $1', [lima]),
  )
  expect((await change('rival', open.body.data.id, 'resend')).status).not.toBe(200)
  expect((await accept('other', token)).status).not.toBe(200)
})
