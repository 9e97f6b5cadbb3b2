import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enrolEmail, newUser, startBench, type Bench, type Json } from './bench.ts'
import { createSoftKey, type Twist } from './soft-key.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.stop())

type Options = { challenge: string; rp: { id: string }; user: { id: string }; rpId: string }
type Ceremony = Json & { challengeId: string; options: Options }

const passkey = '/user-authenticators/passkey'
const securityKey = '/user-authenticators/security-key'
const refused = { status: 400, body: { errorCode: 'invalid_credential' } }

const register = async (userId: string) => {
  const key = createSoftKey(bench.origin)
  const { token } = await bench.track(userId, 'enrol')
  const { body } = await bench.call<Ceremony>(`${passkey}/registration-options`, { token })
  const sent = { challengeId: body.challengeId, registrationCredential: key.create(body.options) }
  const added = await bench.call(passkey, { token, body: sent })
  expect(added.body.isVerified).toBe(true)
  return { key, token, sent, userId, handle: body.options.user.id }
}

const start = async (userId: string, idempotencyKey: string = randomUUID()) => {
  const { token } = await bench.track(userId, 'withdraw', { idempotencyKey })
  const { body } = await bench.call<Ceremony>(`${passkey}/authentication-options`, { token })
  return { token, challengeId: body.challengeId, options: body.options }
}

type StartedChallenge = Awaited<ReturnType<typeof start>>
const answer = (started: StartedChallenge, credential: unknown, token: string | undefined = started.token) =>
  bench.call('/verify/passkey', {
    token,
    body: { challengeId: started.challengeId, authenticationCredential: credential },
  })

describe('a challenge', () => {
  test('is valid once, also for a right answer', async () => {
    const { key, token, sent, userId } = await register(newUser())
    expect(await bench.call(passkey, { token, body: sent })).toMatchObject(refused)
    const started = await start(userId)
    const credential = key.get(started.options)
    expect((await answer(started, credential)).body.isVerified).toBe(true)
    expect(await answer(started, credential)).toMatchObject(refused)
    expect(await answer(started, key.get(started.options))).toMatchObject(refused)
  })

  test('is consumed by a wrong answer too', async () => {
    const { key, userId } = await register(newUser())
    const started = await start(userId)
    expect(await answer(started, key.get(started.options, { breakSignature: true }))).toMatchObject(refused)
    expect(await answer(started, key.get(started.options))).toMatchObject(refused)
  })

  test('accepts one of twenty equal answers at the same time', async () => {
    const { key, userId } = await register(newUser())
    const started = await start(userId)
    const credential = key.get(started.options)
    const answers = await Promise.all(Array.from({ length: 20 }, () => answer(started, credential)))
    expect(answers.filter(({ body }) => body.isVerified)).toHaveLength(1)
  })

  test('is refused after ten minutes', async () => {
    const { key, userId } = await register(newUser())
    const started = await start(userId)
    const { offsetMs } = await bench.control.get<{ offsetMs: number }>('/clock')
    await bench.control.post('/clock', { offsetMs: offsetMs + 601_000 })
    const { token } = await bench.track(userId, 'withdraw')
    expect(await answer(started, key.get(started.options), token)).toMatchObject(refused)
  })

  test('belongs to its user, its action and its kind of request', async () => {
    const [one, two] = [await register(newUser()), await register(newUser())]
    const mine = await start(one.userId)
    const theirs = await start(two.userId)
    // The other user's token, the other action's token, no token, and another user's passkey.
    expect(await answer(mine, one.key.get(mine.options), theirs.token)).toMatchObject(refused)
    const again = await start(one.userId)
    const other = await bench.track(one.userId, 'something-else')
    expect(await answer(again, one.key.get(again.options), other.token)).toMatchObject(refused)
    const third = await start(one.userId)
    const bare = { challengeId: third.challengeId, authenticationCredential: one.key.get(third.options) }
    expect(await bench.call('/verify/passkey', { body: bare })).toMatchObject(refused)
    const fourth = await start(one.userId)
    expect(await answer(fourth, two.key.get(fourth.options))).toMatchObject(refused)
    const opened = await bench.call<Ceremony>(`${passkey}/authentication-options`)
    const free = { ...opened.body, token: mine.token }
    expect(await answer(free, one.key.get(opened.body.options))).toMatchObject(refused)
    const actions = await bench.server.queryUserActions({ userId: one.userId, actionCodes: ['withdraw'] })
    expect(actions.map(({ state }) => state)).not.toContain('CHALLENGE_SUCCEEDED')
  })

  test('belongs to one user and one action, also if all other facts are equal', async () => {
    const idempotencyKey = randomUUID()
    const [one, two] = [await register(newUser()), await register(newUser())]
    const theirs = await start(one.userId, idempotencyKey)
    const mine = await bench.track(two.userId, 'withdraw', { idempotencyKey })
    expect(await answer(theirs, two.key.get(theirs.options), mine.token)).toMatchObject(refused)
    const again = await start(one.userId, idempotencyKey)
    const other = await bench.track(one.userId, 'login', { idempotencyKey })
    expect(await answer(again, one.key.get(again.options), other.token)).toMatchObject(refused)
    const third = await start(one.userId, idempotencyKey)
    const later = await bench.track(one.userId, 'withdraw')
    expect(await answer(third, one.key.get(third.options), later.token)).toMatchObject(refused)
  })
})

const twists: Record<string, Twist> = {
  'another site': { origin: 'https://evil.example' },
  'another port': { origin: 'http://localhost:1' },
  'a name with the same start only': { origin: 'http://localhost.evil.example' },
  'another RP id': { rpId: 'evil.example' },
  'no user verification': { userVerified: false },
  'no user presence': { userPresent: false },
  'another challenge': { challenge: 'AAAA' },
  'a frame of another site': { crossOrigin: true },
  'a wrong signature': { breakSignature: true },
  'the handle of another user': { userHandle: Buffer.from('somebody').toString('base64url') },
  'a counter that went back': { counter: 1 },
  'a counter that stood still': { counter: 2 },
}

describe('a passkey answer is refused with', () => {
  test.each(Object.entries(twists))('%s', async (_name, twist) => {
    const { key, userId, handle } = await register(newUser())
    const first = await start(userId)
    expect((await answer(first, key.get(first.options, { userHandle: handle }))).body.isVerified).toBe(true)
    const started = await start(userId)
    expect(await answer(started, key.get(started.options, twist))).toMatchObject(refused)
    const last = await start(userId)
    expect((await answer(last, key.get(last.options, { counter: 9 }))).body.isVerified).toBe(true)
  })
})

test("a clone is refused, because its counter is behind the original's", async () => {
  const { key, userId } = await register(newUser())
  const original = await start(userId)
  expect((await answer(original, key.get(original.options, { counter: 40 }))).body.isVerified).toBe(true)
  const clone = await start(userId)
  expect(await answer(clone, key.get(clone.options, { counter: 12 }))).toMatchObject(refused)
  const code = { token: clone.token, userId, action: 'withdraw' }
  expect(await bench.server.validateChallenge(code)).toMatchObject({ isValid: false })
})

test.each(['origin', 'rpId', 'userVerified', 'challenge'] as const)(
  'a new passkey is refused with a wrong %s',
  async (point) => {
    const wrong: Twist = { origin: 'https://evil.example', rpId: 'evil.example', challenge: 'AAAA' }
    const twist = point === 'userVerified' ? { userVerified: false } : { [point]: wrong[point] }
    const { token } = await bench.track(newUser(), 'enrol')
    const { body } = await bench.call<Ceremony>(`${passkey}/registration-options`, { token })
    const registrationCredential = createSoftKey(bench.origin).create(body.options, twist)
    const sent = { challengeId: body.challengeId, registrationCredential }
    expect(await bench.call(passkey, { token, body: sent })).toMatchObject(refused)
  },
)

test('an automatically created passkey is accepted only as such, and must later verify its user', async () => {
  const userId = newUser()
  const key = createSoftKey(bench.origin)
  const { token } = await bench.track(userId, 'enrol')
  const add = async (conditionalCreate: boolean) => {
    const { body } = await bench.call<Ceremony>(`${passkey}/registration-options`, { token })
    const registrationCredential = key.create(body.options, { userVerified: false, userPresent: false })
    const sent = { challengeId: body.challengeId, registrationCredential, conditionalCreate }
    return bench.call(passkey, { token, body: sent })
  }
  expect(await add(false)).toMatchObject(refused)
  expect((await add(true)).body.isVerified).toBe(true)
  const started = await start(userId)
  expect(await answer(started, key.get(started.options, { userVerified: false }))).toMatchObject(refused)
  const again = await start(userId)
  expect((await answer(again, key.get(again.options))).body.isVerified).toBe(true)
})

test('a credential is registered for one user only', async () => {
  const { key } = await register(newUser())
  const { token } = await bench.track(newUser(), 'enrol')
  const { body } = await bench.call<Ceremony>(`${passkey}/registration-options`, { token })
  const sent = { challengeId: body.challengeId, registrationCredential: key.create(body.options) }
  expect(await bench.call(passkey, { token, body: sent })).toMatchObject(refused)
})

test("only the tenant's origins get options, each host with its own RP id", async () => {
  const { token } = await bench.track(newUser(), 'enrol')
  const at = (origin: string) => bench.call<Ceremony>(`${passkey}/registration-options`, { token, origin })
  const port = new URL(bench.origin).port
  for (const origin of [
    'https://evil.example',
    `http://evil.localhost.example:${port}`,
    `http://evil.example/.localhost:${port}`,
    'null',
  ]) {
    expect(await at(origin)).toMatchObject({ status: 400, body: { errorCode: 'invalid_configuration' } })
  }
  const company = await at(`http://acme.localhost:${port}`)
  expect(company.body.options.rp.id).toBe('acme.localhost')
})

test('a security key answer is bound to its user and action, and used once', async () => {
  const userId = newUser()
  const { token } = await enrolEmail(bench, userId)
  const key = createSoftKey(bench.origin)
  const options = (await bench.call<Options>(`${securityKey}/registration-options`, { token })).body
  const created = key.create(options)
  expect((await bench.call(securityKey, { token, body: created })).body.isVerified).toBe(true)
  expect(await bench.call(securityKey, { token, body: created })).toMatchObject(refused)
  const step = await bench.track(userId, 'transfer')
  const started = (await bench.call<Options>(`${securityKey}/authentication-options`, { token: step.token }))
    .body
  const credential = key.get(started)
  const other = await bench.track(userId, 'withdraw')
  const verify = (with_: string) => bench.call('/verify/security-key', { token: with_, body: credential })
  expect(await verify(other.token)).toMatchObject(refused)
  expect((await verify(step.token)).body.isVerified).toBe(true)
  expect(await verify(step.token)).toMatchObject(refused)
})
