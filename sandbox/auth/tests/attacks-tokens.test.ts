import { decodeJwt, SignJWT } from 'jose'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Authsignal } from '@authsignal/node'
import { codeTo, enrolEmail, newUser, startBench, type Bench, type Json } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

const validate = (token: string, userId?: string, action?: string) =>
  bench.server.validateChallenge({ token, ...(userId ? { userId } : {}), ...(action ? { action } : {}) })

const passByEmail = async (userId: string, action: string) => {
  const { token, idempotencyKey } = await bench.track(userId, action)
  await bench.call('/challenge/email-otp', { token })
  const verificationCode = await codeTo(bench, `${userId}@cardamom.example`)
  const { body } = await bench.call('/verify/email-otp', { token, body: { verificationCode } })
  return { track: token, result: body.accessToken ?? '', idempotencyKey }
}

describe('/validate', () => {
  test('accepts only the result token of that user and that action', async () => {
    const [userId, other] = [newUser(), newUser()]
    await enrolEmail(bench, userId)
    await enrolEmail(bench, other)
    const { track, result } = await passByEmail(userId, 'withdraw')
    expect(await validate(result, userId, 'withdraw')).toMatchObject({ isValid: true, userId })
    for (const answer of [
      await validate(result, other, 'withdraw'),
      await validate(result, userId, 'login'),
    ]) {
      expect(answer.isValid).toBe(false)
      expect(answer).not.toHaveProperty('userId')
      expect(answer).not.toHaveProperty('idempotencyKey')
    }
    expect(await validate(track, userId, 'withdraw')).toMatchObject({ isValid: false })
  })

  test('refuses before the challenge, after a failure, and after the server withdrew the action', async () => {
    const userId = newUser()
    await enrolEmail(bench, userId)
    const waiting = await bench.track(userId, 'withdraw')
    expect(await validate(waiting.token, userId, 'withdraw')).toMatchObject({
      isValid: false,
      state: 'CHALLENGE_REQUIRED',
    })
    const { result, idempotencyKey } = await passByEmail(userId, 'transfer')
    const attributes = { state: 'CHALLENGE_FAILED' } as never
    await bench.server.updateAction({ userId, action: 'transfer', idempotencyKey, attributes })
    expect(await validate(result, userId, 'transfer')).toMatchObject({ isValid: false })
  })

  test('refuses a track token, also of a user without an authenticator', async () => {
    const userId = newUser()
    const { token, state } = await bench.track(userId, 'withdraw')
    expect(state).toBe('ALLOW')
    expect(await validate(token, userId, 'withdraw')).toMatchObject({ isValid: false, state: 'ALLOW' })
  })

  test('refuses an expired, forged, unsigned or changed token, and one of a deleted user', async () => {
    const userId = newUser()
    await enrolEmail(bench, userId)
    const { result } = await passByEmail(userId, 'withdraw')
    const claims = decodeJwt(result)
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('secret-of-the-tests'.padEnd(32, '-')))
    const [, payload = '', signature = ''] = result.split('.')
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    const raised = Buffer.from(JSON.stringify({ ...claims, sub: 'root' })).toString('base64url')
    const changed = `${result.split('.')[0]}.${raised}.${signature}`
    for (const token of [forged, none, changed, 'nothing', '..']) {
      expect(await validate(token)).toMatchObject({ isValid: false })
      expect((await bench.call('/user-authenticators', { token, method: 'GET' })).status).toBe(401)
    }
    await bench.server.deleteUser({ userId })
    expect(await validate(result)).toMatchObject({ isValid: false })
    expect((await bench.call('/user-authenticators', { token: result, method: 'GET' })).status).toBe(401)
  })
})

test('an expired token is refused with the code that calls the callback', async () => {
  const { token } = await bench.control.post<{ token: string }>('/tokens', {
    userId: newUser(),
    lifetimeSeconds: -1,
  })
  const answer = await bench.call('/user-authenticators/totp', { token })
  expect(answer).toMatchObject({ status: 401, body: { error: 'expired_token', errorCode: 'expired_token' } })
})

const enrolments = {
  'passkey options': ['/user-authenticators/passkey/registration-options', {}],
  passkey: ['/user-authenticators/passkey', { challengeId: 'x', registrationCredential: {} }],
  'security key options': ['/user-authenticators/security-key/registration-options', {}],
  'security key': ['/user-authenticators/security-key', {}],
  totp: ['/user-authenticators/totp', {}],
  'e-mail code': ['/user-authenticators/email-otp', { email: 'evil@cardamom.example' }],
  sms: ['/user-authenticators/sms', { phoneNumber: '+34600000009' }],
  'magic link': ['/user-authenticators/email-magic-link', { email: 'evil@cardamom.example' }],
} as const

describe('a track token cannot add a second authenticator', () => {
  test.each(Object.entries(enrolments))('by %s', async (_name, [path, body]) => {
    const userId = newUser()
    await enrolEmail(bench, userId)
    // This holds even right after another action of the same user was passed.
    await passByEmail(userId, 'withdraw')
    const { token } = await bench.track(userId, 'login')
    const answer = await bench.call(path, { token, body })
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 'insufficient_scope' } })
  })

  test('by an enrolment that was started when the user had none', async () => {
    const userId = newUser()
    const early = await bench.track(userId, 'enrol')
    const app = await bench.call<Json & { secret: string }>('/user-authenticators/totp', {
      token: early.token,
    })
    await enrolEmail(bench, userId, 'enrol-by-mail')
    const expired = await bench.call('/verify/totp', {
      token: early.token,
      body: { verificationCode: generateSync({ secret: app.body.secret }) },
    })
    expect(expired).toMatchObject({ status: 403, body: { errorCode: 'insufficient_scope' } })
    expect(await bench.server.getAuthenticators({ userId })).toHaveLength(1)
  })

  test('but a result token can, a track token with that scope, and the same action for ten minutes', async () => {
    const userId = newUser()
    await enrolEmail(bench, userId)
    const { track, result } = await passByEmail(userId, 'settings')
    const scoped = await bench.track(userId, 'settings', { scope: 'add:authenticators' })
    for (const token of [result, scoped.token, track]) {
      expect((await bench.call('/user-authenticators/totp', { token })).status).toBe(200)
    }
    const none = await bench.track(userId, 'settings', { scope: 'everything root' })
    expect((await bench.call('/user-authenticators/totp', { token: none.token })).status).toBe(403)
  })

  test('and a repeated track cannot raise its scope', async () => {
    const userId = newUser()
    await enrolEmail(bench, userId)
    const { idempotencyKey } = await bench.track(userId, 'login')
    const again = await bench.track(userId, 'login', { idempotencyKey, scope: 'add:authenticators' })
    expect((await bench.call('/user-authenticators/totp', { token: again.token })).status).toBe(403)
  })
})

describe('callers', () => {
  test("the server API refuses every other secret with the provider's message", async () => {
    const apiUrl = `${bench.base()}/v1`
    for (const apiSecretKey of ['', 'secret', 'secret-of-the-tests2']) {
      const stranger = new Authsignal({ apiSecretKey, apiUrl, retries: 0 })
      await expect(stranger.getUser({ userId: 'x' })).rejects.toMatchObject({
        statusCode: 401,
        errorCode: 'unauthorized',
        errorDescription:
          'The request is unauthorized. Check that your API key and region base URL are correctly configured.',
      })
    }
    const { token } = await bench.track(newUser(), 'login')
    const headers = { authorization: `Bearer ${token}` }
    expect((await bench.raw('GET', `${apiUrl}/users/x`, { headers })).status).toBe(401)
  })

  test('the client API accepts the tenant with and without a colon, and no other tenant', async () => {
    const request = (tenant: string) =>
      bench.raw('POST', `${bench.base()}/v1/client/challenge`, {
        headers: { authorization: `Basic ${btoa(tenant)}` },
        body: { action: 'login' },
      })
    const tenant = '3f6c0f3a-6f0e-4a51-9d53-0a9f3b6f2c11'
    expect((await request(tenant)).status).toBe(200)
    expect((await request(`${tenant}:`)).status).toBe(200)
    expect((await request('somebody-else')).status).toBe(401)
    const needsToken = await bench.call('/user-authenticators/totp')
    expect(needsToken).toMatchObject({ status: 401, body: { errorCode: 'unauthorized' } })
  })

  test('the control plane refuses calls without its token', async () => {
    const answer = await bench.raw('GET', `${bench.base()}/_control/outbox`, { headers: {} })
    expect(answer.status).toBe(401)
  })
})

test('a repeated call after a lost answer has no second effect', async () => {
  const userId = newUser()
  await bench.control.post('/faults', { kind: 'drop_after', path: '/actions/login', remaining: 1 })
  const idempotencyKey = 'a-key-of-the-product'
  await expect(bench.track(userId, 'login', { idempotencyKey })).rejects.toThrow()
  expect(await bench.track(userId, 'login', { idempotencyKey })).toMatchObject({ idempotencyKey })
  expect(await bench.server.queryUserActions({ userId })).toHaveLength(1)
})

test.each(['', 'a b', 'POST /cards', 'añadir', 'x'.repeat(65), '../login'])(
  'an action is not called %j: 400, to the browser and to the server',
  async (action) => {
    const tenant = '3f6c0f3a-6f0e-4a51-9d53-0a9f3b6f2c11'
    const response = await bench.raw('POST', `${bench.base()}/v1/client/challenge`, {
      headers: { authorization: `Basic ${btoa(tenant)}` },
      body: { action },
    })
    expect([response.status, response.body]).toMatchObject([400, { errorCode: 'invalid_request' }])
    if (action !== '')
      await expect(bench.track(newUser(), encodeURIComponent(action))).rejects.toThrow('action')
  },
)

test('the longest name of an action is accepted', async () => {
  const action = `${'a'.repeat(60)}_-Z9`
  expect(await bench.track(newUser(), action)).toMatchObject({ state: 'ALLOW' })
})
