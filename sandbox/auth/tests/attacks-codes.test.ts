import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeTo, enrolEmail, newUser, startBench, type Bench, type Json } from './bench.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

const wrong = { isVerified: false, failureReason: 'CODE_INVALID_OR_EXPIRED' }
const locked = { isVerified: false, failureReason: 'MAX_ATTEMPTS_EXCEEDED' }

const clock = () => bench.control.get<{ now: string; offsetMs: number }>('/clock')
const advance = async (ms: number) => {
  const { offsetMs } = await clock()
  await bench.control.post('/clock', { offsetMs: offsetMs + ms })
}
/** Advances to the first second of the next step, so that no step ends between a code and its use. */
const nextStep = async () => advance(31_000 - (Date.parse((await clock()).now) % 30_000))
const codeOf = async (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.parse((await clock()).now) / 1000) + steps * 30 })

const verify = async (method: 'totp' | 'email-otp' | 'sms', token: string, verificationCode: string) =>
  (await bench.call(`/verify/${method}`, { token, body: { verificationCode } })).body

const notOf = (code: string) => (code === '000000' ? '000001' : '000000')

const enrolApp = async (userId: string) => {
  const { token } = await bench.track(userId, 'enrol')
  const { body } = await bench.call<Json & { secret: string }>('/user-authenticators/totp', { token })
  const code = await codeOf(body.secret)
  expect(await verify('totp', token, code)).toMatchObject({ isVerified: true })
  return { secret: body.secret, code }
}

describe('the code of an app', () => {
  test('is refused when it was used before, for the same action or another', async () => {
    const userId = newUser()
    const { secret, code } = await enrolApp(userId)
    const step = await bench.track(userId, 'withdraw')
    expect(await verify('totp', step.token, code)).toEqual(wrong)
    const next = await codeOf(secret, 1)
    expect(await verify('totp', step.token, next)).toMatchObject({ isVerified: true })
    const other = await bench.track(userId, 'transfer')
    expect(await verify('totp', other.token, next)).toEqual(wrong)
    expect(await verify('totp', other.token, code)).toEqual(wrong)
  })

  test('is accepted once when it is sent twenty times at the same time', async () => {
    const userId = newUser()
    const { secret } = await enrolApp(userId)
    const step = await bench.track(userId, 'withdraw')
    const next = await codeOf(secret, 1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify('totp', step.token, next)))
    expect(answers.filter(({ isVerified }) => isVerified)).toHaveLength(1)
  })

  test('is accepted one step before or after, but not two', async () => {
    const userId = newUser()
    const { secret } = await enrolApp(userId)
    const step = await bench.track(userId, 'withdraw')
    await nextStep()
    expect(await verify('totp', step.token, await codeOf(secret, 2))).toEqual(wrong)
    const expired = await codeOf(secret, 2)
    await advance(90_000)
    expect(await verify('totp', step.token, expired)).toMatchObject({ isVerified: true })
  })

  test('is refused during a lock even if it is right; the next lock is longer', async () => {
    const userId = newUser()
    const { secret } = await enrolApp(userId)
    const step = await bench.track(userId, 'withdraw')
    const fail = async () => {
      for (let count = 0; count < 10; count += 1) {
        expect(await verify('totp', step.token, notOf(await codeOf(secret)))).toEqual(wrong)
      }
    }
    await fail()
    expect(await verify('totp', step.token, await codeOf(secret, 1))).toEqual(locked)
    const { idempotencyKey } = step
    const action = { userId, action: 'withdraw', idempotencyKey }
    expect(await bench.server.getAction(action)).toMatchObject({ state: 'CHALLENGE_FAILED' })
    await advance(299_000)
    expect(await verify('totp', step.token, await codeOf(secret))).toEqual(locked)
    await advance(2_000)
    await fail()
    await advance(301_000)
    const later = await bench.track(userId, 'withdraw')
    expect(await verify('totp', later.token, await codeOf(secret))).toEqual(locked)
    const locks = await bench.control.get<{ subject: string }[]>('/lockouts')
    expect(locks.find(({ subject }) => subject === userId)).toMatchObject({ times: 2, failures: 10 })
    expect(await bench.control.post('/unlock', { userId })).toEqual({ lifted: 1 })
    expect(await verify('totp', later.token, await codeOf(secret))).toMatchObject({ isVerified: true })
  })

  test('of an app in another enrolment proves nothing', async () => {
    const userId = newUser()
    const { token } = await enrolEmail(bench, userId)
    const started = await bench.call<Json & { secret: string }>('/user-authenticators/totp', { token })
    const step = await bench.track(userId, 'withdraw')
    const { body } = await bench.call('/verify/totp', {
      token: step.token,
      body: { verificationCode: await codeOf(started.body.secret) },
    })
    expect(body).toMatchObject({ errorCode: 'invalid_request' })
  })
})

describe('a code that was sent', () => {
  test('is refused for another action, another user, a second time, and after a newer one', async () => {
    const [one, two] = [newUser(), newUser()]
    const { email } = await enrolEmail(bench, one)
    await enrolEmail(bench, two)
    const mine = await bench.track(one, 'withdraw')
    await bench.call('/challenge/email-otp', { token: mine.token })
    const old = await codeTo(bench, email)
    const other = await bench.track(one, 'transfer')
    const theirs = await bench.track(two, 'withdraw')
    expect(await verify('email-otp', other.token, old)).toEqual(wrong)
    expect(await verify('email-otp', theirs.token, old)).toEqual(wrong)
    await bench.call('/challenge/email-otp', { token: mine.token })
    const code = await codeTo(bench, email)
    if (code !== old) expect(await verify('email-otp', mine.token, old)).toEqual(wrong)
    expect(await verify('email-otp', mine.token, code)).toMatchObject({ isVerified: true })
    expect(await verify('email-otp', mine.token, code)).toEqual(wrong)
  })

  test('is refused after ten minutes', async () => {
    const userId = newUser()
    const { email } = await enrolEmail(bench, userId)
    const { token, idempotencyKey } = await bench.track(userId, 'withdraw')
    await bench.call('/challenge/email-otp', { token })
    await advance(600_001)
    const later = await bench.track(userId, 'withdraw', { idempotencyKey })
    expect(await verify('email-otp', later.token, await codeTo(bench, email))).toEqual(wrong)
  })

  test('cannot be guessed: ten tries lock it, across all actions and codes', async () => {
    const userId = newUser()
    const { email } = await enrolEmail(bench, userId)
    let last = ''
    for (let count = 0; count < 10; count += 1) {
      const { token } = await bench.track(userId, `action-${count}`)
      await bench.call('/challenge/email-otp', { token })
      expect(await verify('email-otp', token, notOf(await codeTo(bench, email)))).toEqual(wrong)
      last = token
    }
    await bench.call('/challenge/email-otp', { token: last })
    expect(await verify('email-otp', last, await codeTo(bench, email))).toEqual(locked)
  })

  test('is sent twelve times by e-mail and six by SMS in ten minutes, then 429', async () => {
    const userId = newUser()
    const { token } = await enrolEmail(bench, userId)
    const phoneNumber = '+34600000001'
    const send = (path: string, body: object) => bench.call(path, { token, body })
    const tooMany = { status: 429, body: { errorCode: 'too_many_requests' } }
    for (let count = 0; count < 6; count += 1) {
      expect((await send('/user-authenticators/sms', { phoneNumber })).status).toBe(200)
    }
    expect(await send('/user-authenticators/sms', { phoneNumber })).toMatchObject(tooMany)
    for (let count = 1; count < 12; count += 1) {
      expect((await send('/challenge/email-otp', {})).status).toBe(200)
    }
    expect(await send('/challenge/email-otp', {})).toMatchObject(tooMany)
    const full = await bench.control.get<{ method: string; counted: string }[]>(`/lockouts?userId=${userId}`)
    expect(full.map(({ method, counted }) => `${method} ${counted}`).toSorted()).toEqual([
      'EMAIL_OTP messages',
      'SMS messages',
    ])
    await bench.control.post('/unlock', { userId })
    expect((await send('/challenge/email-otp', {})).status).toBe(200)
  })
})

test('a magic link needs its secret, completes only its own action, and is replaced by a newer one', async () => {
  const userId = newUser()
  const email = `${userId}@cardamom.example`
  const { token } = await bench.track(userId, 'enrol')
  const confirm = async (change: { secret?: string } = {}) => {
    const link = new URL((await bench.outbox(email))[0]?.link ?? '')
    const body = { id: link.searchParams.get('id'), secret: link.searchParams.get('secret'), ...change }
    return (await bench.raw('POST', `${bench.base()}/v1/ui/link/confirm`, { body, headers: {} })).body
  }
  const finish = async (with_: string) =>
    (await bench.call('/verify/email-magic-link/finalize', { token: with_ })).body
  await bench.call('/user-authenticators/email-magic-link', { token, body: { email } })
  expect(await confirm({ secret: 'guess' })).toEqual({ confirmed: false })
  expect(await finish(token)).toEqual({ isVerified: false })
  expect(await confirm()).toEqual({ confirmed: true })
  await bench.call('/user-authenticators/email-magic-link', { token, body: { email } })
  expect(await finish(token)).toEqual({ isVerified: false })
  await confirm()
  const other = await bench.track(userId, 'withdraw')
  expect(await finish(other.token)).toEqual({ isVerified: false })
  expect(await finish(token)).toMatchObject({ isVerified: true })
})

test('a code of the server call cannot be guessed, and is claimed by its own user only', async () => {
  const [userId, thief] = [newUser(), newUser()]
  const phoneNumber = '+34600000002'
  const request = () =>
    bench.server.challenge({ verificationMethod: 'SMS', phoneNumber, userId, action: 'login' })
  const first = await request()
  const code = await codeTo(bench, phoneNumber)
  for (let count = 0; count < 10; count += 1) {
    await bench.server.verify({ challengeId: first.challengeId, verificationCode: notOf(code) })
  }
  const { challengeId } = await request()
  const right = { challengeId, verificationCode: await codeTo(bench, phoneNumber) }
  expect(await bench.server.verify(right)).toEqual(locked)
  await bench.control.post('/unlock', { to: phoneNumber })
  expect(await bench.server.verify(right)).toMatchObject({ isVerified: true, phoneNumber })
  await expect(bench.server.claimChallenge({ challengeId, userId: thief })).rejects.toThrow(/another user/)
})
