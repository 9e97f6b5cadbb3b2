import { UserActionState, VerificationMethod } from '@authsignal/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeTo, enrolEmail, newUser, startBench, type Bench } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

test('an address that the product verified itself is enrolled, and challenges its user', async () => {
  const userId = newUser()
  const email = `${userId}@cardamom.example`
  const { authenticator } = await bench.server.enrollVerifiedAuthenticator({
    userId,
    attributes: { verificationMethod: VerificationMethod.EMAIL_OTP, email },
  })
  expect(authenticator).toMatchObject({ userId, verificationMethod: 'EMAIL_OTP', email })
  expect(await bench.server.getUser({ userId })).toMatchObject({
    isEnrolled: true,
    email,
    emailVerified: true,
  })
  const { token, state, defaultVerificationMethod } = await bench.track(userId, 'login')
  expect({ state, defaultVerificationMethod }).toEqual({
    state: 'CHALLENGE_REQUIRED',
    defaultVerificationMethod: 'EMAIL_OTP',
  })
  await bench.call('/challenge/email-otp', { token })
  const body = { verificationCode: await codeTo(bench, email) }
  expect((await bench.call('/verify/email-otp', { token, body })).body.isVerified).toBe(true)
  const wrong = { verificationMethod: VerificationMethod.PASSKEY }
  await expect(bench.server.enrollVerifiedAuthenticator({ userId, attributes: wrong })).rejects.toMatchObject(
    {
      statusCode: 400,
      errorCode: 'invalid_request',
    },
  )
})

test('users are found by name, address and token, page by page', async () => {
  const ids = [newUser(), newUser(), newUser()]
  for (const userId of ids) {
    await bench.server.updateUser({
      userId,
      attributes: { username: 'twins', email: `${userId}@Twins.example` },
    })
  }
  const first = await bench.server.queryUsers({ username: 'twins', limit: 2 })
  const { lastEvaluatedUserId = '' } = first
  const rest = await bench.server.queryUsers({ username: 'twins', limit: 2, lastEvaluatedUserId })
  expect([...first.users, ...rest.users].map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted())
  const email = `${ids[0]}@twins.EXAMPLE`
  expect(await bench.server.queryUsers({ email })).toMatchObject({ users: [{ userId: ids[0] }] })
  const { token } = await bench.track(ids[1] ?? '', 'login')
  expect(await bench.server.queryUsers({ token })).toMatchObject({
    users: [{ userId: ids[1] }],
    tokenPayload: { userId: ids[1], actionCode: 'login' },
  })
})

test('an action is read, listed by its state, and changed', async () => {
  const userId = newUser()
  await enrolEmail(bench, userId)
  const { idempotencyKey } = await bench.track(userId, 'transfer')
  const action = { userId, action: 'transfer', idempotencyKey }
  expect(await bench.server.getAction(action)).toMatchObject({ state: 'CHALLENGE_REQUIRED', rules: [] })
  const attributes = { state: UserActionState.REVIEW_FAILED }
  expect(await bench.server.updateAction({ ...action, attributes })).toMatchObject(attributes)
  const listed = await bench.server.queryUserActions({ userId, state: UserActionState.REVIEW_FAILED })
  expect(listed.map(({ actionCode }) => actionCode)).toEqual(['transfer'])
  const future = await bench.server.queryUserActions({ userId, fromDate: '2999-01-01T00:00:00.000Z' })
  expect(future).toEqual([])
  const [passed] = await bench.server.queryUserActions({ userId, actionCodes: ['enrol'] })
  const [mine] = await bench.server.getAuthenticators({ userId })
  expect(passed).toMatchObject({
    state: 'CHALLENGE_SUCCEEDED',
    verificationMethod: 'EMAIL_OTP',
    verifiedByAuthenticatorId: mine?.userAuthenticatorId,
  })
})

test('an unknown object is 404 and a malformed one 400, in the form that the library reads', async () => {
  const userId = newUser()
  const missing = { statusCode: 404, errorCode: 'not_found' }
  const { server } = bench
  await expect(server.getAction({ userId, action: 'x', idempotencyKey: 'x' })).rejects.toMatchObject(missing)
  await expect(server.deleteAuthenticator({ userId, userAuthenticatorId: 'x' })).rejects.toMatchObject(
    missing,
  )
  await expect(server.createSession({ clientId: 'x', token: 'x' })).rejects.toMatchObject(missing)
  const malformed = { statusCode: 400, errorCode: 'invalid_request' }
  await expect(server.challenge({ email: 'nobody' })).rejects.toMatchObject(malformed)
  const redirectUrl = 'javascript:alert(1)'
  await expect(bench.track(userId, 'login', { redirectUrl })).rejects.toMatchObject(malformed)
  expect(await server.verify({ challengeId: 'x', verificationCode: '000000' })).toEqual({
    isVerified: false,
    failureReason: 'CODE_INVALID_OR_EXPIRED',
  })
})

test('a deleted user is removed with all data', async () => {
  const userId = newUser()
  await enrolEmail(bench, userId)
  await bench.server.deleteUser({ userId })
  expect(await bench.server.getUser({ userId })).toMatchObject({ isEnrolled: false })
  expect(await bench.server.getAuthenticators({ userId })).toEqual([])
  expect(await bench.server.queryUserActions({ userId })).toEqual([])
})

test("pages are on the origin of the action's return address, if the tenant has it", async () => {
  const userId = newUser()
  const company = bench.origin.replace('localhost', 'acme.localhost')
  const at = async (redirectUrl: string) => (await bench.track(userId, 'login', { redirectUrl })).url
  expect(await at(`${company}/back`)).toMatch(new RegExp(`^${company}/authsignal/v1/ui/\\?token=`))
  expect(await at('https://elsewhere.example/back')).toMatch(new RegExp(`^${bench.origin}/authsignal/v1/ui/`))
})

test('a reset removes all users, and the service continues', async () => {
  const userId = newUser()
  const { email, token } = await enrolEmail(bench, userId)
  expect(await bench.control.post('/reset')).toEqual({ reset: true })
  expect(await bench.server.getUser({ userId })).toMatchObject({ isEnrolled: false })
  expect(await bench.outbox(email)).toEqual([])
  expect(await bench.server.validateChallenge({ token })).toMatchObject({ isValid: false })
  await enrolEmail(bench, userId)
  expect(await bench.server.getUser({ userId })).toMatchObject({ isEnrolled: true })
})
