import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin, createTwoPeople, type Admin } from '../../server/src/approvals/two-people.test-kit.ts'
import { houseId } from '../../server/src/companies/company.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createProver, enrol, newKey, type Prover } from '../support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../support/people-product.ts'
import { storePasskey } from '../support/step-up-kit.ts'
import { startTestAuth, type TestAuth } from '../support/test-auth.ts'
import { logIn, makeCompany, makeUser } from '../support/test-people.ts'

/** Administrators remove all second factors of a person only in twos, and never their own. */
let auth: TestAuth
let product: PeopleProduct
let prover: Prover
let people: ReturnType<typeof createTwoPeople>
let [maker, checker] = [] as unknown as [Admin, Admin]
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: { ...auth.env, RATE_LIMITS: 'off' } })
  prover = createProver(auth)
  people = createTwoPeople(product)
  maker = await createAdmin(product, { name: 'maker', roleId: 1 })
  checker = await createAdmin(product, { name: 'checker', roleId: 1 })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

let made = 0
/** A person with a passkey at the provider. */
const person = async (roleId = 2, companyId = houseId) => {
  made += 1
  const name = `person${made}`
  const userId = await makeUser(product, { email: `${name}@example.com`, roleId, companyId })
  const browser = await logIn(product, name)
  await enrol(browser, 'passkey', (token) => prover.register(newKey(), token))
  return { userId, companyId, browser, name, email: `${name}@example.com` }
}
const path = ({ userId }: { userId: string }) => `/users/${userId}/factors/reset`
const body = { reason: 'Lost the phone' }
const rows = (text: string, values: readonly string[]) =>
  product.kernel.db.read(allTenants, (sql) => sql.rows(text, values))
const factorsOf = ({ userId }: { userId: string }) =>
  rows('select 1 from factor where user_id = $1', [userId])
const request = (of: { userId: string }, by = maker) => people.request(by, path(of), body)

test('two administrators remove all factors; the person is logged out, told and recorded', async () => {
  const of = await person()
  const requested = await people.confirmed<{ approvalId: string }>(maker, path(of), body)
  expect([requested.status, requested.step?.level]).toEqual([202, 'S2'])
  const { approvalId } = requested.body.data
  expect(await factorsOf(of)).toHaveLength(1)
  expect((await people.approve(maker, approvalId)).body.code).toBe('own_request')
  const seen = (await people.read(checker, approvalId)).body.data
  expect(seen).toMatchObject({ canCheck: true, changes: [{ name: 'factors', after: null }] })
  expect(seen.facts['person']).toContain(of.email)
  expect(seen.facts['factors']).toBe(seen.changes[0]?.before)
  const waiting = await checker.browser.get<{ items: { id: string }[] }>('/approvals?side=others')
  expect(waiting.body.data.items.map(({ id }) => id)).toContain(approvalId)
  expect((await people.approve(checker, approvalId)).body.data.status).toBe('approved')
  expect(await factorsOf(of)).toEqual([])
  expect((await of.browser.get('/factors')).status).toBe(401)
  const kinds = await rows('select kind from security_event where user_id = $1', [of.userId])
  expect(kinds).toEqual(expect.arrayContaining([{ kind: 'factor_removed' }, { kind: 'factors_reset' }]))
  await product.drain()
  expect(await product.mailbox.outbox(of.email, 'recovery_done')).toHaveLength(1)
  const audited = `select outcome from audit where actor_id = $1 and action = $2 and object_id = $3`
  expect(await rows(audited, [maker.userId, 'POST /users/:id/factors/reset', of.userId])).toContainEqual({
    outcome: 'approved',
  })
  const held = 'select 1 from app_user where id = $1 and credentials_changed_at is not null'
  expect(await rows(held, [of.userId])).toHaveLength(1)
  // The person logs in by the password alone, and sets up a new factor.
  const back = await logIn(product, of.name)
  await enrol(back, 'passkey', (token) => prover.register(newKey(), token))
  expect(await factorsOf(of)).toHaveLength(1)
})

test('a replayed request is one request, and a replayed approval removes no newer factor', async () => {
  const of = await person()
  const [first, again] = [
    await people.confirmed<{ approvalId: string }>(maker, path(of), body, 'reset-key-0001'),
    await people.confirmed<{ approvalId: string }>(maker, path(of), body, 'reset-key-0001'),
  ]
  expect(again.body.data).toEqual(first.body.data)
  const { approvalId } = first.body.data
  const approved = await people.approve(checker, approvalId, 'reset-key-0002')
  expect(approved.body.data.status).toBe('approved')
  const back = await logIn(product, of.name)
  await enrol(back, 'passkey', (token) => prover.register(newKey(), token))
  expect((await people.approve(checker, approvalId)).body.code).toBe('approval_decided')
  expect(await factorsOf(of)).toHaveLength(1)
})

test('a factor that was added after the request is not removed unseen', async () => {
  const of = await person()
  const approvalId = await request(of)
  const { version } = (await people.read(checker, approvalId)).body.data
  await storePasskey(product.kernel, of)
  const approved = await people.confirmed(checker, `/approvals/${approvalId}/approve`, { version })
  expect(approved.body.code).toBe('record_changed')
  expect(await factorsOf(of)).toHaveLength(2)
})

test('a factor that only the provider knows ends the request as failed', async () => {
  const of = await person()
  const approvalId = await request(of)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(`update factor set provider_id = 'replaced' where user_id = $1`, [of.userId]),
  )
  const approved = await people.approve(checker, approvalId)
  expect(approved.body.data).toMatchObject({ status: 'failed', failure: { code: 'record_changed' } })
  expect(await factorsOf(of)).toHaveLength(1)
  expect((await of.browser.get('/factors')).status).toBe(200)
})

test('nobody resets their own factors or approves it, nor those of a role that they do not manage', async () => {
  expect((await people.confirmed(maker, path(maker), body)).body.code).toBe('own_account')
  const boss = await person(6)
  expect((await people.confirmed(maker, path(boss), body)).body.code).toBe('role_not_allowed')
  const approvalId = await request(checker)
  const approved = await people.approve(checker, approvalId)
  expect(approved.body.data).toMatchObject({ status: 'failed', failure: { code: 'own_account' } })
  expect(await factorsOf(checker)).toHaveLength(1)
})

test('a person of another company is missing; no tag and no factor are refused', async () => {
  const [north, south] = [
    await makeCompany(product, { slug: 'north' }),
    await makeCompany(product, { slug: 'south' }),
  ]
  const [near, far] = [await person(2, north), await person(2, south)]
  const local = await createAdmin(product, { name: 'local', roleId: 9, companyId: north })
  expect((await people.confirmed(local, path(near), body)).body.code).toBe('permission_denied')
  const boss = await createAdmin(product, { name: 'boss', roleId: 6 })
  await product.kernel.write(allTenants, async ({ sql }) => {
    const [grant, at] = [
      { tag: 'users.delete_passkey', effect: 'granted' as const },
      product.kernel.clock.realNow(),
    ]
    const of = { companyId: north, userId: local.userId, setBy: boss.userId, setAt: at }
    await sql
      .insertInto('tagOverride')
      .values({ ...of, ...grant, id: product.kernel.ids.next() })
      .execute()
  })
  const missing = await people.confirmed(local, path(far), body)
  expect([missing.status, missing.body.code]).toEqual([404, 'record_not_found'])
  const approvalId = await request(near, local)
  expect((await people.approve(maker, approvalId)).body.data.status).toBe('approved')
  expect(await factorsOf(near)).toEqual([])
  // A request about another company is missing for its administrators.
  expect((await people.read(local, await request(far))).status).toBe(404)
  const bare = { userId: await makeUser(product, { email: 'bare@example.com', roleId: 2 }) }
  expect((await people.confirmed(maker, path(bare), body)).body.code).toBe('no_factors')
})
