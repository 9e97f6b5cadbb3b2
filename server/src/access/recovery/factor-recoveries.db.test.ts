import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseAudit } from '../../../../tests/support/audit-fault.ts'
import {
  startLogin,
  createProver,
  enrol,
  newKey,
  type Prover,
} from '../../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../../tests/support/test-auth.ts'
import { createTestBrowser } from '../../../../tests/support/test-browser.ts'
import { join, logIn, mailedToken, makeUser } from '../../../../tests/support/test-people.ts'
import { allTenants } from '../../kernel/database.ts'
import { kycKeys, startEmbeddedKyc, type EmbeddedKyc } from '../../providers/kyc/embedded-kyc.test-kit.ts'

const hourMs = 3_600_000
const bearer = { firstName: 'Lucía', lastName: 'Ibáñez', dateOfBirth: '2000-02-29', country: 'PE' }
type RecoveryView = { status: string; selfieUrl: string | null; readyAt: string | null }

let auth: TestAuth
let kyc: EmbeddedKyc
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  kyc = await startEmbeddedKyc()
  const { apiKey: KYC_API_KEY, sharedSecret: KYC_SHARED_SECRET } = kycKeys
  product = await createPeopleProduct({
    env: { ...auth.env, KYC_URL: kyc.url, KYC_API_KEY, KYC_SHARED_SECRET },
  })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await kyc.stop()
  await auth.stop()
})

const visitor = () => createTestBrowser(product.kernel.app)
const run = (text: string, values: readonly (string | Date)[]) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

let people = 0
/** A verified person with a passkey, which they lose in the test. */
const person = async () => {
  people += 1
  const login = `lost${people}`
  const email = `${login}@example.com`
  await join(product, email, { mobile: `+51 999 000 ${100 + people}` })
  const browser = await logIn(product, login)
  await enrol(browser, 'passkey', (token) => prover.register(newKey(), token))
  const own = JSON.parse((await browser.get('/getUserAuths')).text) as {
    user: { id: string; user_company: { id: string } }[]
  }
  const { id: userId = '', user_company: company } = own.user[0] ?? {}
  await run(
    `insert into kyc_case (id, company_id, user_id, created_at, changed_at) values ($1, $2, $3, $4, $4)`,
    [product.kernel.ids.next(), company?.id ?? '', userId, product.kernel.clock.now()],
  )
  for (const status of ['created', 'submitted', 'admin_approved'])
    await run('update kyc_case set status = $1 where user_id = $2', [status, userId])
  return { login, email, userId, browser }
}
/** The link in the mail of a login without the lost factor. */
const start = async (me: { login: string; email: string }) => {
  const { loginId } = await startLogin(visitor(), me.login)
  const started = await visitor().post('/factor-recoveries', { loginId })
  expect(started.status).toBe(202)
  return mailedToken(product, me.email, 'recovery_started')
}
const read = async (token: string) =>
  (await visitor().get<RecoveryView>(`/factor-recoveries/${token}`)).body.data
const on = (token: string, step: string) =>
  visitor().post<RecoveryView>(`/factor-recoveries/${token}/${step}`)
/** The person shows document and face; `of` is the person in the pictures. */
const showSelfie = async (of: typeof bearer) => {
  const [session] = await kyc.sessions()
  const id = session?.id ?? ''
  await kyc.start(id)
  for (const side of ['front', 'back', 'face'] as const) await kyc.photograph(id, side, of)
  await kyc.submit(id)
  await kyc.decide(id, { status: 'approved' })
}

test('after mail link, selfie check and a day the factors are removed and every session has ended', async () => {
  const me = await person()
  const token = await start(me)
  expect(await read(token)).toMatchObject({ status: 'mailed', selfieUrl: null })
  expect((await on(token, 'completion')).body.code).toBe('recovery_not_ready')
  const selfie = await on(token, 'selfie')
  expect(selfie.body.data).toMatchObject({ status: 'selfie', selfieUrl: expect.stringMatching(/^http/) })
  expect((await read(token)).status).toBe('selfie')
  await showSelfie(bearer)
  expect(await read(token)).toMatchObject({ status: 'waiting', readyAt: expect.stringMatching(/Z$/) })
  await product.drain()
  expect(await product.mailbox.outbox(me.email, 'recovery_waiting')).toHaveLength(1)
  product.wait(24 * hourMs - 60_000)
  expect((await on(token, 'completion')).body.code).toBe('recovery_not_ready')
  // The lost factor is still required until the recovery ends.
  await startLogin(visitor(), me.login)
  product.wait(60_000)
  const session = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select 1 from session where user_id = $1 and ended_at is null', [me.userId]),
  )
  expect(session).toHaveLength(1)
  expect((await on(token, 'completion')).body.data).toMatchObject({ status: 'done' })
  await product.drain()
  expect(await product.mailbox.outbox(me.email, 'recovery_done')).toHaveLength(1)
  expect((await me.browser.get('/getUserAuths')).status).toBe(401)
  const back = await logIn(product, me.login)
  await enrol(back, 'passkey', (granted) => prover.register(newKey(), granted))
  expect((await on(token, 'completion')).body.code).toBe('recovery_not_ready')
})

test('of two starts of the selfie check one creates a session, and a lost answer allows another start', async () => {
  const token = await start(await person())
  const created = (await kyc.sessions()).length
  await kyc.fault({ kind: 'drop_after', method: 'POST', path: '^/v1/sessions$', remaining: 1 })
  const lost = await on(token, 'selfie')
  expect([lost.status, lost.body.code]).toEqual([503, 'FL001'])
  expect((await read(token)).status).toBe('mailed')
  await kyc.fault({ kind: 'delay', method: 'POST', path: '^/v1/sessions$', value: 400 })
  const both = await Promise.all([on(token, 'selfie'), on(token, 'selfie')])
  await kyc.mend()
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 503]))
  expect(await read(token)).toMatchObject({ status: 'selfie', selfieUrl: expect.stringMatching(/^http/) })
  // The session whose answer was lost, and one more.
  expect((await kyc.sessions()).length).toBe(created + 2)
})

test('a start of the selfie check that was stopped before its answer can be repeated after half a minute', async () => {
  const token = await start(await person())
  const mend = await refuseAudit(product.database, 'POST /factor-recoveries/:token/selfie')
  expect((await on(token, 'selfie')).status).toBe(500)
  await mend()
  expect((await on(token, 'selfie')).body.code).toBe('FL001')
  product.wait(31_000)
  expect((await on(token, 'selfie')).body.data).toMatchObject({ status: 'selfie' })
})

/** An earlier address of a person. */
const formerAddress = async (me: { login: string; userId: string }): Promise<string> => {
  const old = `old-${me.login}@example.com`
  await run(
    `insert into email_change (id, company_id, user_id, from_email, to_email, requested_at, new_confirmed_at, confirmed_at)
     select $1, company_id, id, $2, email, $3, $3, $3 from app_user where id = $4`,
    [product.kernel.ids.next(), old, product.kernel.clock.realNow(), me.userId],
  )
  return old
}

test('the face and document of another person end the recovery', async () => {
  const me = await person()
  const old = await formerAddress(me)
  const token = await start(me)
  await on(token, 'selfie')
  await showSelfie({ ...bearer, firstName: 'Rosa', lastName: 'Quispe', dateOfBirth: '1980-01-01' })
  expect((await read(token)).status).toBe('failed')
  await product.drain()
  for (const address of [me.email, old])
    expect(await product.mailbox.outbox(address, 'recovery_failed')).toHaveLength(1)
  product.wait(25 * hourMs)
  expect((await on(token, 'completion')).body.code).toBe('recovery_not_ready')
  await startLogin(visitor(), me.login)
})

test('every mail of a recovery can stop it, also one to a former address', async () => {
  const me = await person()
  const old = await formerAddress(me)
  const token = await start(me)
  const stop = await mailedToken(product, old, 'recovery_started')
  expect(stop).not.toBe(token)
  // That link can show and stop the recovery, and nothing else.
  expect((await read(stop)).status).toBe('mailed')
  expect((await on(stop, 'selfie')).body.code).toBe('link_expired')
  expect((await on(stop, 'cancellation')).status).toBe(200)
  expect((await read(token)).status).toBe('cancelled')
  expect((await on(token, 'cancellation')).body.code).toBe('link_expired')
  expect((await on(token, 'selfie')).body.data).toMatchObject({ status: 'cancelled', selfieUrl: null })
})

test('a newer recovery ends the older one, and a link expires after a week', async () => {
  const me = await person()
  const first = await start(me)
  const second = await start(me)
  expect((await read(first)).status).toBe('cancelled')
  expect((await read(second)).status).toBe('mailed')
  product.wait(7 * 24 * hourMs)
  expect((await visitor().get(`/factor-recoveries/${second}`)).status).toBe(410)
  expect((await visitor().get('/factor-recoveries/no-token')).status).toBe(410)
})

test('a recovery needs the password, and a person who was never verified is sent to support', async () => {
  const started = await visitor().post('/factor-recoveries', { loginId: 'x'.repeat(43) })
  expect([started.status, started.body.code]).toEqual([410, 'challenge_expired'])
  const email = 'unverified@example.com'
  await makeUser(product, { email, roleId: 2 })
  const browser = await logIn(product, 'unverified')
  await enrol(browser, 'passkey', (token) => prover.register(newKey(), token))
  const token = await start({ login: 'unverified', email })
  expect((await on(token, 'selfie')).body.code).toBe('kyc_required')
})
