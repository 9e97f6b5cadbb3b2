import { generateSync } from 'otplib'
import { expect } from 'vitest'
import { codeTo, newUser } from './bench.ts'
import { proves } from './scenarios-keys.ts'
import type { StageAnswer, Stage } from './stage.ts'

const wrong = { data: { isVerified: false, failureReason: 'CODE_INVALID_OR_EXPIRED' } }
const notOf = (code: string) => (code === '111111' ? '222222' : '111111')

const useTokenOf = async (stage: Stage, userId: string, action: string) => {
  const tracked = await stage.bench.track(userId, action)
  await stage.call('setToken', tracked.token)
  return tracked
}

const totp = async (stage: Stage) => {
  const userId = newUser()
  await useTokenOf(stage, userId, 'enrol')
  const { data } = await stage.call('totp.enroll')
  const secret = data?.secret ?? ''
  expect(data).toMatchObject({ userId, userAuthenticatorId: expect.any(String) as string })
  expect(data?.uri).toContain(`secret=${secret}`)
  const code = generateSync({ secret })
  expect(await stage.call('totp.verify', { code: notOf(code) })).toEqual(wrong)
  const enrolled = await stage.call('totp.verify', { code })
  expect(enrolled.data?.userAuthenticator).toMatchObject({ verificationMethod: 'AUTHENTICATOR_APP' })
  await proves(stage, { token: enrolled.data?.token, userId, action: 'enrol', method: 'AUTHENTICATOR_APP' })
  await useTokenOf(stage, userId, 'withdraw')
  expect(await stage.call('totp.verify', { code })).toEqual(wrong)
  const next = generateSync({ secret, epoch: Date.now() / 1000 + 30 })
  const passed = await stage.call('totp.verify', { code: next })
  expect(passed).toEqual({ data: { isVerified: true, token: expect.any(String) as string } })
  await proves(stage, { token: passed.data?.token, userId, action: 'withdraw', method: 'AUTHENTICATOR_APP' })
}

/** Enrols and uses one of the two kinds of sent codes; the library checks the webhook's signature. */
const sentCode = async (
  stage: Stage,
  kind: { name: 'email' | 'sms'; to: string; method: string; enrol: object; event: string },
) => {
  const { bench } = stage
  const { name, to, method } = kind
  const userId = newUser()
  await useTokenOf(stage, userId, 'enrol')
  const started = await stage.call(`${name}.enroll`, kind.enrol)
  expect(started).toEqual({ data: { userId, userAuthenticatorId: expect.any(String) as string } })
  const newest = bench.front.received.at(-1)
  const event = bench.server.webhook.constructEvent(newest?.raw ?? '', newest?.signature ?? '')
  const code = await codeTo(bench, to)
  expect(event).toMatchObject({ type: kind.event, data: { to, code, userId, verificationMethod: method } })
  const enrolled = await stage.call(`${name}.verify`, { code })
  expect(enrolled.data?.userAuthenticator).toMatchObject({ verificationMethod: method, ...kind.enrol })
  await proves(stage, { token: enrolled.data?.token, userId, action: 'enrol', method })
  await useTokenOf(stage, userId, 'transfer')
  const sent = await stage.call(`${name}.challenge`)
  expect(sent).toEqual({ data: { challengeId: expect.any(String) as string } })
  const next = await codeTo(bench, to)
  expect(await stage.call(`${name}.verify`, { code: notOf(next) })).toEqual(wrong)
  const passed = await stage.call(`${name}.verify`, { code: next })
  expect(passed).toEqual({ data: { isVerified: true, token: expect.any(String) as string } })
  await proves(stage, { token: passed.data?.token, userId, action: 'transfer', method })
}

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `person-${addresses}@cardamom.example`
}

const email = async (stage: Stage) => {
  const to = newAddress()
  await sentCode(stage, {
    name: 'email',
    to,
    method: 'EMAIL_OTP',
    enrol: { email: to },
    event: 'email.created',
  })
}

const sms = async (stage: Stage) => {
  const to = `+5198765${String(1000 + addresses)}`
  addresses += 1
  await sentCode(stage, {
    name: 'sms',
    to,
    method: 'SMS',
    enrol: { phoneNumber: to },
    event: 'sms.created',
  })
}

const polls = async (stage: Stage): Promise<number> =>
  (await stage.bench.control.get<{ path: string }[]>('/requests')).filter(({ path }) =>
    path.endsWith('/finalize'),
  ).length

/** Opens the newest link to a person in a separate tab and presses the button. */
const openLink = async (stage: Stage, to: string) => {
  const link = (await stage.bench.outbox(to))[0]?.link ?? ''
  const mail = await stage.context.newPage()
  await mail.goto(link)
  await mail.getByRole('button', { name: 'Yes, it is me' }).click()
  await mail.getByRole('heading', { name: 'Confirmed' }).waitFor()
  await mail.close()
}

const magicLink = async (stage: Stage) => {
  const userId = newUser()
  const to = newAddress()
  for (const action of ['enrol', 'withdraw'] as const) {
    await useTokenOf(stage, userId, action)
    const command = action === 'enrol' ? ['emailML.enroll', { email: to }] : ['emailML.challenge']
    const sent = await stage.call(...(command as [string, ...unknown[]]))
    expect(sent.error).toBeUndefined()
    const before = await polls(stage)
    const waiting = stage.attempt<StageAnswer>('emailML.checkVerificationStatus')
    waiting.catch(() => undefined)
    // The page polls each second until the link was opened; the first answer is no.
    while ((await polls(stage)) === before) await stage.page.waitForTimeout(20)
    await openLink(stage, to)
    const data = (await waiting).value?.data
    expect(data).toMatchObject({ isVerified: true })
    expect((await polls(stage)) - before).toBeGreaterThanOrEqual(2)
    await proves(stage, { token: data?.token, userId, action, method: 'EMAIL_MAGIC_LINK' })
  }
}

const expiredToken = async (stage: Stage) => {
  const { token } = await stage.bench.control.post<{ token: string }>('/tokens', {
    userId: newUser(),
    lifetimeSeconds: -1,
  })
  await stage.call('setToken', token)
  const answer = await stage.call('totp.enroll')
  expect(answer.error).toBe('The token has expired.')
  if (stage.version === '1.16.0') expect(answer.errorCode).toBe('expired_token')
  expect(await stage.evaluate('expired()')).toBe(1)
}

const tooMany = async (stage: Stage) => {
  await useTokenOf(stage, newUser(), 'enrol')
  const send = () => stage.call('sms.enroll', { phoneNumber: '+34600000007' })
  for (let count = 0; count < 6; count += 1) expect((await send()).error).toBeUndefined()
  const refused = await send()
  expect(refused.error).toMatch(/^Too many messages/)
  if (stage.version === '1.16.0') expect(refused.errorCode).toBe('too_many_requests')
}

const lock = async (stage: Stage) => {
  const userId = newUser()
  await useTokenOf(stage, userId, 'enrol')
  const { data } = await stage.call('totp.enroll')
  const code = () => generateSync({ secret: data?.secret ?? '' })
  for (let count = 0; count < 10; count += 1) {
    expect(await stage.call('totp.verify', { code: notOf(code()) })).toEqual(wrong)
  }
  const locked = { data: { isVerified: false, failureReason: 'MAX_ATTEMPTS_EXCEEDED' } }
  expect(await stage.call('totp.verify', { code: code() })).toEqual(locked)
  await stage.bench.control.post('/unlock', { userId })
  expect((await stage.call('totp.verify', { code: code() })).data?.isVerified).toBe(true)
}

const withoutToken = async (stage: Stage) => {
  const { error } = await stage.call('totp.enroll')
  expect(error?.toLowerCase()).toBe('token_not_set')
}

export const codeScenarios = { totp, email, sms, magicLink, expiredToken, tooMany, lock, withoutToken }
