import { expect } from 'vitest'
import { newUser } from './bench.ts'
import type { Stage } from './stage.ts'

/**
 * The server's validation of a token from the browser: it accepts the right user and action, and no other.
 */
export const proves = async (
  stage: Stage,
  input: { token: string | undefined; userId: string; action: string; method: string },
): Promise<void> => {
  const { server } = stage.bench
  const { token = '', userId, action, method } = input
  expect(await server.validateChallenge({ token, userId, action })).toMatchObject({
    isValid: true,
    state: 'CHALLENGE_SUCCEEDED',
    userId,
    action,
    verificationMethod: method,
  })
  expect(await server.validateChallenge({ token, userId, action: 'another' })).toMatchObject({
    isValid: false,
  })
  expect(await server.validateChallenge({ token, userId: 'another', action })).toMatchObject({
    isValid: false,
  })
}

/** Registers a passkey on the test's device. */
export const signUp = async (stage: Stage, userId: string, username = 'lucia') => {
  const { token, state, isEnrolled } = await stage.bench.track(userId, 'enrol')
  expect({ state, isEnrolled }).toEqual({ state: 'ALLOW', isEnrolled: false })
  const { data } = await stage.call('passkey.signUp', { token, username })
  return { token, data }
}

const registration = async (stage: Stage) => {
  const userId = newUser()
  await stage.device('platform')
  const { data, token } = await signUp(stage, userId)
  const id = data?.registrationResponse?.id ?? ''
  expect(data?.userAuthenticator).toMatchObject({
    verificationMethod: 'PASSKEY',
    webauthnCredential: { credentialId: id },
  })
  await proves(stage, { token: data?.token, userId, action: 'enrol', method: 'PASSKEY' })
  const map = await stage.evaluate(`JSON.parse(localStorage.getItem('as_user_passkey_map'))`)
  expect(map).toEqual({ [userId]: [id] })
  expect(await stage.call('passkey.isAvailableOnDevice', { userId })).toBe(true)
  // The same device again: the provider excludes the existing passkey, and the browser refuses.
  const again = await stage.attempt('passkey.signUp', { token, username: 'lucia' })
  expect(again.thrown?.code).toBe('ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
  const [authenticator] = await stage.bench.server.getAuthenticators({ userId })
  const userAuthenticatorId = authenticator?.userAuthenticatorId ?? ''
  await stage.bench.server.deleteAuthenticator({ userId, userAuthenticatorId })
  expect(await stage.call('passkey.isAvailableOnDevice', { userId })).toBe(false)
}

const signInWithoutToken = async (stage: Stage) => {
  const userId = newUser()
  await stage.device('platform')
  await signUp(stage, userId)
  const { data, error } = await stage.call('passkey.signIn', { action: 'login' })
  expect(error).toBeUndefined()
  expect(data).toMatchObject({ isVerified: true, userId, username: 'lucia' })
  await proves(stage, { token: data?.token, userId, action: 'login', method: 'PASSKEY' })
  const cookie = (await stage.context.cookies()).find(({ name }) => name === '__as_aid')
  const [authenticator] = await stage.bench.server.getAuthenticators({ userId })
  expect(authenticator?.userAuthenticatorId).toBe(data?.userAuthenticatorId)
  expect(authenticator?.webauthnCredential?.deviceId).toBe(cookie?.value)
}

const signInWithToken = async (stage: Stage) => {
  const [userId, other] = [newUser(), newUser()]
  await stage.device('platform')
  await signUp(stage, userId)
  // Another person later uses the same device: the token decides whose passkey is requested.
  await signUp(stage, other, 'mateo')
  for (const who of [userId, other]) {
    const { token, state } = await stage.bench.track(who, 'withdraw')
    expect(state).toBe('CHALLENGE_REQUIRED')
    const { data } = await stage.call('passkey.signIn', { token })
    expect(data).toMatchObject({ isVerified: true, userId: who })
    await proves(stage, { token: data?.token, userId: who, action: 'withdraw', method: 'PASSKEY' })
    expect(await stage.bench.server.validateChallenge({ token, userId: who })).toMatchObject({
      isValid: false,
    })
  }
}

const autofill = async (stage: Stage) => {
  const userId = newUser()
  const device = await stage.device('platform')
  await signUp(stage, userId)
  await device.present(false)
  const first = stage.attempt('passkey.signIn', { action: 'login', autofill: true })
  first.catch(() => undefined)
  await stage.page.waitForFunction('window.started === 1')
  const second = await stage.attempt('passkey.signIn', { action: 'login', autofill: true })
  expect(second.value).toEqual({})
  // A press on the button replaces the waiting autofill.
  await device.present(true)
  const pressed = await stage.call('passkey.signIn', { action: 'login' })
  expect(pressed.data).toMatchObject({ isVerified: true, userId })
  expect((await first).thrown?.code).toBe('ERROR_CEREMONY_ABORTED')
  const { data } = await stage.call('passkey.signIn', { action: 'login', autofill: true })
  expect(data).toMatchObject({ isVerified: true, userId })
  await proves(stage, { token: data?.token, userId, action: 'login', method: 'PASSKEY' })
}

const userVerification = async (stage: Stage) => {
  const device = await stage.device('platform')
  await signUp(stage, newUser())
  await device.verified(false)
  const { token } = await stage.bench.track(newUser(), 'enrol')
  const created = await stage.attempt('passkey.signUp', { token, username: 'mateo' })
  expect(created.thrown?.name).toBe('NotAllowedError')
  const response = await stage.attempt('passkey.signIn', { action: 'login' })
  expect(response.thrown?.name).toBe('NotAllowedError')
}

const noPasskey = async (stage: Stage) => {
  const { token } = await stage.bench.track(newUser(), 'withdraw')
  const { error, data } = await stage.call('passkey.signIn', { token })
  expect(error).toBe('The user has no passkey for this site.')
  expect(data).toBeUndefined()
}

const removedPasskey = async (stage: Stage) => {
  const userId = newUser()
  await stage.device('platform')
  await signUp(stage, userId)
  await stage.bench.server.deleteUser({ userId })
  const answer = await stage.call('passkey.signIn', { action: 'login' })
  expect(answer.error).toBe('The passkey is not known: it may have been removed.')
  if (stage.version === '1.16.0') expect(answer.errorCode).toBe('invalid_credential')
}

const securityKey = async (stage: Stage) => {
  const userId = newUser()
  await stage.device('key')
  const { token } = await stage.bench.track(userId, 'enrol')
  await stage.call('setToken', token)
  const added = await stage.call('securityKey.enroll')
  expect(added.error).toBeUndefined()
  await proves(stage, { token: added.data?.token, userId, action: 'enrol', method: 'SECURITY_KEY' })
  const step = await stage.bench.track(userId, 'transfer')
  await stage.call('setToken', step.token)
  const { data } = await stage.call('securityKey.verify')
  expect(data).toMatchObject({ isVerified: true })
  await proves(stage, { token: data?.token, userId, action: 'transfer', method: 'SECURITY_KEY' })
}

export const keyScenarios = {
  registration,
  signInWithoutToken,
  signInWithToken,
  autofill,
  userVerification,
  noPasskey,
  removedPasskey,
  securityKey,
}
