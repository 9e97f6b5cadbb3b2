import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, mailedToken, makeUser } from '../../../tests/support/test-people.ts'

const hourMs = 3_600_000
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
const recover = async (email: string) => {
  expect((await browser().post('/recoveries', { email })).status).toBe(202)
  return mailedToken(product, email, 'recover_password')
}
const choose = (token: string, password: string, confirmation = password) =>
  browser().post(`/recoveries/${token}`, { password, confirmation })

test('a new password replaces a forgotten one, and every session ends', async () => {
  await makeUser(product, { email: 'forgot@example.com', roleId: 2 })
  const other = await logIn(product, 'forgot@example.com')
  const token = await recover('forgot@example.com')
  const checked = await browser().get<{ hint: string }>(`/recoveries/${token}`)
  expect(checked.body.data.hint).toBe('f•••t@example.com')
  expect((await choose(token, 'sunshine')).body.errors['password']).toHaveLength(1)
  const done = await choose(token, 'brand new')
  expect(done.body.data).toEqual({ email: 'forgot@example.com' })
  expect((await other.get('/getUserAuths')).status).toBe(401)
  await expect(logIn(product, 'forgot@example.com')).rejects.toThrow('wrong_credentials')
  await logIn(product, 'forgot@example.com', 'brand new')
  await product.drain()
  expect(await product.mailbox.outbox('forgot@example.com', 'password_changed')).toHaveLength(1)
  expect((await choose(token, 'once more')).body.code).toBe('link_expired')
  expect((await browser().get(`/recoveries/${token}`)).status).toBe(410)
})

test('a used link ends the other links, and only one of two concurrent uses succeeds', async () => {
  await makeUser(product, { email: 'links@example.com', roleId: 2 })
  const older = await recover('links@example.com')
  const newer = await recover('links@example.com')
  const both = await Promise.all([choose(newer, 'first one'), choose(newer, 'second one')])
  expect(statusesOf(both)).toEqual([200, 410])
  expect((await choose(older, 'third one')).status).toBe(410)
})

test('a link is valid for one hour, and its page sends a new one', async () => {
  await makeUser(product, { email: 'late@example.com', roleId: 2 })
  const token = await recover('late@example.com')
  product.wait(hourMs)
  expect((await choose(token, 'brand new')).body).toMatchObject({
    code: 'link_expired',
    message: 'Link has expired',
  })
  const renewed = await browser().post(`/recoveries/${token}/renewal`)
  expect(renewed.body.data).toEqual({ hint: 'l•••e@example.com' })
  const next = await mailedToken(product, 'late@example.com')
  expect((await choose(next, 'brand new')).status).toBe(200)
})

test('an unknown address gets an error, unless accounts are hidden', async () => {
  const unknown = await browser().post('/recoveries', { email: 'nobody@example.com' })
  expect(unknown.status).toBe(404)
  expect(unknown.body).toMatchObject({
    code: 'email_not_found',
    message: 'Email does not exist',
    errors: { email: ['Email does not exist'] },
  })
  const { db } = product.kernel
  await db.write({ kind: 'all' }, (sql) =>
    sql.run(
      `insert into setting (key, value, changed_at)
       values ('hideAccountExistence', 'true', '2026-01-01T00:00:00Z')`,
    ),
  )
  const hidden = await browser().post('/recoveries', { email: 'nobody2@example.com' })
  expect(hidden.status).toBe(202)
  await db.write({ kind: 'all' }, (sql) => sql.run('delete from setting'))
})

test('a new password has six characters at least, twelve for administrators', async () => {
  await makeUser(product, { email: 'short@example.com', roleId: 2 })
  const token = await recover('short@example.com')
  expect((await choose(token, '12345')).body.errors).toEqual({ password: ['At least 6 characters.'] })
  expect((await choose(token, 'six ch', 'six cx')).body.errors).toEqual({
    confirmation: ['The two passwords differ.'],
  })
  expect((await choose(token, 'six ch')).status).toBe(200)
  await makeUser(product, { email: 'admin@example.com', roleId: 1 })
  const adminToken = await recover('admin@example.com')
  const refused = await choose(adminToken, 'elevenchars')
  expect(refused.body.errors).toEqual({ password: ['Administrators need a longer password.'] })
  expect((await choose(adminToken, 'twelve chars')).status).toBe(200)
})

test('a recovery by mail confirms the address', async () => {
  const visitor = browser()
  await visitor.post('/registrations', { ...lucia, email: 'unproved@example.com' })
  const token = await recover('unproved@example.com')
  expect((await choose(token, 'brand new')).status).toBe(200)
  await logIn(product, 'unproved@example.com', 'brand new')
})

test('a recovery link to a former address does not work', async () => {
  await makeUser(product, { email: 'moved@example.com', roleId: 2 })
  const token = await recover('moved@example.com')
  const me = await logIn(product, 'moved@example.com')
  await me.post('/me/email-changes', { email: 'moved2@example.com', password: 'own secret' })
  const links = [
    await mailedToken(product, 'moved2@example.com', 'change_email'),
    await mailedToken(product, 'moved@example.com', 'email_change_requested'),
  ]
  for (const link of links) expect((await browser().post(`/email-verifications/${link}`)).status).toBe(200)
  expect((await choose(token, 'brand new')).status).toBe(410)
  expect((await browser().post(`/recoveries/${token}/renewal`)).status).toBe(410)
})

test('a password change requires the old one; the other sessions end, this one stays', async () => {
  await makeUser(product, { email: 'change@example.com', roleId: 2 })
  const here = await logIn(product, 'change@example.com')
  const there = await logIn(product, 'change@example.com')
  const change = (fields: object) =>
    here.post('/me/password', {
      oldPassword: 'own secret',
      password: 'brand new',
      confirmation: 'brand new',
      ...fields,
    })
  const wrong = await change({ oldPassword: 'not this' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toMatchObject({
    code: 'wrong_old_password',
    message: 'Wrong old password',
    errors: { oldPassword: ['Wrong old password'] },
  })
  const short = await change({ oldPassword: '1', password: '2', confirmation: '3' })
  expect(short.body.errors).toEqual({
    oldPassword: ['At least 6 characters.'],
    password: ['At least 6 characters.'],
    confirmation: ['The two passwords differ.'],
  })
  for (const oldPassword of ['', undefined]) {
    const missing = await change({ oldPassword })
    expect([missing.status, missing.body.errors]).toEqual([
      422,
      { oldPassword: ['Type your old password: the one that you log in with now.'] },
    ])
  }
  const common = await change({ password: 'qwerty123', confirmation: 'qwerty123' })
  expect(common.status).toBe(422)
  expect(Object.keys(common.body.errors)).toEqual(['password'])
  expect((await change({})).status).toBe(200)
  expect((await here.get('/getUserAuths')).status).toBe(200)
  expect((await there.get('/getUserAuths')).status).toBe(401)
  await logIn(product, 'change@example.com', 'brand new')
})
