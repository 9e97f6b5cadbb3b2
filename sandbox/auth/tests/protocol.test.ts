import { decodeJwt } from 'jose'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo, enrolEmail, newUser, startBench, tenantId, type Bench, type Json } from './bench.ts'
import { createSoftKey } from './soft-key.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

type Ceremony = { challengeId: string; options: { challenge: string; rp: { id: string } } }

test('an unknown user is not enrolled, and every stored attribute is returned', async () => {
  const userId = newUser()
  expect(await bench.server.getUser({ userId })).toEqual({
    isEnrolled: false,
    emailVerified: false,
    phoneNumberVerified: false,
    enrolledVerificationMethods: [],
    allowedVerificationMethods: expect.arrayContaining(['PASSKEY', 'SMS']) as unknown,
  })
  const attributes = { username: 'lucia', displayName: 'Lucía', custom: { tier: 2 }, locale: 'es' }
  await bench.server.updateUser({ userId, attributes })
  expect(await bench.server.getUser({ userId })).toMatchObject({ ...attributes, isEnrolled: false })
  await bench.server.deleteUser({ userId })
  expect(await bench.server.getUser({ userId })).not.toHaveProperty('username')
})

test("track answers a token with the right to read, with exactly the provider's claims", async () => {
  const userId = newUser()
  const answer = await bench.track(userId, 'withdraw', { redirectUrl: `${bench.origin}/back` })
  expect(answer).toMatchObject({ state: 'ALLOW', isEnrolled: false, enrolledVerificationMethods: [] })
  expect(answer.url.startsWith(`${bench.origin}/authsignal/v1/ui/?token=`)).toBe(true)
  const { iat = 0, ...claims } = decodeJwt(answer.token)
  const issuer = `https://challenge.authsignal.com/${tenantId}`
  expect(claims).toEqual({
    iss: issuer,
    aud: issuer,
    sub: userId,
    exp: iat + 600,
    scope: 'read:authenticators',
    other: {
      tenantId,
      publishableKey: tenantId,
      userId,
      actionCode: 'withdraw',
      idempotencyKey: answer.idempotencyKey,
    },
  })
  const { idempotencyKey } = answer
  const again = await bench.track(userId, 'withdraw', { idempotencyKey })
  expect(again.idempotencyKey).toBe(idempotencyKey)
  expect(await bench.server.queryUserActions({ userId })).toHaveLength(1)
})

test('a passkey is registered, listed, used with a token and without one, and removed', async () => {
  const userId = newUser()
  const key = createSoftKey(bench.origin)
  const { token } = await bench.track(userId, 'enrol')
  const path = '/user-authenticators/passkey'
  const registration = await bench.call<Ceremony>(`${path}/registration-options`, { token })
  expect(registration.body.options).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    pubKeyCredParams: [{ alg: -7 }, { alg: -257 }],
  })
  const { challengeId, options } = registration.body
  const added = await bench.call(path, {
    token,
    body: { challengeId, registrationCredential: key.create(options) },
  })
  expect(added.body).toMatchObject({
    isVerified: true,
    userId,
    userAuthenticator: { verificationMethod: 'PASSKEY', webauthnCredential: { credentialId: key.id } },
  })
  expect(await bench.call(`${path}?credentialIds=none,${key.id}`, { method: 'GET' })).toMatchObject({
    status: 200,
    body: { credentialId: key.id, verifiedAt: expect.any(String) as string },
  })
  expect((await bench.call(`${path}?credentialIds=none`, { method: 'GET' })).status).toBe(400)

  const step = await bench.track(userId, 'withdraw')
  expect(step).toMatchObject({ state: 'CHALLENGE_REQUIRED', defaultVerificationMethod: 'PASSKEY' })
  const response = await bench.call<Ceremony>(`${path}/authentication-options`, { token: step.token })
  const authenticationCredential = key.get(response.body.options)
  const passed = await bench.call('/verify/passkey', {
    token: step.token,
    body: { challengeId: response.body.challengeId, authenticationCredential, deviceId: 'device' },
  })
  expect(passed.body).toMatchObject({ isVerified: true, userId })
  const valid = { token: passed.body.accessToken ?? '', userId, action: 'withdraw' }
  expect(await bench.server.validateChallenge(valid)).toMatchObject({
    isValid: true,
    state: 'CHALLENGE_SUCCEEDED',
    action: 'withdraw',
    idempotencyKey: step.idempotencyKey,
    verificationMethod: 'PASSKEY',
  })

  const opened = await bench.call('/challenge', { body: { action: 'login' } })
  const free = await bench.call<Ceremony>(`${path}/authentication-options`, {
    body: { challengeId: opened.body.challengeId },
  })
  expect(free.body.options).toMatchObject({ allowCredentials: [], userVerification: 'required' })
  const login = await bench.call('/verify/passkey', {
    body: {
      challengeId: free.body.challengeId,
      authenticationCredential: key.get(free.body.options),
      deviceId: 'device',
    },
  })
  const token2 = login.body.accessToken ?? ''
  expect(await bench.server.validateChallenge({ token: token2, action: 'login' })).toMatchObject({
    isValid: true,
    userId,
  })
  const [mine] = await bench.server.getAuthenticators({ userId })
  await bench.server.deleteAuthenticator({ userId, userAuthenticatorId: mine?.userAuthenticatorId ?? '' })
  expect(await bench.server.getUser({ userId })).toMatchObject({ isEnrolled: false })
})

test('an authenticator app is enrolled and used', async () => {
  const userId = newUser()
  const { token } = await bench.track(userId, 'enrol')
  const app = await bench.call<Json & { secret: string; uri: string }>('/user-authenticators/totp', { token })
  expect(app.body.uri).toMatch(/^otpauth:\/\/totp\/Cardamom:/)
  expect(await bench.server.getUser({ userId })).toMatchObject({ isEnrolled: false })
  const code = generateSync({ secret: app.body.secret })
  const { body } = await bench.call('/verify/totp', { token, body: { verificationCode: code } })
  expect(body).toMatchObject({
    isVerified: true,
    userAuthenticator: { verificationMethod: 'AUTHENTICATOR_APP' },
  })
  const { scope: trackScope, iat: _, exp: __, ...claims } = decodeJwt(token)
  expect(trackScope).toBe('read:authenticators')
  const { scope, iat = 0, exp, ...resultClaims } = decodeJwt(body.accessToken ?? '')
  expect(scope).toBe('read:authenticators add:authenticators update:authenticators remove:authenticators')
  expect(exp).toBe(iat + 600)
  expect(resultClaims).toEqual(claims)
})

test('codes by e-mail and SMS are sent as signed webhooks and accepted', async () => {
  const userId = newUser()
  const { email, token } = await enrolEmail(bench, userId)
  const phoneNumber = '+51987654321'
  await bench.call('/user-authenticators/sms', { token, body: { phoneNumber } })
  const newest = bench.front.received.at(-1)
  const event = bench.server.webhook.constructEvent(newest?.raw ?? '', newest?.signature ?? '')
  const code = await codeTo(bench, phoneNumber)
  expect(event).toMatchObject({
    version: 1,
    source: 'https://authsignal.com',
    type: 'sms.created',
    tenantId,
    data: { to: phoneNumber, code, userId, actionCode: 'enrol', verificationMethod: 'SMS' },
  })
  const done = await bench.call('/verify/sms', { token, body: { verificationCode: code } })
  expect(done.body).toMatchObject({ isVerified: true, userAuthenticator: { phoneNumber } })

  const step = await bench.track(userId, 'transfer')
  const sent = await bench.call('/challenge/email-otp', { token: step.token })
  expect(sent.body).toEqual({ challengeId: expect.any(String) as string })
  const verificationCode = await codeTo(bench, email)
  const passed = await bench.call('/verify/email-otp', { token: step.token, body: { verificationCode } })
  expect(passed.body).toEqual({ isVerified: true, accessToken: expect.any(String) as string })
})

test('a code that the product cannot send is an error and leaves no open challenge', async () => {
  const userId = newUser()
  const { token } = await bench.track(userId, 'enrol')
  bench.front.state.hookStatus = 503
  const failed = await bench.call('/user-authenticators/email-otp', {
    token,
    body: { email: `${userId}@cardamom.example` },
  })
  bench.front.state.hookStatus = 200
  expect(failed).toMatchObject({ status: 400, body: { errorCode: 'invalid_configuration' } })
  await bench.control.post('/webhooks/flush')
  const [stored] = await bench.control.get<{ state: string }[]>('/webhooks')
  expect(stored?.state).toBe('given_up')
})

test('the waiting browser completes a magic link after its confirmation', async () => {
  const userId = newUser()
  const email = `${userId}@cardamom.example`
  const { token } = await bench.track(userId, 'enrol')
  await bench.call('/user-authenticators/email-magic-link', { token, body: { email } })
  const finish = () => bench.call('/verify/email-magic-link/finalize', { token })
  expect((await finish()).body).toEqual({ isVerified: false })
  const link = new URL((await bench.outbox(email))[0]?.link ?? '')
  expect(link.origin).toBe(bench.origin)
  const body = { id: link.searchParams.get('id'), secret: link.searchParams.get('secret') }
  const confirm = () => bench.raw('POST', `${bench.base()}/v1/ui/link/confirm`, { body, headers: {} })
  expect((await confirm()).body).toEqual({ confirmed: true })
  expect((await confirm()).body).toEqual({ confirmed: false })
  expect((await finish()).body).toMatchObject({ isVerified: true, userAuthenticator: { email } })
  expect((await finish()).body).toEqual({ isVerified: false })
})

test('a security key is registered and used with bare options and answers', async () => {
  const userId = newUser()
  const { token } = await enrolEmail(bench, userId)
  const key = createSoftKey(bench.origin)
  const path = '/user-authenticators/security-key'
  const options = await bench.call<Ceremony['options']>(`${path}/registration-options`, { token })
  const added = await bench.call(path, { token, body: key.create(options.body, { userVerified: false }) })
  expect(added.body).toMatchObject({ isVerified: true, accessToken: expect.any(String) as string })
  const step = await bench.track(userId, 'transfer')
  const response = await bench.call<{ challenge: string; rpId: string }>(`${path}/authentication-options`, {
    token: step.token,
  })
  const body = key.get(response.body, { userVerified: false })
  const passed = await bench.call('/verify/security-key', { token: step.token, body })
  expect(passed.body).toEqual({ isVerified: true, accessToken: expect.any(String) as string })
})

test('the server sends a code itself, checks it, and claims it for a user once', async () => {
  const userId = newUser()
  const email = `${userId}@cardamom.example`
  const { challengeId } = await bench.server.challenge({
    verificationMethod: 'EMAIL_OTP',
    email,
    action: 'register',
  })
  const wrong = await bench.server.verify({ challengeId, verificationCode: 'nothing' })
  expect(wrong).toEqual({ isVerified: false, failureReason: 'CODE_INVALID_OR_EXPIRED' })
  await expect(bench.server.claimChallenge({ challengeId, userId })).rejects.toThrow(/not been verified/)
  const verificationCode = await codeTo(bench, email)
  expect(await bench.server.verify({ challengeId, verificationCode })).toMatchObject({
    isVerified: true,
    email,
  })
  expect(await bench.server.getChallenge({ challengeId })).toMatchObject({ action: 'register', email })
  const { token } = await bench.server.claimChallenge({ challengeId, userId })
  expect(await bench.server.validateChallenge({ token, userId, action: 'register' })).toMatchObject({
    isValid: true,
    verificationMethod: 'EMAIL_OTP',
  })
  await expect(bench.server.claimChallenge({ challengeId, userId })).rejects.toThrow(/not found/)
})

test('a restart loses nothing, and the store shows no secret', async () => {
  const userId = newUser()
  const { token } = await bench.track(userId, 'enrol')
  const app = await bench.call<Json & { secret: string }>('/user-authenticators/totp', { token })
  const { email, token: result } = await enrolEmail(bench, newUser())
  const [letter] = await bench.outbox(email)
  const pending = newUser()
  const waiting = await bench.track(pending, 'enrol')
  const address = `${pending}@cardamom.example`
  await bench.call('/user-authenticators/email-otp', { token: waiting.token, body: { email: address } })
  await bench.restart()
  const verificationCode = await codeTo(bench, address)
  const passed = await bench.call('/verify/email-otp', { token: waiting.token, body: { verificationCode } })
  expect(passed.body.isVerified).toBe(true)
  expect(await bench.server.validateChallenge({ token: result })).toMatchObject({ isValid: true })
  const tables = ['authenticator', 'challenge', 'outbox', 'webhook_message', 'result_token', 'action']
  const text = tables
    .flatMap((table) => bench.store().prepare(`select * from ${table}`).all())
    .flatMap((row) => Object.values(row))
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : String(value)))
  expect(text.filter((value) => value.includes(app.body.secret))).toEqual([])
  expect(text.filter((value) => value === letter?.code || value.includes(`"${letter?.code}"`))).toEqual([])
  expect(text.filter((value) => value.includes(result))).toEqual([])
})
