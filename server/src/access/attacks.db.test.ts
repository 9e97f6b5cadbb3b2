import { endpoint } from '@cardamom/contract/endpoint'
import type { Challenge, StepUpRequest } from '@cardamom/contract/access/step-up'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Twist } from '../../../sandbox/auth/tests/soft-key.ts'
import {
  appCode,
  startChallenge,
  startLogin,
  createProver,
  enrol,
  grantBy,
  handIn,
  newKey,
  type Prover,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { freePort } from '../../../tests/support/shared-postgres.ts'
import { browserOrigin, startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { accepted } from '../kernel/answer.ts'

// These tests attack every rule of the provider through the product: its proxy, its sessions, its grants.

const pay = endpoint({
  method: 'POST',
  path: '/probe/pay/:id',
  summary: 'An operation that needs a passkey',
  who: 'signed-in',
  stepUp: 'S2',
  params: z.object({ id: z.string() }),
  input: z.object({ amount: z.string() }),
  output: z.object({ paid: z.string() }),
  refusals: {},
})

type Lockouts = {
  readonly items: readonly { userId: string }[]
  readonly provider: { readonly state: string; readonly items: readonly { userId: string }[] }
}

let auth: TestAuth
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  const port = await freePort()
  product = await createPeopleProduct({
    env: { ...auth.env, PORT: String(port) },
    probe: ({ mount }) =>
      mount(
        pay,
        async ({ input }) => accepted({ paid: input.amount }),
        async () => null,
      ),
  })
  await product.kernel.app.listen({ port, host: '127.0.0.1' })
  const tenant = `Basic ${btoa(encodeURIComponent(auth.env.AUTHSIGNAL_TENANT_ID))}`
  const throughProduct: TestAuth['client'] = async (path, body, token) => {
    const answer = await fetch(`http://127.0.0.1:${port}/authsignal/v1/client${path}`, {
      method: 'POST',
      headers: {
        origin: browserOrigin,
        'content-type': 'application/json',
        authorization: token ? `Bearer ${token}` : tenant,
      },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as never }
  }
  auth = { ...auth, client: throughProduct }
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

let people = 0
const stranger = async (roleId = 2) => {
  people += 1
  const login = `target${people}`
  const email = `${login}@example.com`
  const userId = await makeUser(product, { email, roleId })
  return { login, email, userId, browser: await logIn(product, login), key: newKey(), prover }
}
type Person = Awaited<ReturnType<typeof stranger>>
const withPasskey = async (roleId = 2) => {
  const me = await stranger(roleId)
  let enrolled = ''
  await enrol(me.browser, 'passkey', async (token) => {
    enrolled = await prover.register(me.key, token)
  })
  return { ...me, enrolled }
}
const withApp = async () => {
  const me = await stranger()
  let secret = ''
  await enrol(me.browser, 'totp', async (token) => {
    secret = await prover.registerApp(token)
  })
  return { ...me, secret }
}

const operate = (browser: TestBrowser, amount: string, grant?: string, id = '1') =>
  browser.post<StepUpRequest>(`/probe/pay/${id}`, { amount }, grant ? { headers: { 'step-up': grant } } : {})
const stepUpOf = async (browser: TestBrowser, amount = '10.00') => (await operate(browser, amount)).body.data
const start = async (browser: TestBrowser, amount?: string): Promise<Challenge & { token: string }> => {
  const challenge = await startChallenge(browser, await stepUpOf(browser, amount))
  return { ...challenge, token: challenge.token ?? '' }
}

type Options = { challengeId: string; options: { challenge: string; rpId?: string } }
type CheckAnswer = { isVerified?: boolean; accessToken?: string; failureReason?: string; errorCode?: string }
const optionsOf = async (token: string) =>
  (await auth.client<Options>('/user-authenticators/passkey/authentication-options', {}, token)).body
const verify = (token: string, challengeId: string, authenticationCredential: object) =>
  auth.client<CheckAnswer>('/verify/passkey', { challengeId, authenticationCredential }, token)
const answerTwisted = async ({ key }: Pick<Person, 'key'>, token: string, twist: Twist = {}) => {
  const { challengeId, options } = await optionsOf(token)
  return verify(token, challengeId, key.get(options, twist))
}
const typeCode = (token: string, verificationCode: string) =>
  auth.client<CheckAnswer>('/verify/totp', { verificationCode }, token)

test('the answer of a passkey is valid for its own challenge, once', async () => {
  const me = await withPasskey()
  const [first, second] = [await start(me.browser, '1.00'), await start(me.browser, '9000.00')]
  const { challengeId, options } = await optionsOf(first.token)
  const recorded = me.key.get(options)
  expect((await verify(first.token, challengeId, recorded)).body.isVerified).toBe(true)
  const other = await optionsOf(second.token)
  const replays = [
    await verify(first.token, challengeId, recorded),
    await verify(second.token, challengeId, recorded),
    await verify(second.token, other.challengeId, recorded),
    await verify(first.token, (await optionsOf(first.token)).challengeId, recorded),
  ]
  for (const { status, body } of replays) {
    expect([status, body.errorCode]).toEqual([400, 'invalid_credential'])
  }
})

test('an answer of another site, without user verification, or changed is refused', async () => {
  const me = await withPasskey()
  const { token } = await start(me.browser)
  const twists: Twist[] = [
    { origin: 'https://cardamom.example.evil' },
    { rpId: 'evil.example' },
    { userVerified: false },
    { userPresent: false },
    { challenge: Buffer.from('another challenge').toString('base64url') },
    { breakSignature: true },
  ]
  for (const twist of twists) {
    const { status, body } = await answerTwisted(me, token, twist)
    expect([twist, status, body.accessToken]).toEqual([twist, 400, undefined])
  }
  // The same key is accepted with the correct facts.
  expect((await answerTwisted(me, token)).body.isVerified).toBe(true)
})

test('a copied passkey is recognised by its counter', async () => {
  const me = await withPasskey()
  expect((await answerTwisted(me, (await start(me.browser)).token, { counter: 40 })).status).toBe(200)
  for (const counter of [40, 39, 1]) {
    const { status, body } = await answerTwisted(me, (await start(me.browser)).token, { counter })
    expect([counter, status, body.errorCode]).toEqual([counter, 400, 'invalid_credential'])
  }
})

test('the passkey of another person proves neither my login nor my operation', async () => {
  const [me, thief] = [await withPasskey(), await withPasskey()]
  const challenge = await start(me.browser)
  expect((await answerTwisted(thief, challenge.token)).status).toBe(400)
  const login = await startLogin(createTestBrowser(product.kernel.app), me.login)
  expect((await answerTwisted(thief, login.token)).status).toBe(400)
  // Their own proofs do not work with my password and my login either.
  const theirs = await startLogin(createTestBrowser(product.kernel.app), thief.login)
  const token = await prover.passkey(thief.key, theirs.token)
  const swapped = await createTestBrowser(product.kernel.app).post('/sessions/factor', {
    loginId: login.loginId,
    proof: { kind: 'token', token },
    trustDevice: false,
  })
  expect([swapped.status, swapped.body.code]).toEqual([400, 'invalid_code'])
})

test('a proof of a login, of an enrolment or of nothing confirms no operation; nor does an invented token', async () => {
  const me = await withPasskey()
  const challenge = await start(me.browser)
  const login = await startLogin(createTestBrowser(product.kernel.app), me.login)
  const [head = '', claims = ''] = challenge.token.split('.')
  const forge = (key: string) =>
    `${head}.${claims}.${createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url')}`
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  const tokens = {
    login: await prover.passkey(me.key, login.token),
    enrolment: me.enrolled,
    autofill: await prover.discover(me.key, 'login'),
    nothing: challenge.token,
    tenant: forge(auth.env.AUTHSIGNAL_TENANT_ID),
    empty: forge(''),
    unsigned,
  }
  for (const [name, token] of Object.entries(tokens)) {
    const answer = await handIn(me.browser, challenge.id, { kind: 'token', token })
    // After too many attempts no further one is checked.
    expect([name, [400, 429].includes(answer.status), answer.body.data?.grant ?? null]).toEqual([
      name,
      true,
      null,
    ])
  }
})

test('no factor can be added before the second factor is shown, or with the token of a challenge', async () => {
  const me = await withPasskey()
  const login = await startLogin(createTestBrowser(product.kernel.app), me.login)
  const challenge = await start(me.browser)
  const enrolments: [string, object][] = [
    ['/user-authenticators/passkey/registration-options', { username: 'thief' }],
    ['/user-authenticators/totp', {}],
    ['/user-authenticators/email-otp', { email: me.email }],
    ['/user-authenticators/sms', { phoneNumber: '+51999000111' }],
    ['/user-authenticators/email-magic-link', { email: me.email }],
    ['/user-authenticators/security-key/registration-options', {}],
  ]
  for (const token of [login.token, challenge.token]) {
    for (const [path, body] of enrolments) {
      const { status } = await auth.client(path, body, token)
      expect([path, status]).toEqual([path, 403])
    }
  }
  const { items } = (await me.browser.get<{ items: object[] }>('/factors')).body.data
  expect(items).toHaveLength(1)
})

test('a code of an app is valid once, also for a person who saw it', async () => {
  const me = await withApp()
  const [first, second] = [await start(me.browser), await start(me.browser)]
  const code = appCode(me.secret, 1)
  const token = (await typeCode(first.token, code)).body.accessToken ?? ''
  expect((await typeCode(second.token, code)).body).toEqual({
    isVerified: false,
    failureReason: 'CODE_INVALID_OR_EXPIRED',
  })
  expect((await handIn(me.browser, first.id, { kind: 'token', token })).status).toBe(200)
})

test('ten wrong codes lock the right one too, until an administrator lifts the lock', async () => {
  const me = await withApp()
  const right = appCode(me.secret, 1)
  const wrong = right === '000000' ? '111111' : '000000'
  // The limit holds over any number of logins and operations: it counts one person and one app.
  for (let time = 0; time < 10; time += 1) {
    const { token } = await start(me.browser)
    expect((await typeCode(token, wrong)).body.isVerified).toBe(false)
  }
  const locked = await typeCode((await start(me.browser)).token, right)
  expect(locked.body).toEqual({ isVerified: false, failureReason: 'MAX_ATTEMPTS_EXCEEDED' })
  const admin = await withPasskey(1)
  const path = `/users/${me.userId}/lockouts/lift`
  expect((await me.browser.post(path, { note: 'mine' })).body.code).toBe('permission_denied')
  const lock = {
    userId: me.userId,
    email: me.email,
    kind: 'provider_code',
    method: 'totp',
    tries: 10,
    blockedUntil: expect.stringMatching(/Z$/),
  }
  for (const query of ['', `?userId=${me.userId}`]) {
    const seen = (await admin.browser.get<Lockouts>(`/lockouts${query}`)).body.data
    expect(seen.provider.items.filter(({ userId }) => userId === me.userId)).toEqual([lock])
    expect(seen.provider.state).toBe('listed')
  }
  const lifted = await admin.browser.post(path, { note: 'Called back' })
  expect([lifted.status, lifted.body.data]).toEqual([200, { lifted: 1, atProvider: 'lifted' }])
  expect(
    (await admin.browser.get<Lockouts>(`/lockouts?userId=${me.userId}`)).body.data.provider.items,
  ).toEqual([])
  expect((await typeCode((await start(me.browser)).token, right)).body.isVerified).toBe(true)
})

test('a stolen grant is useless, as it is in another session or for another operation', async () => {
  const me = await withPasskey()
  const grant = await grantBy(me, await stepUpOf(me.browser, '10.00'))
  // An attacker copied the bearer token and the grant. Without the cookie they are useless.
  const thief = createTestBrowser(product.kernel.app)
  thief.setToken(me.browser.token())
  const stolen = await operate(thief, '10.00', grant)
  expect([stolen.status, stolen.body.code]).toEqual([401, 'unauthenticated'])
  const again = createTestBrowser(product.kernel.app)
  const login = await startLogin(again, me.login)
  const token = await prover.passkey(me.key, login.token)
  const opened = await again.post<{ token: string }>('/sessions/factor', {
    loginId: login.loginId,
    proof: { kind: 'token', token },
    trustDevice: false,
  })
  again.setToken(opened.body.data.token)
  const elsewhere = await operate(again, '10.00', grant)
  const larger = await operate(me.browser, '10.01', grant)
  const other = await operate(me.browser, '10.00', grant, '2')
  for (const { status, body } of [elsewhere, larger, other]) {
    expect([status, body.code]).toEqual([403, 'step_up_required'])
  }
  expect((await operate(me.browser, '10.00', grant)).status).toBe(200)
  expect((await operate(me.browser, '10.00', grant)).body.code).toBe('step_up_required')
})
