import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, mailedToken, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into setting (key, value, changed_at)
       values ('hideAccountExistence', 'true', '2026-01-01T00:00:00Z')`,
    ),
  )
  await makeUser(product, { email: 'known@example.com', roleId: 2 })
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
/** The answer without the typed address and the id of the request. */
const told = ({ status, body }: Awaited<ReturnType<ReturnType<typeof browser>['post']>>) =>
  JSON.stringify({ status, ...body, requestId: '' }).replaceAll(/(un)?known@example\.com/g, 'x')

test.each(['/recoveries', '/card-freezes', '/email-verifications'])(
  '%s answers the same for a known and an unknown address, before a mail is sent or an account is read',
  async (path) => {
    const answers = [
      await browser().post(path, { email: 'known@example.com' }),
      await browser().post(path, { email: 'unknown@example.com' }),
    ]
    expect(answers[0]?.status).toBe(202)
    expect(told(answers[0]!)).toBe(told(answers[1]!))
    // Both calls enqueued one job, and only the job reads the account: both calls did the same work.
    const jobs = await product.kernel.db.read(allTenants, (sql) =>
      sql.rows<{ payload: object }>(`select payload from job where name = 'identity.send-link'`),
    )
    expect(jobs).toHaveLength(2)
    expect(JSON.stringify(jobs)).not.toContain('known@example.com')
    await product.drain()
    expect(await product.mailbox.outbox('unknown@example.com')).toEqual([])
  },
)

test('the mail still reaches the owner of the account', async () => {
  const token = await mailedToken(product, 'known@example.com', 'recover_password')
  expect((await browser().get(`/recoveries/${token}`)).status).toBe(200)
})

test('a change to a registered address is pending like any other, and its owner is told', async () => {
  await makeUser(product, { email: 'mover@example.com', roleId: 2 })
  const me = await logIn(product, 'mover@example.com')
  const pendingAfter = async (email: string) => {
    const requested = await me.post('/me/email-changes', { email, password: 'own secret' })
    expect([requested.status, requested.body.data]).toEqual([202, { email }])
    return (await me.get<{ pendingEmail: string }>('/me')).body.data.pendingEmail
  }
  expect(await pendingAfter('free@example.com')).toBe('free@example.com')
  expect(await pendingAfter('known@example.com')).toBe('known@example.com')
  await product.drain()
  expect(await product.mailbox.outbox('known@example.com', 'account_exists')).toHaveLength(1)
  expect(await product.mailbox.outbox('known@example.com', 'change_email')).toEqual([])
  expect(await product.mailbox.outbox('free@example.com', 'change_email')).toHaveLength(1)
})

test('a login after a registration does not tell whether the address was registered', async () => {
  const register = (email: string) => browser().post('/registrations', { ...lucia, email })
  expect((await register('fresh@example.com')).status).toBe(201)
  expect((await register('known@example.com')).status).toBe(201)
  const logInAs = (email: string, password = lucia.password) =>
    browser().post('/sessions', { login: email, password })
  const fresh = await logInAs('fresh@example.com')
  const attempt = await logInAs('known@example.com', 'what they typed')
  expect([fresh.status, fresh.body.code]).toEqual([400, 'wrong_credentials'])
  expect(fresh.body.data).toEqual({ accountsHidden: true })
  expect(told(fresh)).toBe(told(attempt))
  await product.drain()
  // One link is of the registration, the other was sent by the login.
  expect(await product.mailbox.outbox('fresh@example.com', 'verify_email')).toHaveLength(2)
})

test('tries count for the typed name, so they do not tell that an e-mail and a username belong together', async () => {
  const statusesOf = async (name: string) => {
    const from = browser()
    const answers = []
    for (const login of [
      name,
      `${name}@example.com`,
      name,
      `${name}@example.com`,
      name,
      `${name}@example.com`,
    ]) {
      answers.push((await from.post('/sessions', { login, password: 'what they typed' })).status)
    }
    return answers
  }
  const [known, unknown] = await Promise.all(['known', 'unknown'].map(statusesOf))
  expect(known).toEqual(unknown)
})

test('mail that a login sends does not reduce the budget of other calls', async () => {
  const email = 'budget@example.com'
  await browser().post('/registrations', { ...lucia, email })
  for (let count = 0; count < 3; count += 1) {
    await browser().post('/sessions', { login: email, password: lucia.password })
  }
  await product.drain()
  expect(await product.mailbox.outbox(email, 'verify_email')).toHaveLength(4)
  // The second and third mail that the person requested for this address: the mails of the logins do not
  // count.
  for (let count = 0; count < 2; count += 1) {
    expect((await browser().post('/email-verifications', { email })).status).toBe(202)
  }
  expect((await browser().post('/email-verifications', { email })).status).toBe(429)
})

test.each([
  ['/sessions', { login: 'unknown', password: 'what they typed' }],
  ['/sessions', { login: 'known', password: 'what they typed' }],
  ['/recoveries', { email: 'unknown@example.com' }],
  ['/registrations', { ...lucia, email: 'mover@example.com' }],
])('%s answers after a whole number of quarter seconds, whatever it found', async (path, input) => {
  const startedMs = performance.now()
  await browser().post(path, input)
  expect(performance.now() - startedMs).toBeGreaterThan(249)
})

test('no user can log in with a code instead of the password', async () => {
  const me = await logIn(product, 'known@example.com')
  await me.patch('/security', { otpLogin: true })
  const on = await browser().post('/sessions/otp', { login: 'known@example.com' })
  const unknown = await browser().post('/sessions/otp', { login: 'unknown@example.com' })
  expect([on.status, on.body.code]).toEqual([409, 'otp_login_off'])
  expect(told(on)).toBe(told(unknown))
  expect((await me.get('/security')).body.data).toMatchObject({ otpLoginOffered: false })
})
