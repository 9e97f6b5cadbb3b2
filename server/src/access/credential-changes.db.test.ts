import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StepUpRequest } from '../../../contract/src/access/step-up.ts'
import {
  startChallenge,
  createProver,
  enrol,
  grantBy,
  grantByPassword,
  handIn,
  newKey,
  type Prover,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, mailedToken } from '../../../tests/support/test-people.ts'
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

/** A person with a passkey, a second session elsewhere and a trusted browser. */
const person = async (login: string) => {
  await join(product, `${login}@example.com`)
  const browser = await logIn(product, login)
  const elsewhere = await logIn(product, login)
  const key = newKey()
  await enrol(browser, 'passkey', (token) => prover.register(key, token))
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into trusted_device (id, company_id, user_id, secret_hash, device, created_at, expires_at)
       select gen_random_uuid(), company_id, id, sha256(email::bytea), 'Old laptop', now(), now() + interval '1 day'
       from app_user where email = $1`,
      [`${login}@example.com`],
    ),
  )
  return { browser, elsewhere, key, email: `${login}@example.com` }
}

type Me = Awaited<ReturnType<typeof person>>
const stepUpRequestOf = (answer: {
  status: number
  body: { code: string; data: unknown }
}): StepUpRequest => {
  expect([answer.status, answer.body.code]).toEqual([403, 'step_up_required'])
  return answer.body.data as StepUpRequest
}
const kindsOf = async (browser: TestBrowser) => {
  type Log = { items: { kind: string; device: string; address: string }[] }
  return (await browser.get<Log>('/security-events')).body.data.items
}
const trusted = async (browser: TestBrowser) =>
  (await browser.get<{ trustedDevices: object[] }>('/sessions')).body.data.trustedDevices

const changeMobile = (me: Me, mobile: string, grant?: string) =>
  me.browser.patch(
    '/me',
    { mobile },
    { headers: { 'if-match': '3', ...(grant ? { 'step-up': grant } : {}) } },
  )

test('a new mobile number needs the passkey, is announced by mail, and ends other sessions and trust', async () => {
  const me = await person('phone')
  const before = (await me.browser.get<{ version: number }>('/me')).body.data.version
  expect(before).toBe(3)
  const request = stepUpRequestOf(await changeMobile(me, '+51 999 222 333'))
  expect(request.level).toBe('S2')
  const grant = await grantBy({ browser: me.browser, prover, key: me.key }, request)
  expect((await changeMobile(me, '+51 999 222 333', grant)).status).toBe(200)
  expect((await me.elsewhere.get('/me')).status).toBe(401)
  expect(await trusted(me.browser)).toEqual([])
  await product.drain()
  const [mail] = await product.mailbox.outbox(me.email, 'mobile_changed')
  expect(mail?.text).toContain('ends in 333')
  const [newest] = await kindsOf(me.browser)
  expect(newest).toMatchObject({ kind: 'mobile_changed' })
  expect(newest?.address).toMatch(/^10\./)
  const { data } = (await me.browser.get<{ withdrawalsHeldUntil: string | null }>('/security')).body
  expect(data.withdrawalsHeldUntil).not.toBeNull()
})

test('a name or a city changes without a step-up', async () => {
  const me = await person('city')
  const answer = await me.browser.patch('/me', { city: 'Cusco' }, { headers: { 'if-match': '3' } })
  expect(answer.status).toBe(200)
  expect((await me.elsewhere.get('/me')).status).toBe(200)
})

test('a new e-mail needs the passkey and the password, and its links end other sessions and trust', async () => {
  const me = await person('mail')
  const change = { email: 'mail2@example.com', password: 'own secret' }
  const request = stepUpRequestOf(await me.browser.post('/me/email-changes', change))
  expect(request.show).toEqual({ emailFrom: 'mail@example.com', emailTo: 'mail2@example.com' })
  const grant = await grantBy({ browser: me.browser, prover, key: me.key }, request)
  const headers = { 'step-up': grant }
  expect((await me.browser.post('/me/email-changes', change, { headers })).status).toBe(202)
  await product.drain()
  expect(await product.mailbox.outbox(me.email, 'email_change_requested')).toHaveLength(1)
  const opener = createTestBrowser(product.kernel.app)
  const token = await mailedToken(product, 'mail2@example.com')
  expect((await opener.post(`/email-verifications/${token}`)).status).toBe(200)
  expect((await me.elsewhere.get('/me')).status).toBe(200)
  const old = await mailedToken(product, me.email, 'email_change_requested')
  expect((await opener.post(`/email-verifications/${old}`)).status).toBe(200)
  await product.drain()
  expect((await me.browser.get('/me')).status).toBe(200)
  expect((await me.elsewhere.get('/me')).status).toBe(401)
  expect(await trusted(me.browser)).toEqual([])
  expect(await product.mailbox.outbox(me.email, 'email_changed')).toHaveLength(1)
  const kinds = (await kindsOf(me.browser)).map(({ kind }) => kind)
  expect(kinds.slice(0, 2)).toEqual(['email_changed', 'email_change_requested'])
})

test('a person with only a weaker factor confirms with it, and a person without one with the password', async () => {
  await join(product, 'weak@example.com')
  const browser = await logIn(product, 'weak')
  const change = { email: 'weak2@example.com', password: 'own secret' }
  expect((await browser.post('/me/email-changes', change)).status).toBe(202)
  await enrol(browser, 'email_otp', (token) => prover.registerMail('weak@example.com', token))
  const again = await browser.post('/me/email-changes', change)
  const request = stepUpRequestOf(again)
  expect(request.level).toBe('S1')
  const challenge = await startChallenge(browser, request)
  const token = await prover.mailCode('weak@example.com', challenge.token ?? '')
  const { grant } = (await handIn(browser, challenge.id, { kind: 'token', token })).body.data
  const headers = { 'step-up': grant ?? '' }
  expect((await browser.post('/me/email-changes', change, { headers })).status).toBe(202)
})

/** A person with only a password changes their number, with a grant if there is one. */
const withoutFactor = async (login: string) => {
  await join(product, `${login}@example.com`)
  const browser = await logIn(product, login)
  const change = async (mobile: string, grant?: string) => {
    const { version } = (await browser.get<{ version: number }>('/me')).body.data
    const headers = { 'if-match': String(version), ...(grant ? { 'step-up': grant } : {}) }
    return browser.patch('/me', { mobile }, { headers })
  }
  const prove = async (request: StepUpRequest, password: string) => {
    const { id } = await startChallenge(browser, request)
    return handIn(browser, id, { kind: 'password', password })
  }
  const mobile = async () => (await browser.get<{ mobile: string }>('/me')).body.data.mobile
  return { browser, change, prove, mobile }
}

test('a person without a factor changes the number with the password, once and only to that number', async () => {
  const { browser, change, prove, mobile } = await withoutFactor('alone')
  const elsewhere = await logIn(product, 'alone')
  const before = await mobile()
  const request = stepUpRequestOf(await change('+51 999 222 333'))
  expect([request.level, request.show]).toEqual([
    'password',
    { mobileFrom: '+51•••111', mobileTo: '+51999222333' },
  ])
  const wrong = await prove(request, 'not my secret')
  expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_credentials'])
  expect(await mobile()).toBe(before)
  const grant = await grantByPassword(browser, request)
  stepUpRequestOf(await change('+51 999 222 444', grant))
  expect((await change('+51 999 222 333', grant)).status).toBe(200)
  expect(await mobile()).toBe('+51999222333')
  expect((await elsewhere.get('/me')).status).toBe(401)
  stepUpRequestOf(await change('+51 999 222 333', grant))
  await product.drain()
  const kinds = (await kindsOf(browser)).map(({ kind }) => kind)
  expect(kinds.slice(0, 3)).toEqual(['mobile_changed', 'step_up', 'step_up_failed'])
})

test('a password is no second factor: it confirms nothing else, and nothing once there is a factor', async () => {
  const { browser, change } = await withoutFactor('nofactor')
  const request = stepUpRequestOf(await change('+51 999 222 333'))
  await grantByPassword(browser, request)
  const codes = await browser.post('/recovery-codes')
  expect([codes.status, codes.body.code]).toEqual([403, 'factor_required'])
  const stored = await grantByPassword(browser, request)
  await enrol(browser, 'passkey', (token) => prover.register(newKey(), token))
  expect(stepUpRequestOf(await change('+51 999 222 333', stored)).level).toBe('S2')
})

test('wrong passwords at a confirmation count like wrong ones at the login', async () => {
  const { change, prove } = await withoutFactor('guessed')
  const request = stepUpRequestOf(await change('+51 999 222 333'))
  const guesses = []
  for (let guess = 0; guess < 6; guess += 1) guesses.push((await prove(request, `guess ${guess}`)).status)
  expect(guesses).toEqual([400, 400, 400, 400, 400, 429])
  expect((await prove(request, 'own secret')).status).toBe(429)
})
