import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { setUserActive } from '../identity/users.sql.ts'
import { allTenants } from '../kernel/database.ts'

const secondMs = 1000
const minuteMs = 60_000
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
const whoAmI = async (who: TestBrowser) => (await who.get('/getUserAuths')).status
const auditOf = (action: string) =>
  product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ outcome: string; object_id: string | null }>(
      'select outcome, object_id from audit where action = $1 order by id',
      [action],
    ),
  )
/** Makes calls until the token is rotated; returns the old token and the new one. */
const rotate = async (who: TestBrowser) => {
  const old = who.token()
  product.wait(10 * minuteMs)
  expect(await whoAmI(who)).toBe(200)
  const next = who.token()
  expect(next).not.toBe(old)
  return { old, next }
}

test('a login accepts e-mail or username in any case', async () => {
  await makeUser(product, { email: 'who@example.com', roleId: 2 })
  for (const login of ['who@example.com', ' WHO@Example.com', 'who', 'Who']) await logIn(product, login)
})

test('a wrong password and an unknown person get the same answer', async () => {
  await makeUser(product, { email: 'real@example.com', roleId: 2 })
  const answers = await Promise.all(
    ['real@example.com', 'unreal@example.com', "' or 1=1; --"].map((login) =>
      browser().post('/sessions', { login, password: 'wrong!' }),
    ),
  )
  for (const { status, body } of answers) {
    expect(status).toBe(400)
    const { requestId: _id, ...rest } = body
    expect(rest).toEqual({ success: false, code: 'wrong_credentials', message: 'Wrong credentials' })
  }
})

test('scripts and other sites cannot read the cookie', async () => {
  await makeUser(product, { email: 'cookie@example.com', roleId: 2 })
  const answer = await browser().post('/sessions', { login: 'cookie@example.com', password: 'own secret' })
  const [main] = [answer.headers['set-cookie']].flat() as string[]
  expect(main).toMatch(/^__Host-cardamom-4000=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(answer.headers['cache-control']).toBe('no-store')
  const stored = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select s.cookie_hash, t.token_hash from session s join session_token t on t.session_id = s.id'),
  )
  const cookie = /=([\w-]{43})/.exec(main ?? '')?.[1] ?? 'none'
  expect(JSON.stringify(stored)).not.toContain(cookie)
})

test('a token alone and a cookie alone are refused', async () => {
  await makeUser(product, { email: 'both@example.com', roleId: 2 })
  const me = await logIn(product, 'both@example.com')
  const thief = browser()
  thief.setToken(me.token())
  const refused = await thief.get('/getUserAuths')
  expect(refused.status).toBe(401)
  expect(refused.body).toMatchObject({ code: 'unauthenticated', message: 'User Is Unauthenticated' })
  const token = me.token()
  me.setToken(null)
  expect(await whoAmI(me)).toBe(401)
  me.setToken('x'.repeat(43))
  expect(await whoAmI(me)).toBe(401)
  me.setToken(token)
  expect(await whoAmI(me)).toBe(200)
})

test('the token of one person with the cookie of another is refused and audited', async () => {
  await makeUser(product, { email: 'one@example.com', roleId: 2 })
  await makeUser(product, { email: 'two@example.com', roleId: 6 })
  const one = await logIn(product, 'one@example.com')
  const two = await logIn(product, 'two@example.com')
  const tokenOfTwo = two.token()
  one.setToken(tokenOfTwo)
  expect(await whoAmI(one)).toBe(401)
  expect((await auditOf('session.token_without_cookie')).map(({ outcome }) => outcome)).toEqual(['foreign'])
  expect(await whoAmI(two)).toBe(200)
})

test('a token is rotated after ten minutes; the old one expires a minute after the new one’s first use', async () => {
  await makeUser(product, { email: 'turn@example.com', roleId: 2 })
  const me = await logIn(product, 'turn@example.com')
  const { old, next } = await rotate(me)
  const expired = browser()
  for (const [name, value] of me.cookies) expired.cookies.set(name, value)
  expired.setToken(old)
  // The answer with the new token may be lost, so the old one stays valid until the new one is used.
  product.wait(5 * minuteMs)
  expect(await whoAmI(expired)).toBe(200)
  me.setToken(next)
  expect(await whoAmI(me)).toBe(200)
  expired.setToken(old)
  product.wait(59 * secondMs)
  expect(await whoAmI(expired)).toBe(200)
  expired.setToken(old)
  product.wait(secondMs)
  expect(await whoAmI(expired)).toBe(401)
  // Only that request fails: the session continues.
  expect(await whoAmI(me)).toBe(200)
})

test('a session in constant use ends after 30 days, and then its live stream cannot be opened', async () => {
  const userId = await makeUser(product, { email: 'month@example.com', roleId: 2 })
  const me = await logIn(product, 'month@example.com')
  const makeOlder = (interval: string) =>
    product.kernel.db.write(allTenants, (sql) =>
      sql.run('update session set created_at = created_at - $2::interval where user_id = $1', [
        userId,
        interval,
      ]),
    )
  await makeOlder('29 days 23 hours')
  expect(await whoAmI(me)).toBe(200)
  await makeOlder('1 hour')
  expect(await whoAmI(me)).toBe(401)
  expect((await me.get('/events')).status).toBe(401)
  expect((await me.post('/session/unlock', { password: 'own secret' })).status).toBe(401)
})

test('a replaced token with another cookie ends the session', async () => {
  const userId = await makeUser(product, { email: 'theft@example.com', roleId: 2 })
  const me = await logIn(product, 'theft@example.com')
  const { old } = await rotate(me)
  expect(await whoAmI(me)).toBe(200)
  product.wait(minuteMs)
  const thief = browser()
  thief.cookies.set('__Host-cardamom-4000', 'y'.repeat(43))
  thief.setToken(old)
  expect(await whoAmI(thief)).toBe(401)
  expect(await whoAmI(me)).toBe(401)
  const events = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows(`select user_id, payload from event where type = 'session.revoked' and user_id = $1`, [userId]),
  )
  expect(events).toEqual([{ user_id: userId, payload: { reason: 'stolen_token' } }])
  expect((await auditOf('session.token_without_cookie')).at(-1)).toMatchObject({ outcome: 'stolen' })
})

test('simultaneous requests get one new token together, and none is refused', async () => {
  await makeUser(product, { email: 'tabs@example.com', roleId: 2 })
  const me = await logIn(product, 'tabs@example.com')
  product.wait(10 * minuteMs)
  const cookie = [...me.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, authorization: `Bearer ${me.token()}`, host: 'localhost:4000' }
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      product.kernel.app.inject({ method: 'GET', url: '/api/getUserAuths', headers }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
  const next = answers.flatMap((answer) => answer.headers['session-token'] ?? [])
  expect(next).toHaveLength(1)
  // Two tabs: one already has the new token, the other still sends the old one.
  me.setToken(String(next[0]))
  expect(await whoAmI(me)).toBe(200)
  const other = await product.kernel.app.inject({ method: 'GET', url: '/api/getUserAuths', headers })
  expect(other.statusCode).toBe(200)
})

test('five wrong passwords cause a pause that doubles, for e-mail and username together', async () => {
  await makeUser(product, { email: 'guess@example.com', roleId: 2 })
  const guesser = browser()
  const tries = async (login: string, password: string) => guesser.post('/sessions', { login, password })
  for (const login of ['guess@example.com', 'guess', 'GUESS', 'guess@example.com', 'guess']) {
    expect((await tries(login, 'wrong!')).body.code).toBe('wrong_credentials')
  }
  const paused = await tries('guess', 'own secret')
  expect(paused.status).toBe(429)
  expect(paused.body).toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Wait a moment and try again',
  })
  expect(paused.headers['retry-after']).toBe('60')
  product.wait(minuteMs)
  for (let count = 0; count < 5; count += 1) await tries('guess', 'wrong!')
  expect((await tries('guess', 'own secret')).headers['retry-after']).toBe('120')
  product.wait(2 * minuteMs)
  expect((await tries('guess', 'own secret')).status).toBe(201)
  // The right password resets the count: five more attempts.
  for (let count = 0; count < 5; count += 1) {
    expect((await tries('guess', 'wrong!')).status).toBe(400)
  }
})

test('of a hundred simultaneous guesses only five are checked', async () => {
  await makeUser(product, { email: 'flood@example.com', roleId: 2 })
  const flooder = browser()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => flooder.post('/sessions', { login: 'flood', password: 'wrong!' })),
  )
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('an unused session ends after half an hour, for administrators after a quarter', async () => {
  await makeUser(product, { email: 'idle@example.com', roleId: 2 })
  await makeUser(product, { email: 'admin-idle@example.com', roleId: 4 })
  const me = await logIn(product, 'idle@example.com')
  const admin = await logIn(product, 'admin-idle@example.com')
  product.wait(14 * minuteMs)
  expect([await whoAmI(me), await whoAmI(admin)]).toEqual([200, 200])
  product.wait(15 * minuteMs)
  expect([await whoAmI(me), await whoAmI(admin)]).toEqual([200, 401])
  product.wait(29 * minuteMs)
  // A browser's automatic requests do not count as use of the session.
  expect((await me.get('/company/branding')).status).toBe(200)
  product.wait(minuteMs)
  expect(await whoAmI(me)).toBe(401)
})

test('an administrator logs in again after twelve hours', async () => {
  await makeUser(product, { email: 'day@example.com', roleId: 6 })
  const answer = await browser().post<{ endsAt: string }>('/sessions', {
    login: 'day',
    password: 'own secret',
  })
  const now = product.kernel.clock.realNow().getTime()
  expect(Math.abs(new Date(answer.body.data.endsAt).getTime() - now - 12 * 60 * minuteMs)).toBeLessThan(5000)
  const admin = await logIn(product, 'day')
  for (let spent = 0; spent < 71; spent += 1) {
    product.wait(10 * minuteMs)
    expect(await whoAmI(admin)).toBe(200)
  }
  product.wait(10 * minuteMs)
  expect(await whoAmI(admin)).toBe(401)
})

test('logging out ends the session on the server', async () => {
  await makeUser(product, { email: 'out@example.com', roleId: 2 })
  const me = await logIn(product, 'out@example.com')
  const [token, cookies] = [me.token(), new Map(me.cookies)]
  expect((await me.post('/session/logout')).status).toBe(200)
  expect(me.cookies.size).toBe(0)
  const copy = browser()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  copy.setToken(token)
  expect(await whoAmI(copy)).toBe(401)
  expect((await copy.post('/session/logout')).status).toBe(401)
})

test('logging in again in the same browser ends its earlier session', async () => {
  await makeUser(product, { email: 'again@example.com', roleId: 2 })
  const me = await logIn(product, 'again@example.com')
  const [token, cookies] = [me.token(), new Map(me.cookies)]
  const answer = await me.post<{ token: string }>('/sessions', { login: 'again', password: 'own secret' })
  me.setToken(answer.body.data.token)
  expect(await whoAmI(me)).toBe(200)
  const before = browser()
  for (const [name, value] of cookies) before.cookies.set(name, value)
  before.setToken(token)
  expect(await whoAmI(before)).toBe(401)
})

test('a locked session answers 423 until the password is entered', async () => {
  await makeUser(product, { email: 'lock@example.com', roleId: 2 })
  const me = await logIn(product, 'lock@example.com')
  expect((await me.post('/session/lock')).status).toBe(200)
  const locked = await me.get('/me')
  expect(locked.status).toBe(423)
  expect(locked.body).toMatchObject({ code: 'locked', message: 'The session is locked' })
  const auths = await me.get('/getUserAuths')
  expect(JSON.parse(auths.text)).toMatchObject({ user: [{ locked: 1 }] })
  expect((await me.post('/session/unlock', { password: 'wrong!' })).body.code).toBe('wrong_credentials')
  expect((await me.get('/me')).status).toBe(423)
  expect((await me.post('/session/unlock', { password: 'own secret' })).status).toBe(200)
  expect((await me.get('/me')).status).toBe(200)
})

test('a deactivated person is refused, also with the right password', async () => {
  const id = await makeUser(product, { email: 'gone@example.com', roleId: 2 })
  const me = await logIn(product, 'gone@example.com')
  await product.kernel.db.write(allTenants, (sql) => setUserActive(sql, { id, active: false }))
  const refused = await me.get('/me')
  expect(refused.status).toBe(403)
  expect(refused.body).toMatchObject({ code: 'unauthorized_access', message: 'Unauthorized access' })
  const login = await browser().post('/sessions', { login: 'gone', password: 'own secret' })
  expect(login.body.code).toBe('unauthorized_access')
  expect((await browser().post('/sessions', { login: 'gone', password: 'wrong!' })).body.code).toBe(
    'wrong_credentials',
  )
})

test('fake-user grants nothing: any value but 0 is refused and audited', async () => {
  await makeUser(product, { email: 'fake@example.com', roleId: 6 })
  const honest = await logIn(product, 'fake@example.com')
  // Each request is of another person: of equal denials of one person only the first is written.
  for (const [index, value] of ['1', '01a1fa7e-70d2-76fb-835d-ba585f8e2166', '', '00'].entries()) {
    const email = `fake${index}@example.com`
    await makeUser(product, { email, roleId: 6 })
    const me = await logIn(product, email)
    const refused = await me.get('/me', { headers: { 'fake-user': value } })
    expect(refused.body.code).toBe('unauthorized_access')
  }
  expect(await auditOf('impersonation.header')).toHaveLength(4)
  expect((await honest.get('/me', { headers: { 'fake-user': '0' } })).status).toBe(200)
})
