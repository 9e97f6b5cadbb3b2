import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  appCode,
  startLogin,
  createProver,
  enrol,
  newKey,
  type PendingLogin,
  type Prover,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, mailedToken, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let auth: TestAuth
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: auth.env })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

let people = 0
/** A person who enrolled a passkey in another browser and is signed out. */
const person = async (roleId = 2) => {
  people += 1
  const login = `entrant${people}`
  const userId = await makeUser(product, { email: `${login}@example.com`, roleId })
  const browser = await logIn(product, login)
  const key = newKey()
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  return { login, userId, browser, key, factor }
}
const visitor = () => createTestBrowser(product.kernel.app)
const finish = (browser: TestBrowser, loginId: string, proof: object, trustDevice = false) =>
  browser.post<{ token: string; codesLeft: number | null }>('/sessions/factor', {
    loginId,
    proof,
    trustDevice,
  })
const whoAmI = async (browser: TestBrowser, token: string) => {
  browser.setToken(token)
  return (await browser.get('/getUserAuths')).status
}
const byPasskey = async (browser: TestBrowser, me: Awaited<ReturnType<typeof person>>, trust = false) => {
  const pending = await startLogin(browser, me.login)
  const token = await prover.passkey(me.key, pending.token)
  return finish(browser, pending.loginId, { kind: 'token', token }, trust)
}

test('with a factor, the password alone opens no session; with the factor it does', async () => {
  const me = await person()
  const browser = visitor()
  const pending = await startLogin(browser, me.login)
  expect(pending).toMatchObject({ methods: ['passkey'], recoveryCodes: false, step: 'factor' })
  expect(browser.cookies.size).toBe(0)
  const token = await prover.passkey(me.key, pending.token)
  const opened = await finish(browser, pending.loginId, { kind: 'token', token })
  expect(opened.status).toBe(201)
  expect(await whoAmI(browser, opened.body.data.token)).toBe(200)
})

test('a login is completed once, in time, by its own proof', async () => {
  const [me, thief] = [await person(), await person()]
  const pending = await startLogin(visitor(), me.login)
  const theirs = await startLogin(visitor(), thief.login)
  const foreign = await prover.passkey(thief.key, theirs.token)
  const swapped = await finish(visitor(), pending.loginId, { kind: 'token', token: foreign })
  expect([swapped.status, swapped.body.code]).toEqual([400, 'invalid_code'])
  const password = await finish(visitor(), pending.loginId, { kind: 'password', password: 'own secret' })
  expect(password.body.code).toBe('invalid_code')
  const token = await prover.passkey(me.key, pending.token)
  const both = await Promise.all([
    finish(visitor(), pending.loginId, { kind: 'token', token }),
    finish(visitor(), pending.loginId, { kind: 'token', token }),
  ])
  expect(statusesOf(both)).toEqual([201, 410])
  expect((await finish(visitor(), 'x'.repeat(43), { kind: 'token', token })).status).toBe(410)
  const expired = await startLogin(visitor(), me.login)
  const good = await prover.passkey(me.key, expired.token)
  product.wait(10 * 60_000)
  expect((await finish(visitor(), expired.loginId, { kind: 'token', token: good })).status).toBe(410)
})

test('a passkey opens a session from the login field without a password, once', async () => {
  const me = await person()
  const token = await prover.discover(me.key, 'login')
  const browser = visitor()
  const opened = await browser.post<{ token: string }>('/sessions/passkey', { token })
  expect(opened.status).toBe(201)
  expect(await whoAmI(browser, opened.body.data.token)).toBe(200)
  const replayed = await visitor().post('/sessions/passkey', { token })
  expect([replayed.status, replayed.body.code]).toEqual([400, 'passkey_failed'])
  // The same proof confirms nothing in the session that it opened.
  expect((await browser.post('/authsignal/authenticate', { token })).body.code).toBe('passkey_failed')
  const other = await prover.discover(me.key, 'something-else')
  expect((await visitor().post('/sessions/passkey', { token: other })).body.code).toBe('passkey_failed')
  expect((await visitor().post('/sessions/passkey', { token: 'a.b.c' })).status).toBe(400)
})

test('a passkey check is accepted once, in the shape of product §7', async () => {
  const me = await person()
  const token = await prover.discover(me.key, 'authenticate')
  const [first, second] = [
    await me.browser.post('/authsignal/authenticate', { token }),
    await me.browser.post('/authsignal/authenticate', { token }),
  ]
  expect(first.body).toEqual({ success: true, message: 'Your passkey was checked' })
  expect([second.status, second.body.message]).toEqual([400, 'Passkey failed'])
  const keys = JSON.parse((await me.browser.get('/authsignal/keys')).text) as unknown
  expect(keys).toEqual({
    success: true,
    data: {
      passkey_enabled: 1,
      publishableKey: 'tenant-of-the-tests',
      baseUrl: 'http://localhost:4000/authsignal/v1',
    },
  })
  const none = await logIn(product, (await stranger()).login)
  const refused = await none.post('/authsignal/authenticate', { token })
  expect([refused.status, refused.body.message]).toEqual([409, 'Passkey is not enabled'])
})

const stranger = async () => {
  people += 1
  const login = `entrant${people}`
  return { login, userId: await makeUser(product, { email: `${login}@example.com`, roleId: 2 }) }
}

test('a deactivated person cannot sign in by any method', async () => {
  const me = await person()
  const pending = await startLogin(visitor(), me.login)
  const token = await prover.passkey(me.key, pending.token)
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run('update app_user set active = false where id = $1', [me.userId]),
  )
  const finished = await finish(visitor(), pending.loginId, { kind: 'token', token })
  expect([finished.status, finished.body.code]).toEqual([403, 'unauthorized_access'])
  const direct = await visitor().post('/sessions/passkey', { token: await prover.discover(me.key, 'login') })
  expect([direct.status, direct.body.code]).toEqual([403, 'unauthorized_access'])
})

test('a trusted browser needs only the password for thirty days, and the trust can be removed', async () => {
  const me = await person()
  const browser = visitor()
  const opened = await byPasskey(browser, me, true)
  expect(opened.status).toBe(201)
  await product.drain()
  expect(await product.mailbox.outbox(`${me.login}@example.com`, 'security_changed')).toHaveLength(1)
  const again = await browser.post<{ token: string | null }>('/sessions', {
    login: me.login,
    password: 'own secret',
  })
  expect(again.body.data.token).toMatch(/^[\w-]{43}$/)
  browser.setToken(again.body.data.token)
  // Trust applies to the login only: an operation still needs its factor.
  const response = await browser.post('/recovery-codes')
  expect([response.status, response.body.code]).toEqual([403, 'step_up_required'])
  type DeviceList = { trustedDevices: { id: string; thisDevice: boolean }[]; items: { current: boolean }[] }
  const list = (await browser.get<DeviceList>('/sessions')).body.data
  expect(list.trustedDevices).toMatchObject([{ thisDevice: true }])
  expect(list.items.filter(({ current }) => current)).toHaveLength(1)
  // The cookie of one person is not valid for another.
  const other = await person()
  await startLogin(browser, other.login)
  expect((await browser.post(`/sessions/${list.trustedDevices[0]?.id}/revoke`)).status).toBe(200)
  await startLogin(browser, me.login)
  const stored = visitor()
  await byPasskey(stored, me, true)
  product.wait(30 * 86_400_000)
  await startLogin(stored, me.login)
})

test('each recovery code works once, instead of a factor, and the person is told', async () => {
  const me = await person()
  const made = await me.browser.post<{ codes: string[] }>('/recovery-codes')
  expect(made.status).toBe(201)
  const { codes } = made.body.data
  expect(new Set(codes).size).toBe(10)
  const stored = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select * from recovery_code where user_id = $1', [me.userId]),
  )
  for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
  const use = async (code: string) => {
    const pending = await startLogin(visitor(), me.login)
    expect(pending.recoveryCodes).toBe(true)
    return finish(visitor(), pending.loginId, { kind: 'recovery_code', code })
  }
  const [first = ''] = codes
  const opened = await use(first.toLowerCase().replaceAll('-', ' '))
  expect([opened.status, opened.body.data.codesLeft]).toEqual([201, 9])
  const twice = await use(first)
  expect([twice.status, twice.body.code]).toEqual([400, 'invalid_code'])
  await product.drain()
  expect(await product.mailbox.outbox(`${me.login}@example.com`, 'recovery_code_used')).toHaveLength(1)
  await me.browser.post('/recovery-codes')
  expect((await use(codes[1] ?? '')).body.code).toBe('invalid_code')
})

test('a person with few recovery codes left is warned by page and mail until there are new ones', async () => {
  const me = await person()
  const { codes } = (await me.browser.post<{ codes: string[] }>('/recovery-codes')).body.data
  const state = async () =>
    (await me.browser.get<{ recoveryCodes: { left: number; isLow: boolean } }>('/factors')).body.data
      .recoveryCodes
  for (const code of codes.slice(0, 6)) {
    const pending = await startLogin(visitor(), me.login)
    expect((await finish(visitor(), pending.loginId, { kind: 'recovery_code', code })).status).toBe(201)
  }
  expect(await state()).toMatchObject({ left: 4, isLow: false })
  const pending = await startLogin(visitor(), me.login)
  const proof = { kind: 'recovery_code', code: codes[6] }
  const opened = await finish(visitor(), pending.loginId, proof)
  expect(opened.body.data.codesLeft).toBe(3)
  expect(await state()).toMatchObject({ left: 3, isLow: true })
  await product.drain()
  const [mail] = await product.mailbox.outbox(`${me.login}@example.com`, 'recovery_code_used')
  expect(mail?.text).toContain('You have 3 left')
  await me.browser.post('/recovery-codes')
  expect(await state()).toMatchObject({ left: 10, isLow: false })
})

test('recovery codes and factors cannot be guessed; an administrator sees the lock and lifts it with a reason', async () => {
  const me = await person()
  await me.browser.post('/recovery-codes')
  const pending: PendingLogin = await startLogin(visitor(), me.login)
  const guess = { kind: 'recovery_code', code: '0000-0000-0000' }
  for (let time = 0; time < 5; time += 1) {
    expect((await finish(visitor(), pending.loginId, guess)).body.code).toBe('invalid_code')
  }
  expect((await finish(visitor(), pending.loginId, guess)).status).toBe(429)
  const admin = await person(1)
  const query = `/lockouts?userId=${me.userId}`
  const seen = await admin.browser.get<{ items: object[] }>(query)
  expect(seen.body.data.items).toContainEqual({
    userId: me.userId,
    email: `${me.login}@example.com`,
    kind: 'recovery_code',
    tries: 6,
    blockedUntil: expect.stringMatching(/Z$/),
  })
  const path = `/users/${me.userId}/lockouts/lift`
  expect((await admin.browser.post(path, { note: ' ' })).status).toBe(422)
  expect((await me.browser.post(path, { note: 'mine' })).body.code).toBe('permission_denied')
  const lifted = await admin.browser.post<{ lifted: number }>(path, { note: 'Called from the known number' })
  expect(lifted.status).toBe(200)
  expect((await admin.browser.get<{ items: object[] }>(query)).body.data.items).toEqual([])
  expect((await finish(visitor(), pending.loginId, guess)).body.code).toBe('invalid_code')
  const log = await me.browser.get<{ items: { kind: string; facts: object }[] }>('/security-events')
  expect(log.body.data.items).toContainEqual(
    expect.objectContaining({ kind: 'lockout_lifted', facts: { note: 'Called from the known number' } }),
  )
})

test('a code by mail replaces the password only where the person turned that on', async () => {
  const me = await stranger()
  const email = `${me.login}@example.com`
  const off = await visitor().post('/sessions/otp', { login: me.login })
  const unknown = await visitor().post('/sessions/otp', { login: 'nobody-at-all' })
  expect([off.status, off.body.code]).toEqual([409, 'otp_login_off'])
  expect([unknown.status, unknown.body.code]).toEqual([409, 'otp_login_off'])
  const browser = await logIn(product, me.login)
  expect((await browser.patch('/security', { otpLogin: true })).status).toBe(200)
  const started = await visitor().post<{ loginId: string }>('/sessions/otp', { login: me.login })
  expect(started.status).toBe(201)
  const { loginId } = started.body.data
  const { code = '' } = await auth.sent(email)
  const wrong = code === '111111' ? '222222' : '111111'
  expect((await finish(visitor(), loginId, { kind: 'code', code: wrong })).body.code).toBe('code_mismatch')
  const entering = visitor()
  const opened = await finish(entering, loginId, { kind: 'code', code })
  expect(await whoAmI(entering, opened.body.data.token)).toBe(200)
  expect((await finish(visitor(), loginId, { kind: 'code', code })).body.code).toBe('challenge_expired')
})

test('a locked session is unlocked by a passkey proof for it', async () => {
  const me = await person()
  await me.browser.post('/session/lock')
  expect((await me.browser.get('/factors')).status).toBe(423)
  expect((await me.browser.post('/factor-enrolments', { method: 'totp' })).status).toBe(423)
  const started = await me.browser.post<{ id: string; token: string; step: string }>(
    '/session/unlock/challenge',
  )
  expect([started.status, started.body.data.step]).toEqual([201, 'passkey'])
  const { id: challengeId } = started.body.data
  const unlock = (token: string) => me.browser.post('/session/unlock', { challengeId, token })
  const stray = await prover.discover(me.key, 'unlock')
  expect((await unlock(stray)).body.code).toBe('passkey_failed')
  const token = await prover.passkey(me.key, started.body.data.token)
  expect((await unlock(token)).status).toBe(200)
  expect((await me.browser.get('/factors')).status).toBe(200)
  await me.browser.post('/session/lock')
  expect((await unlock(token)).body.code).toBe('challenge_expired')
})

test('while the provider is unreachable, no user with a factor signs in without it', async () => {
  const me = await person()
  await auth.control('POST', '/faults', { kind: 'status', value: 503, path: '/v1', remaining: 1 })
  const refused = await visitor().post('/sessions', { login: me.login, password: 'own secret' })
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
  await startLogin(visitor(), me.login)
})

test('the link that freezes cards is sent only to the account, and birth dates cannot be guessed', async () => {
  const me = await stranger()
  const email = `${me.login}@example.com`
  const browser = visitor()
  expect((await browser.post('/card-freezes', { email: 'nobody-here@example.com' })).status).toBe(404)
  expect((await browser.post('/card-freezes', { email })).status).toBe(202)
  const token = await mailedToken(product, email, 'card_freeze')
  for (let time = 0; time < 5; time += 1) {
    const answer = await browser.post(`/card-freezes/${token}`, { birthDate: '1990-01-01' })
    expect(answer.body.code).toBe('invalid_user_data')
  }
  expect((await browser.post(`/card-freezes/${token}`, { birthDate: '1990-01-01' })).status).toBe(429)
})

test('after the code by mail an app is required too, and the password is not', async () => {
  const { login } = await stranger()
  const email = `${login}@example.com`
  const own = await logIn(product, login)
  let secret = ''
  await enrol(own, 'totp', async (token) => {
    secret = await prover.registerApp(token)
  })
  expect((await own.patch('/security', { otpLogin: true })).status).toBe(200)
  const browser = visitor()
  const started = await browser.post<{ loginId: string }>('/sessions/otp', { login })
  expect(started.status).toBe(201)
  const { code = '' } = await auth.sent(email)
  const half = await finish(browser, started.body.data.loginId, { kind: 'code', code })
  const { token, factor } = half.body.data as unknown as { token: null; factor: PendingLogin }
  expect([half.status, token]).toEqual([201, null])
  expect(factor).toMatchObject({ step: 'factor', methods: ['totp'], factorRecovery: false })
  expect(browser.cookies.size).toBe(0)
  // The code is consumed, and access to the mailbox alone does not start a recovery of the app.
  const again = await finish(visitor(), started.body.data.loginId, { kind: 'code', code })
  expect(again.body.code).toBe('challenge_expired')
  const lost = await browser.post('/factor-recoveries', { loginId: factor.loginId })
  expect(lost.body.code).toBe('challenge_expired')
  const { body } = await auth.client<{ accessToken: string }>(
    '/verify/totp',
    { verificationCode: appCode(secret, 1) },
    factor.token,
  )
  const opened = await finish(browser, factor.loginId, { kind: 'token', token: body.accessToken })
  expect(await whoAmI(browser, opened.body.data.token)).toBe(200)
})
