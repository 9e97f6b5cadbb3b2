import type { UserDetail } from '@cardamom/contract/access/users'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProver, enrol, newKey } from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, mailedToken, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { refuseWeakDefaultPassword } from '../identity/default-password.ts'
import { allTenants } from '../kernel/database.ts'
import { confirmed, makeAdmin, type AdminPerson } from './admin-person.test-kit.ts'

const defaultPassword = 'reset me 2026'
const hourMs = 3_600_000
let auth: TestAuth
let product: PeopleProduct
let [admin, supervisor] = [] as unknown as [AdminPerson, AdminPerson]
beforeAll(async () => {
  auth = await startTestAuth()
  const env = { ...auth.env, RATE_LIMITS: 'off', DEFAULT_PASSWORD: defaultPassword }
  product = await createPeopleProduct({ env })
  admin = await makeAdmin(product, { name: 'admin', roleId: 1 })
  supervisor = await makeAdmin(product, { name: 'supervisor', roleId: 6 })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

type LoggedIn = {
  token: string | null
  newPasswordToken: string | null
  factor: { loginId: string; token: string } | null
}
let made = 0
const person = async () => {
  made += 1
  const email = `reset${made}@example.com`
  return { id: await makeUser(product, { email, roleId: 2 }), email }
}
const visitor = () => createTestBrowser(product.kernel.app)
const reset = (by: AdminPerson, id: string) =>
  confirmed<{ until: string }>(product, by, {
    method: 'POST',
    path: `/users/${id}/password-reset/default`,
    body: { note: 'No mailbox' },
  })
const tryDefault = (login: string) =>
  visitor().post<LoggedIn>('/sessions', { login, password: defaultPassword })
const pageOf = async (login: string) => (await tryDefault(login)).body.data.newPasswordToken ?? ''
const choose = (token: string, password: string) =>
  visitor().post(`/recoveries/${token}`, { password, confirmation: password })
const detailOf = async (id: string) => (await admin.browser.get<UserDetail>(`/users/${id}`)).body.data

test('the default password opens only a page, where the person chooses another one', async () => {
  const { id, email } = await person()
  const before = await logIn(product, email)
  const recovery = visitor()
  await recovery.post('/recoveries', { email })
  const earlier = await mailedToken(product, email, 'recover_password')
  expect((await detailOf(id)).defaultPassword).toEqual({ isOffered: true, until: null })
  const answer = await reset(admin, id)
  expect(answer).toMatchObject({ status: 200, show: { person: `Ana Paz (${email})`, note: 'No mailbox' } })
  expect((await detailOf(id)).defaultPassword).toEqual({ isOffered: true, until: answer.body.data.until })
  expect((await before.get('/me')).status).toBe(401)
  expect((await choose(earlier, 'brand new')).body.code).toBe('link_expired')
  await product.drain()
  const [mail] = await product.mailbox.outbox(email, 'password_default')
  expect(JSON.stringify(mail)).not.toContain(defaultPassword)
  const login = await tryDefault(email)
  expect(login).toMatchObject({ status: 201, body: { data: { token: null, endsAt: null, factor: null } } })
  expect(login.headers['set-cookie']).toBeUndefined()
  const token = login.body.data.newPasswordToken ?? ''
  expect((await choose(token, defaultPassword)).body.errors).toEqual({
    password: ['This is the default password of a reset. Choose one that only you know.'],
  })
  for (const alike of [' Reset me 2026', 'RESET\u00a0ME ２０２６'])
    expect((await choose(token, alike)).body.errors).toHaveProperty('password')
  expect((await choose(token, '12345')).status).toBe(422)
  expect((await choose(token, 'brand new')).status).toBe(200)
  expect((await choose(token, 'once more')).body.code).toBe('link_expired')
  expect((await tryDefault(email)).body.code).toBe('wrong_credentials')
  expect((await (await logIn(product, email, 'brand new')).get('/me')).status).toBe(200)
  expect((await detailOf(id)).defaultPassword).toEqual({ isOffered: true, until: null })
})

test('a registration refuses the default password and does not say that it is one', async () => {
  const typed = { ...lucia, email: 'told@example.com' }
  const register = (password: string) =>
    visitor().post('/registrations', { ...typed, password, confirmation: password })
  for (const alike of [defaultPassword, 'RESET ME 2026'])
    expect((await register(alike)).body.errors).toEqual({
      password: ['This password is too common. Choose another one.'],
    })
  expect((await register('own secret')).status).toBe(201)
})

test('of two tabs one chooses the password, and a later reset closes both', async () => {
  const { id, email } = await person()
  await reset(admin, id)
  const tabs = [await pageOf(email), await pageOf(email)]
  const both = await Promise.all(tabs.map((token, index) => choose(token, `brand new ${index}`)))
  expect(statusesOf(both)).toEqual([200, 410])
  await reset(admin, id)
  const open = await pageOf(email)
  await reset(admin, id)
  expect((await choose(open, 'brand new')).status).toBe(410)
})

test('a person with a second factor shows it before the page opens', async () => {
  const { id, email } = await person()
  const browser = await logIn(product, email)
  const key = newKey()
  const prover = createProver(auth)
  await enrol(browser, 'passkey', (token) => prover.register(key, token))
  await reset(admin, id)
  const { newPasswordToken, factor } = (await tryDefault(email)).body.data
  expect(newPasswordToken).toBeNull()
  const { loginId, token } = factor ?? { loginId: '', token: '' }
  expect(factor).toMatchObject({ factorRecovery: false })
  expect((await visitor().post('/factor-recoveries', { loginId })).body.code).toBe('challenge_expired')
  const proof = { kind: 'token', token: await prover.passkey(key, token) }
  const shown = await visitor().post<LoggedIn>('/sessions/factor', { loginId, proof })
  expect(shown).toMatchObject({ status: 201, body: { data: { token: null, factor: null } } })
  const earlier = (await tryDefault(email)).body.data.factor ?? { loginId: '', token: '' }
  expect((await choose(shown.body.data.newPasswordToken ?? '', 'brand new')).status).toBe(200)
  // What the default password began ends with it.
  const started = { loginId: earlier.loginId }
  expect((await visitor().post('/factor-recoveries', started)).body.code).toBe('challenge_expired')
  const proofAfter = { kind: 'token', token: await prover.passkey(key, earlier.token) }
  const finished = await visitor().post('/sessions/factor', { ...started, proof: proofAfter })
  expect(finished.body.code).toBe('challenge_expired')
})

test('a login that checked the password before a reset opens no session after it', async () => {
  const { id, email } = await person()
  const client = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query(`begin; set local app.scope = 'all'`)
  await client.query('select from app_user where id = $1 for update', [id])
  const login = visitor().post('/sessions', { login: email, password: 'own secret' })
  const blocked =
    'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0'
  await expect.poll(async () => (await client.query(blocked)).rowCount, { timeout: 60_000 }).toBe(1)
  await client.query(`update app_user set password_hash = 'another' where id = $1`, [id])
  await client.query('commit')
  await client.end()
  const answer = await login
  expect([answer.body.code, answer.headers['set-cookie']]).toEqual(['wrong_credentials', undefined])
})

test('no administrator, nobody of another company and no caller without the tag', async () => {
  const north = await makeCompany(product, { slug: 'north' })
  const ofNorth = await makeAdmin(product, { name: 'north', roleId: 5, companyId: north })
  const { id } = await person()
  const send = (by: AdminPerson, userId: string) =>
    by.browser.post(`/users/${userId}/password-reset/default`, { note: 'x' })
  expect((await send(ofNorth, id)).body.code).toBe('permission_denied')
  await product.kernel.write(allTenants, async ({ sql }) => {
    const { ids, clock } = product.kernel
    const of = { companyId: north, userId: ofNorth.userId, setBy: supervisor.userId, setAt: clock.realNow() }
    const grant = { id: ids.next(), tag: 'users.reset_password', effect: 'granted' } as const
    await sql
      .insertInto('tagOverride')
      .values({ ...of, ...grant })
      .execute()
  })
  expect((await send(ofNorth, id)).body.code).toBe('record_not_found')
  expect((await reset(supervisor, admin.userId)).body.code).toBe('role_not_allowed')
  expect((await reset(admin, admin.userId)).body.code).toBe('own_account')
})

test('without the setting the choice is not offered, and the call is refused', async () => {
  const { id, email } = await person()
  const { config, db } = product.kernel
  Object.assign(config, { DEFAULT_PASSWORD: undefined })
  expect((await detailOf(id)).defaultPassword).toEqual({ isOffered: false, until: null })
  expect((await reset(admin, id)).body.code).toBe('default_password_off')
  await logIn(product, email)
  Object.assign(config, { DEFAULT_PASSWORD: defaultPassword })
  await expect(
    refuseWeakDefaultPassword({ db, config: { ...config, DEFAULT_PASSWORD: 'password1' } }),
  ).rejects.toThrow('DEFAULT_PASSWORD breaks the password rules')
})

test('the default password and its page lapse', async () => {
  const { id, email } = await person()
  await reset(admin, id)
  product.wait(hourMs * 24 - 60_000)
  const page = await pageOf(email)
  expect((await visitor().get(`/recoveries/${page}`)).status).toBe(200)
  product.wait(60_000)
  expect((await visitor().get(`/recoveries/${page}`)).status).toBe(410)
  expect((await choose(page, 'brand new')).status).toBe(410)
  expect((await tryDefault(email)).body.code).toBe('wrong_credentials')
})
