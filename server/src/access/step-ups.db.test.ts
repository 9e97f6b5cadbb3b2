import { endpoint } from '@cardamom/contract/endpoint'
import type { Challenge, StepUpRequest } from '@cardamom/contract/access/step-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import {
  appCode,
  startChallenge,
  createProver,
  enrol,
  grantBy,
  handIn,
  newKey,
  type Prover,
  type SoftKey,
} from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import { createCheckStepUp } from './check-step-up.ts'

const pay = (level: 'S1' | 'S2' | 'S3') =>
  endpoint({
    method: 'POST',
    path: `/probe/${level.toLowerCase() as 's1'}/:id`,
    summary: 'An operation that is confirmed',
    who: 'signed-in',
    stepUp: level,
    params: z.object({ id: z.string() }),
    input: z.object({ amount: z.string(), password: z.string().optional() }),
    output: z.object({ paid: z.string() }),
    refusals: { unavailable: 503, record_not_found: 404 },
  })
/** The object of this id does not exist for the caller. */
const gone = 'gone'

/** The operation is not possible right now. */
let isBusy = false
let auth: TestAuth
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({
    env: auth.env,
    probe: ({ mount }) => {
      for (const level of ['S1', 'S2', 'S3'] as const) {
        mount(
          pay(level),
          async ({ input }) =>
            isBusy
              ? refused('unavailable', { data: { retryAfterSeconds: 1 } })
              : accepted({ paid: input.amount }),
          async ({ params }) => (params.id === gone ? 'record_not_found' : null),
        )
      }
    },
  })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

let people = 0
type Person = { login: string; browser: TestBrowser; key: SoftKey; prover: Prover }
/** A person who has just logged in, with a passkey where requested. */
const person = async (methods: readonly ('passkey' | 'totp' | 'email_otp')[] = ['passkey']) => {
  people += 1
  const login = `person${people}`
  const email = `${login}@example.com`
  const userId = await makeUser(product, { email, roleId: 2 })
  const browser = await logIn(product, login)
  const key = newKey()
  let secret = ''
  for (const method of methods) {
    if (method === 'passkey') await enrol(browser, method, (token) => prover.register(key, token))
    if (method === 'email_otp') await enrol(browser, method, (token) => prover.registerMail(email, token))
    if (method === 'totp') {
      await enrol(browser, method, async (token) => {
        secret = await prover.registerApp(token)
      })
    }
  }
  return { login, email, userId, browser, key, prover, secret }
}
const operation = (of: { browser: TestBrowser }, path: string, amount: string, grant?: string) =>
  of.browser.post<StepUpRequest>(path, { amount }, grant ? { headers: { 'step-up': grant } } : {})
const stepUpOf = async (of: { browser: TestBrowser }, path: string, amount = '10.00') =>
  (await operation(of, path, amount)).body.data
const tokenFor = async (of: Person, challenge: Challenge) => prover.passkey(of.key, challenge.token ?? '')
const unconfirm = (userId: string) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run('update session set confirmed_at = null where user_id = $1', [userId]),
  )

test('a challenge shows the operation, and its grant by passkey admits exactly this operation once', async () => {
  const me = await person()
  const refused = await operation(me, '/probe/s2/77', '10.00')
  expect(refused.body).toMatchObject({
    code: 'step_up_required',
    message: 'Confirm that it’s you',
    data: { level: 'S2', action: 'POST /probe/s2/:id', show: { id: '77', amount: '10.00' } },
  })
  const grant = await grantBy(me, refused.body.data)
  // Another amount, another object or another level is another operation.
  expect((await operation(me, '/probe/s2/77', '11.00', grant)).body.code).toBe('step_up_required')
  expect((await operation(me, '/probe/s2/78', '10.00', grant)).body.code).toBe('step_up_required')
  expect((await operation(me, '/probe/s3/77', '10.00', grant)).body.code).toBe('step_up_required')
  const both = await Promise.all([
    operation(me, '/probe/s2/77', '10.00', grant),
    operation(me, '/probe/s2/77', '10.00', grant),
  ])
  expect(statusesOf(both)).toEqual([200, 403])
})

test('no confirmation is requested for an object that does not exist for the person', async () => {
  const me = await person([])
  expect((await operation(me, `/probe/s2/${gone}`, '10.00')).status).toBe(404)
  // The highest role, which has every tag.
  await makeUser(product, { email: 'highest@example.com', roleId: 6 })
  const browser = await logIn(product, 'highest')
  const unknown = '0191d6d8-8f0d-7a3c-8e3d-000000000000'
  const confirmed = product.calls.filter(({ stepUp, params }) => stepUp && params)
  expect(confirmed.length).toBeGreaterThan(6)
  const ofCards = { payment: null, day: null, month: null, clientCode: 'ABC123' }
  const values = {
    version: 'x',
    note: 'Why',
    credentialId: 'x',
    address: `0x${'0'.repeat(40)}`,
    file: null,
    parentId: null,
    ownerId: null,
    net: '10.00',
    statementLine: 'Line 1',
    amount: '10.00',
    reason: 'Why',
    change: 'revoke',
    isTest: true,
    code: 'ABCDEF',
    companyId: unknown,
    roleId: 6,
    content: null,
    seenVersion: 0,
    subject: 'x',
    body: 'x',
    ...ofCards,
  }
  for (const { method, path, input } of confirmed.filter((call) => !call.path.startsWith('/probe'))) {
    const there = path.replaceAll(/:\w+/g, unknown)
    const { shape = {} } = (input ?? {}) as { shape?: object }
    const body = Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(shape, name)))
    const headers = { 'idempotency-key': 'unknown-object' }
    const sent = method === 'GET' ? { headers } : { body, headers }
    const answer = await browser.send(method as 'POST', there, sent)
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'record_not_found'])
  }
})

test('an API key and a job confirm nothing, even with the grant of a person', async () => {
  const me = await person()
  const grant = await grantBy(me, await stepUpOf(me, '/probe/s2/9'))
  const { db, clock } = product.kernel
  const check = createCheckStepUp({ db, clock, describe: async () => null })
  const companyId = product.kernel.ids.next()
  const machine = { companyId, scope: allTenants, may: () => true } as const
  const principals = [
    { kind: 'api_key', keyId: product.kernel.ids.next(), ...machine },
    { kind: 'job', name: 'test.job' },
  ] as const
  const operationOfGrant = { params: { id: '9' }, input: { amount: '10.00' }, grant }
  for (const principal of principals)
    for (const level of ['S1', 'S2', 'S3'] as const)
      for (const withoutFactor of ['refused', 'passes', 'password'] as const) {
        const action = `POST /probe/${level.toLowerCase()}/:id`
        const answer = await check(principal, { level, action, withoutFactor, ...operationOfGrant })
        expect(answer).toMatchObject({ accepted: false, code: 'permission_denied' })
      }
  // The grant is still the person's.
  expect((await operation(me, '/probe/s2/9', '10.00', grant)).status).toBe(200)
})

test('a refused call returns its grant for the next attempt of the same operation', async () => {
  const me = await person()
  const grant = await grantBy(me, await stepUpOf(me, '/probe/s2/5'))
  isBusy = true
  expect((await operation(me, '/probe/s2/5', '10.00', grant)).status).toBe(503)
  isBusy = false
  expect((await operation(me, '/probe/s2/5', '10.01', grant)).status).toBe(403)
  expect((await operation(me, '/probe/s2/5', '10.00', grant)).status).toBe(200)
  expect((await operation(me, '/probe/s2/5', '10.00', grant)).status).toBe(403)
})

test('a grant that many calls send at the same time admits one of them, and none of another person', async () => {
  const [me, other] = [await person(), await person()]
  const grant = await grantBy(me, await stepUpOf(me, '/probe/s2/6'))
  const theirs = await grantBy(other, await stepUpOf(other, '/probe/s2/6'))
  const calls = Array.from({ length: 8 }, () => operation(me, '/probe/s2/6', '10.00', grant))
  const others = [grant, theirs].map((each) => operation(other, '/probe/s2/6', '10.00', each))
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([403, 200])
  expect((await Promise.all(calls)).filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await operation(me, '/probe/s2/6', '10.00', grant)).status).toBe(403)
})

test('a grant of a level that the factors of its person do not reach any more admits nothing, and stays', async () => {
  const me = await person()
  const grant = await grantBy(me, await stepUpOf(me, '/probe/s2/7'))
  const { db, clock } = product.kernel
  const countFrom = (at: string) =>
    db.write(allTenants, (sql) =>
      sql.run('update factor set full_from = $2 where user_id = $1', [me.userId, at]),
    )
  const of = await db.read(allTenants, (sql) =>
    sql.one<{ id: string }>('select session_id as id from step_up_grant where user_id = $1', [me.userId]),
  )
  const principal = { kind: 'session', sessionId: of.id, userId: me.userId, scope: allTenants } as never
  const check = createCheckStepUp({ db, clock, describe: async () => null })
  const call = { level: 'S2', action: 'POST /probe/s2/:id', withoutFactor: 'passes', grant } as const
  const tried = () => check(principal, { ...call, params: { id: '7' }, input: { amount: '10.00' } })
  await countFrom('9999-01-01')
  expect(await tried()).toMatchObject({ accepted: false, code: 'step_up_required', data: { level: 'S1' } })
  await countFrom('2000-01-01')
  expect(await tried()).toMatchObject({ accepted: true })
  expect(await tried()).toMatchObject({ accepted: false, data: { level: 'S2' } })
})

test('a proof is valid for its own challenge, once', async () => {
  const me = await person()
  const first = await startChallenge(me.browser, await stepUpOf(me, '/probe/s2/1', '1.00'))
  const second = await startChallenge(me.browser, await stepUpOf(me, '/probe/s2/1', '9000.00'))
  const token = await tokenFor(me, first)
  // The same action and person with another object: the proof for one dollar does not confirm nine thousand.
  const swapped = await handIn(me.browser, second.id, { kind: 'token', token })
  expect([swapped.status, swapped.body.code]).toEqual([400, 'passkey_failed'])
  const both = await Promise.all([
    handIn(me.browser, first.id, { kind: 'token', token }),
    handIn(me.browser, first.id, { kind: 'token', token }),
  ])
  expect(statusesOf(both)).toEqual([200, 410])
  const replayed = await handIn(me.browser, first.id, { kind: 'token', token })
  expect([replayed.status, replayed.body.code]).toEqual([410, 'challenge_expired'])
})

test('a proof of another action, of another person and of no challenge proves nothing', async () => {
  const [me, thief] = [await person(), await person()]
  const mine = await startChallenge(me.browser, await stepUpOf(me, '/probe/s2/1'))
  await unconfirm(me.userId)
  const other = await startChallenge(me.browser, await stepUpOf(me, '/probe/s1/1'))
  const theirs = await startChallenge(thief.browser, await stepUpOf(thief, '/probe/s2/1'))
  const wrong = [await tokenFor(me, other), await tokenFor(thief, theirs), mine.token, 'x.y.z']
  for (const token of wrong) {
    const answer = await handIn(me.browser, mine.id, { kind: 'token', token })
    expect([answer.status, answer.body.code]).toEqual([400, 'passkey_failed'])
  }
  // They can use neither my challenge nor my grant.
  const stolen = await handIn(thief.browser, mine.id, { kind: 'token', token: await tokenFor(me, mine) })
  expect(stolen.body.code).toBe('challenge_expired')
  const grant = await grantBy(me, await stepUpOf(me, '/probe/s2/1'))
  expect((await operation(thief, '/probe/s2/1', '10.00', grant)).body.code).toBe('step_up_required')
})

test('a grant and a challenge are valid in their own session and for a short time', async () => {
  const me = await person()
  const wanted = await stepUpOf(me, '/probe/s2/1', '5.00')
  const delayed = await grantBy(me, wanted)
  product.wait(60_000)
  expect((await operation(me, '/probe/s2/1', '5.00', delayed)).body.code).toBe('step_up_required')
  const slow = await startChallenge(me.browser, wanted)
  const token = await tokenFor(me, slow)
  product.wait(5 * 60_000)
  const expired = await handIn(me.browser, slow.id, { kind: 'token', token })
  expect([expired.status, expired.body.code]).toEqual([410, 'challenge_expired'])
})

test('an app cannot replace a passkey, and a mail code cannot replace either', async () => {
  const me = await person(['passkey', 'totp'])
  const challenge = await startChallenge(me.browser, await stepUpOf(me, '/probe/s2/1'))
  expect([challenge.step, challenge.methods]).toEqual(['passkey', ['passkey']])
  const verificationCode = appCode(me.secret, 1)
  const answer = await auth.client<{ accessToken: string }>(
    '/verify/totp',
    { verificationCode },
    challenge.token!,
  )
  const weak = await handIn(me.browser, challenge.id, { kind: 'token', token: answer.body.accessToken })
  expect([weak.status, weak.body.code]).toEqual([400, 'passkey_failed'])
  const weaker = await person(['email_otp'])
  await unconfirm(weaker.userId)
  const refused = await operation(weaker, '/probe/s2/1', '1.00')
  expect([refused.status, refused.body.code]).toEqual([403, 'factor_required'])
  expect(refused.body.data).toEqual({ level: 'S2', methods: ['passkey', 'totp'] })
  // It is enough for the lowest level.
  const light = await startChallenge(weaker.browser, await stepUpOf(weaker, '/probe/s1/1'))
  expect(light.methods).toEqual(['email_otp'])
  const token = await prover.mailCode(weaker.email, light.token ?? '')
  expect((await handIn(weaker.browser, light.id, { kind: 'token', token })).status).toBe(200)
  expect((await operation(weaker, '/probe/s1/1', '1.00')).status).toBe(200)
})

test('a person without a factor is told to add one first, at every level', async () => {
  const me = await person([])
  for (const level of ['s1', 's2', 's3']) {
    const answer = await operation(me, `/probe/${level}/1`, '1.00')
    expect([answer.status, answer.body.code]).toEqual([403, 'factor_required'])
  }
  const started = await me.browser.post('/step-up/challenges', {
    level: 'S2',
    action: 'POST /probe/s2/:id',
    objectHash: 'a'.repeat(64),
  })
  expect([started.status, started.body.code]).toEqual([403, 'factor_required'])
})

test('the lowest level is valid for a quarter of an hour', async () => {
  const me = await person()
  await unconfirm(me.userId)
  expect((await stepUpOf(me, '/probe/s1/1')).level).toBe('S1')
  const earned = await grantBy(me, await stepUpOf(me, '/probe/s1/1'))
  expect(earned).toMatch(/^[\w-]{43}$/)
  expect((await operation(me, '/probe/s1/1', '1.00')).status).toBe(200)
  product.wait(14 * 60_000)
  expect((await operation(me, '/probe/s1/1', '1.00')).status).toBe(200)
  product.wait(60_000)
  expect((await operation(me, '/probe/s1/1', '1.00')).body.code).toBe('step_up_required')
})

test('the highest level needs passkey, code and password, in this order', async () => {
  const me = await person()
  const first = await startChallenge(me.browser, await stepUpOf(me, '/probe/s3/1', '700.00'))
  expect([first.step, first.methods]).toEqual(['passkey', ['passkey']])
  const early = await handIn(me.browser, first.id, { kind: 'password', password: 'own secret' })
  expect(early.status).toBe(400)
  const shown = await handIn(me.browser, first.id, { kind: 'token', token: await tokenFor(me, first) })
  expect(shown.body.data).toMatchObject({ grant: null, next: { step: 'code', sendOtp: ['email'] } })
  const sent = await me.browser.get('/send/otp?purpose=step_up&channel=email')
  expect(sent.body).toMatchObject({
    success: true,
    message: 'We sent a code to p•••' + me.login.slice(-1) + '@example.com',
  })
  const text = await me.browser.get('/send/otp?channel=sms')
  expect([text.status, text.body.code]).toEqual([503, 'otp_not_sent'])
  const wrong = await handIn(me.browser, first.id, { kind: 'code', code: 'abcdef' })
  expect([wrong.status, wrong.body.code]).toEqual([400, 'code_mismatch'])
  const { code } = await auth.sent(me.email)
  const coded = await handIn(me.browser, first.id, { kind: 'code', code })
  expect(coded.body.data).toMatchObject({ grant: null, next: { step: 'password', token: null } })
  const bad = await handIn(me.browser, first.id, { kind: 'password', password: 'wrong!' })
  expect([bad.status, bad.body.code]).toEqual([400, 'wrong_credentials'])
  const done = await handIn(me.browser, first.id, { kind: 'password', password: 'own secret' })
  expect((await operation(me, '/probe/s3/1', '700.00', done.body.data.grant ?? '')).status).toBe(200)
})

test('codes cannot be guessed: after five wrong ones no further code is checked', async () => {
  const me = await person()
  const first = await startChallenge(me.browser, await stepUpOf(me, '/probe/s3/1'))
  await handIn(me.browser, first.id, { kind: 'token', token: await tokenFor(me, first) })
  await me.browser.get('/send/otp')
  const { code } = await auth.sent(me.email)
  const wrong = code === '111111' ? '222222' : '111111'
  for (let time = 0; time < 5; time += 1) {
    expect((await handIn(me.browser, first.id, { kind: 'code', code: wrong })).status).toBe(400)
  }
  const right = await handIn(me.browser, first.id, { kind: 'code', code })
  expect([right.status, right.body.code]).toEqual([429, 'rate_limited'])
})

test('a bearer token without its cookie starts no challenge', async () => {
  const me = await person()
  const wanted = await stepUpOf(me, '/probe/s2/1')
  const thief = await logIn(product, (await person([])).login)
  thief.setToken(me.browser.token())
  for (const path of ['/step-up/challenges', '/step-up/grants', '/factor-enrolments', '/recovery-codes']) {
    expect((await thief.post(path, { ...wanted, method: 'passkey' })).status).toBe(401)
  }
})

test('the shown and stored facts of an operation have no secrets, and each step is in the log', async () => {
  const me = await person()
  const shown = await me.browser.post<StepUpRequest>('/probe/s2/9', {
    amount: '1.00',
    password: 'canary-word',
  })
  expect(shown.body.data.show).toEqual({ id: '9', amount: '1.00' })
  const rows = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ outcome: string }>(`select outcome, object_id from audit where action = 'POST /probe/s2/:id'`),
  )
  expect(rows).toContainEqual({ outcome: 'step_up_required', object_id: '9' })
  expect(rows).toContainEqual({ outcome: 'done', object_id: '77' })
  await grantBy(me, await stepUpOf(me, '/probe/s2/9'))
  const log = await me.browser.get<{ items: { kind: string; facts: object }[] }>('/security-events')
  expect(log.body.data.items[0]).toMatchObject({
    kind: 'step_up',
    facts: { action: 'POST /probe/s2/:id', level: 'S2', method: 'passkey' },
  })
  expect(log.body.data.items.map(({ kind }) => kind)).toEqual(['step_up', 'factor_added', 'login'])
})
