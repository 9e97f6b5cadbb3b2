import { createHmac } from 'node:crypto'
import type { StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createProver,
  enrol,
  grantBy,
  newKey,
  type FactorAnswer,
  type Prover,
  type SoftKey,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { freePort } from '../../../tests/support/shared-postgres.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, mailedToken, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let auth: TestAuth
let product: PeopleProduct
let prover: Prover
let origin: string
beforeAll(async () => {
  auth = await startTestAuth()
  const port = await freePort()
  product = await createPeopleProduct({ env: { ...auth.env, PORT: String(port) } })
  await product.kernel.app.listen({ port, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${port}`
  await auth.control('POST', '/webhooks', { url: `${origin}/api/webhooks/authsignal` })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

let people = 0
const person = async (roleId = 2) => {
  people += 1
  const login = `holder${people}`
  const email = `${login}@example.com`
  const userId = await makeUser(product, { email, roleId })
  return { login, email, userId, browser: await logIn(product, login), key: newKey(), prover }
}
type Person = Awaited<ReturnType<typeof person>>
const withPasskey = async (roleId = 2) => {
  const me = await person(roleId)
  const factor = await enrol(me.browser, 'passkey', (token) => prover.register(me.key, token))
  return { ...me, factor }
}
type FactorList = {
  items: (FactorAnswer & Record<string, unknown>)[]
  enrolUntil: string | null
  mandatory: boolean
}
const list = async (browser: TestBrowser) => (await browser.get<FactorList>('/factors')).body.data
const me = async (browser: TestBrowser) =>
  (JSON.parse((await browser.get('/getUserAuths')).text) as { user: { passkey_enabled: number }[] }).user[0]
const mandatory = (is: boolean) =>
  product.kernel.db.write(allTenants, (sql) => sql.run('update company set passkey_mandatory = $1', [is]))
/** Makes a call that requires a passkey, with the passkey. */
const withGrant = async (
  of: { browser: TestBrowser; key: SoftKey; prover: Prover },
  method: 'DELETE' | 'POST',
  path: string,
) => {
  const body = method === 'POST' ? { body: {} } : {}
  const response = await of.browser.send<StepUpRequest>(method, path, body)
  expect([response.status, response.body.code]).toEqual([403, 'step_up_required'])
  const grant = await grantBy(of, response.body.data)
  return of.browser.send<{ withdrawalsHeldUntil: string }>(method, path, {
    ...body,
    headers: { 'step-up': grant },
  })
}

test('the first factor is added within ten minutes of the login, and the person is told', async () => {
  const { browser, email, key } = await person()
  expect((await list(browser)).items).toEqual([])
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  expect(factor).toMatchObject({ method: 'passkey', synced: false, credentialId: key.id })
  expect((await me(browser))?.passkey_enabled).toBe(1)
  await product.drain()
  expect(await product.mailbox.outbox(email, 'factor_added')).toHaveLength(1)
  const held = await browser.get<{ withdrawalsHeldUntil: string | null }>('/security')
  expect(held.body.data.withdrawalsHeldUntil).toMatch(/Z$/)
})

test('later the first factor needs a link by mail, which works only for its own person', async () => {
  const [mine, thief] = [await person(), await person()]
  product.wait(10 * 60_000)
  const expired = await mine.browser.post('/factor-enrolments', { method: 'passkey' })
  expect([expired.status, expired.body.code]).toEqual([403, 'mail_link_needed'])
  expect((await mine.browser.post('/factor-enrolment-links')).status).toBe(202)
  const token = await mailedToken(product, mine.email, 'factor_enrolment')
  expect((await thief.browser.post(`/factor-enrolment-links/${token}`)).status).toBe(410)
  expect((await mine.browser.post(`/factor-enrolment-links/${token}`)).status).toBe(200)
  expect((await mine.browser.post(`/factor-enrolment-links/${token}`)).status).toBe(410)
  await enrol(mine.browser, 'passkey', (granted) => prover.register(mine.key, granted))
})

test('a further factor needs an existing one, and no token of another operation', async () => {
  const mine = await withPasskey()
  product.wait(16 * 60_000)
  const refused = await mine.browser.post<StepUpRequest>('/factor-enrolments', { method: 'totp' })
  expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required'])
  const { level, action, objectHash } = refused.body.data
  const started = await mine.browser.post<{ token: string }>('/step-up/challenges', {
    level,
    action,
    objectHash,
  })
  const stolen = await auth.client('/user-authenticators/totp', {}, started.body.data.token)
  expect(stolen.status).toBe(403)
  await grantBy(mine, refused.body.data)
  await enrol(mine.browser, 'totp', (token) => prover.registerApp(token))
  expect((await list(mine.browser)).items.map(({ method }) => method)).toEqual(['passkey', 'totp'])
})

test('an unfinished enrolment adds no factor', async () => {
  const { browser } = await person()
  const started = await browser.post<{ id: string }>('/factor-enrolments', { method: 'totp' })
  const path = `/factor-enrolments/${started.body.data.id}/confirmation`
  const answer = await browser.post(path)
  expect([answer.status, answer.body.code]).toEqual([409, 'registration_not_completed'])
  const other = await person()
  expect((await other.browser.post(path)).body.code).toBe('challenge_expired')
  expect((await list(browser)).items).toEqual([])
})

test('a factor that was added at the provider is found, announced by mail and required at the next login', async () => {
  const mine = await person()
  const started = await mine.browser.post<{ token: string }>('/factor-enrolments', { method: 'passkey' })
  await prover.register(mine.key, started.body.data.token)
  const login = await mine.browser.post<{ factor: object | null }>('/sessions', {
    login: mine.login,
    password: 'own secret',
  })
  expect(login.body.data.factor).toMatchObject({ methods: ['passkey'] })
  await product.drain()
  expect(await product.mailbox.outbox(mine.email, 'factor_added')).toHaveLength(1)
})

test('a session without a stored factor cannot add one when the provider has one', async () => {
  const mine = await person()
  const started = await mine.browser.post<{ token: string }>('/factor-enrolments', { method: 'passkey' })
  await prover.register(mine.key, started.body.data.token)
  const first = await mine.browser.post('/factor-enrolments', { method: 'totp' })
  expect([first.status, first.body.code]).toEqual([503, 'unavailable'])
  const again = await mine.browser.post('/factor-enrolments', { method: 'totp' })
  expect([again.status, again.body.code]).toEqual([403, 'step_up_required'])
})

test('two passkeys of one browser have two names', async () => {
  const mine = await withPasskey()
  await enrol(mine.browser, 'passkey', (token) => prover.register(newKey(), token))
  const names = (await list(mine.browser)).items.map(({ name }) => name)
  expect(names.toSorted((one, other) => one.length - other.length)).toEqual([
    mine.factor.name,
    `${mine.factor.name} 2`,
  ])
})

test('only its owner can rename a factor', async () => {
  const [mine, other] = [await withPasskey(), await withPasskey()]
  const path = `/factors/${mine.factor.id}`
  expect((await other.browser.patch(path, { name: 'Mine' })).status).toBe(404)
  expect((await mine.browser.patch(path, { name: '  My phone ' })).body.data).toMatchObject({
    name: 'My phone',
  })
  await product.drain()
  expect(await product.mailbox.outbox(mine.email, 'security_changed')).toHaveLength(1)
  expect((await mine.browser.patch(path, { name: '' })).status).toBe(422)
  expect((await list(mine.browser)).items).toMatchObject([{ name: 'My phone' }])
})

test('removing a factor needs the passkey, is announced by mail, and delays withdrawals by a day', async () => {
  const [mine, thief] = [await withPasskey(), await withPasskey()]
  const path = `/factors/${mine.factor.id}`
  const theirs = await thief.browser.send('DELETE', path)
  expect([theirs.status, theirs.body.code]).toEqual([404, 'record_not_found'])
  const removed = await withGrant(mine, 'DELETE', path)
  expect(removed.status).toBe(200)
  expect(removed.body.data.withdrawalsHeldUntil).toMatch(/Z$/)
  expect((await me(mine.browser))?.passkey_enabled).toBe(0)
  await product.drain()
  expect(await product.mailbox.outbox(mine.email, 'factor_removed')).toHaveLength(1)
})

test('neither call removes the last passkey where one is mandatory', async () => {
  const mine = await withPasskey()
  await mandatory(true)
  const stored = await withGrant(mine, 'DELETE', `/factors/${mine.factor.id}`)
  expect([stored.status, stored.body.code]).toEqual([409, 'last_factor'])
  const spec = await withGrant(mine, 'POST', `/authsignal/delete/passkey/${mine.userId}`)
  expect([spec.status, spec.body.message]).toEqual([409, 'Passkey is required'])
  expect((await list(mine.browser)).mandatory).toBe(true)
  // A person without a factor can only add one.
  const newcomer = await person()
  expect((await newcomer.browser.get('/security-events')).status).toBe(403)
  await enrol(newcomer.browser, 'passkey', (token) => prover.register(newcomer.key, token))
  expect((await newcomer.browser.get('/security-events')).status).toBe(200)
  await mandatory(false)
})

test('the call of product §7 deletes one or all of the person’s own passkeys', async () => {
  const mine = await withPasskey()
  const second = newKey()
  await enrol(mine.browser, 'passkey', (token) => prover.register(second, token))
  const path = `/authsignal/delete/passkey/${mine.userId}`
  const done = await withGrant(mine, 'POST', path)
  expect(done.body).toEqual({ success: true, message: 'All passkeys were removed' })
  expect((await list(mine.browser)).items).toEqual([])
  const other = await withPasskey()
  const refused = await other.browser.post(path)
  expect([refused.status, refused.body.message]).toEqual([403, 'Permission denied'])
})

test('an administrator may remove a person’s passkey, but not their last factor', async () => {
  const [admin, other] = [await withPasskey(1), await withPasskey()]
  const path = `/authsignal/delete/passkey/${other.userId}`
  const last = await withGrant(admin, 'POST', path)
  expect([last.status, last.body.message]).toEqual([409, 'Passkey is required'])
  await enrol(other.browser, 'totp', (token) => prover.registerApp(token))
  const done = await withGrant(admin, 'POST', path)
  expect([done.status, done.body.message]).toEqual([200, 'The passkey was removed'])
  expect((await list(other.browser)).items.map(({ method }) => method)).toEqual(['totp'])
  await product.drain()
  expect(await product.mailbox.outbox(other.email, 'factor_removed')).toHaveLength(1)
})

test('all other sessions end at once', async () => {
  const mine = await person()
  const elsewhere = await logIn(product, mine.login)
  const ended = await mine.browser.post<{ ended: number }>('/sessions/revoke-others')
  expect(ended.body.data).toEqual({ ended: 1 })
  expect((await elsewhere.get('/getUserAuths')).status).toBe(401)
  const third = await logIn(product, mine.login)
  type SessionList = { items: { id: string; current: boolean }[] }
  const open = (await mine.browser.get<SessionList>('/sessions')).body.data.items
  const other = open.find(({ current }) => !current)
  const thief = await person()
  expect((await thief.browser.post(`/sessions/${other?.id}/revoke`)).status).toBe(404)
  expect((await mine.browser.post(`/sessions/${other?.id}/revoke`)).status).toBe(200)
  expect((await third.get('/getUserAuths')).status).toBe(401)
  await product.drain()
  expect(await product.mailbox.outbox(mine.email, 'security_changed')).toHaveLength(2)
  expect(await product.mailbox.outbox(thief.email, 'security_changed')).toHaveLength(0)
})

const hook = (body: string, signature: string) =>
  fetch(`${origin}/api/webhooks/authsignal`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signature-v2': signature },
    body,
  })
const signed = (body: string, seconds: number) =>
  `t=${seconds},v2=${createHmac('sha256', auth.secret).update(`${seconds}.${body}`).digest('base64').replace('=', '')}`

test('a client without a device id can enrol', async () => {
  const mine = await person()
  await product.drain()
  const sent = { headers: { 'user-agent': '' } }
  const started = await mine.browser.post('/factor-enrolments', { method: 'totp' }, sent)
  expect(started.status).toBe(201)
})

test('codes of the provider are sent by our mail, only to the address of the account', async () => {
  const mine: Person = await person()
  await enrol(mine.browser, 'email_otp', (token) => prover.registerMail(mine.email, token))
  const [mail] = await product.mailbox.outbox(mine.email, 'sign_in_code')
  expect(mail?.code).toMatch(/^\d{6}$/)
  const started = await mine.browser.post<{ token: string }>('/factor-enrolments', { method: 'email_otp' })
  const email = 'thief@example.com'
  const stray = await auth.client('/user-authenticators/email-otp', { email }, started.body.data.token)
  expect(stray.status).toBe(400)
  expect(await product.mailbox.outbox(email)).toEqual([])
})

test('the link of a mail leads to our page, and the page can confirm it for ten minutes', async () => {
  const mine = await person()
  const started = await mine.browser.post<{ token: string }>('/factor-enrolments', { method: 'magic_link' })
  const { token } = started.body.data
  await auth.client('/user-authenticators/email-magic-link', { email: mine.email }, token)
  const [mail] = await product.mailbox.outbox(mine.email, 'magic_link')
  const [, ours = ''] = /^http:\/\/localhost:\d+\/magic\/([\w-]+)$/.exec(mail?.link ?? '') ?? []
  const opened = await mine.browser.post<{ url: string }>('/magic-links', { token: ours })
  expect(opened.body.data.url).toBe((await auth.sent(mine.email)).link)
  // A read confirms nothing: the first browser still waits.
  const waiting = await auth.client('/verify/email-magic-link/finalize', {}, token)
  expect(waiting.body).toEqual({ isVerified: false })
  const changed = `${ours.slice(0, 40)}${ours[40] === 'A' ? 'B' : 'A'}${ours.slice(41)}`
  for (const other of [ours.slice(0, -2), changed, 'x', '']) {
    expect((await mine.browser.post('/magic-links', { token: other })).body.code).toBe('link_expired')
  }
  product.wait(10 * 60_000)
  expect((await mine.browser.post('/magic-links', { token: ours })).status).toBe(410)
})

test('the page of the provider has the language of the screen', async () => {
  const mine = await person()
  for (const lang of ['es', 'en']) {
    const body = { method: 'totp' }
    const started = await mine.browser.post<{ token: string }>('/factor-enrolments', body, {
      headers: { lang },
    })
    const authorization = `Bearer ${started.body.data.token}`
    const state = await fetch(`${auth.env['AUTHSIGNAL_API_URL']}/ui/state`, { headers: { authorization } })
    expect(await state.json()).toMatchObject({ locale: lang })
  }
})

test('a code by text message is sent only to the number of the account', async () => {
  const [email, number] = ['texted@example.com', '+51999000222']
  await join(product, email, { mobile: '+51 999 000 222' })
  const browser = await logIn(product, 'texted')
  const started = await browser.post<{ id: string; token: string; phone: string }>('/factor-enrolments', {
    method: 'sms',
  })
  const { token, phone } = started.body.data
  expect(phone).toBe(number)
  const stray = await auth.client('/user-authenticators/sms', { phoneNumber: '+51999000333' }, token)
  expect(stray.status).toBe(400)
  expect((await auth.client('/user-authenticators/sms', { phoneNumber: number }, token)).status).toBe(200)
  const [message] = await product.mailbox.outbox(number)
  const code = /\d{6}/.exec(message?.text ?? '')?.[0]
  expect(message?.text).toBe(
    `${code} is your code for Cardamom. Don’t share it with anyone, not even with us.`,
  )
  await auth.client('/verify/sms', { verificationCode: code }, token)
  const path = `/factor-enrolments/${started.body.data.id}/confirmation`
  const confirmed = await browser.post(path, { name: 'My phone' })
  expect(confirmed.body.data).toMatchObject({ method: 'sms', name: 'My phone', detail: '+51•••222' })
})

test('a webhook without a valid signature, or with an old or future one, sends nothing', async () => {
  const mine = await person()
  const data = { to: mine.email, code: '123456', userId: mine.userId }
  const body = JSON.stringify({ version: 1, type: 'email.created', id: 'x', data })
  const now = Math.floor(Date.now() / 1000)
  expect((await hook(body, `t=${now},v2=${'A'.repeat(43)}`)).status).toBe(401)
  expect((await hook(body, '')).status).toBe(401)
  expect((await hook(body, signed(body, now - 600))).status).toBe(401)
  // Business time is ahead of the machine's time here, because earlier tests advanced it.
  const ahead = Math.floor(product.kernel.clock.realNow().getTime() / 1000)
  expect((await hook(body, signed(body, ahead + 330))).status).toBe(401)
  expect((await hook(`${body} `, signed(body, now))).status).toBe(401)
  expect(await product.mailbox.outbox(mine.email, 'sign_in_code')).toEqual([])
  expect((await hook(body, signed(body, now))).status).toBe(200)
  expect(await product.mailbox.outbox(mine.email, 'sign_in_code')).toHaveLength(1)
})

test('browsers reach only the client API of the provider under our origin', async () => {
  const at = (path: string, init: RequestInit = {}) => fetch(`${origin}/authsignal/v1${path}`, init)
  const authorization = `Basic ${btoa('tenant-of-the-tests')}`
  const opened = await at('/client/challenge', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', cookie: '__Host-cardamom-4000=secret' },
    body: JSON.stringify({ action: 'login' }),
  })
  expect(opened.status).toBe(200)
  expect(await opened.json()).toEqual({ challengeId: expect.any(String) })
  const asServer = `Basic ${btoa(`${auth.secret}:`)}`
  for (const path of [
    '/users',
    '/validate',
    '/../_control/users',
    '/client/../users',
    '/client/%2e%2e/users',
  ]) {
    const answer = await at(path, { headers: { authorization: asServer } })
    expect([path, answer.status]).toEqual([path, 404])
  }
  const large = await at('/client/challenge', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'x'.repeat(70_000) }),
  })
  expect(large.status).toBe(413)
})
