import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, statusesOf } from '../../../tests/support/test-browser.ts'
import { lucia, mailedToken, makeUser } from '../../../tests/support/test-people.ts'

const hourMs = 3_600_000
let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = () => createTestBrowser(product.kernel.app)
const register = async (email: string) => {
  expect((await browser().post('/registrations', { ...lucia, email })).status).toBe(201)
  return mailedToken(product, email)
}
const confirm = (token: string) => browser().post(`/email-verifications/${token}`)

test('a link works once', async () => {
  const token = await register('once@example.com')
  const both = await Promise.all([confirm(token), confirm(token)])
  expect(statusesOf(both)).toEqual([200, 410])
  const third = await confirm(token)
  expect(third.status).toBe(410)
  expect(third.body).toMatchObject({ code: 'link_expired', message: 'Link has expired' })
  // A used link has no purpose any more, so its page sends no new one.
  expect((await browser().post(`/email-verifications/${token}/renewal`)).status).toBe(410)
})

test('a link is valid for 24 hours, and its page sends a new one', async () => {
  const token = await register('slow@example.com')
  product.wait(24 * hourMs)
  expect((await confirm(token)).body.code).toBe('link_expired')
  const renewed = await browser().post(`/email-verifications/${token}/renewal`)
  expect(renewed.status).toBe(202)
  expect(renewed.body.data).toEqual({ hint: 's•••w@example.com' })
  const next = await mailedToken(product, 'slow@example.com')
  expect(next).not.toBe(token)
  expect((await confirm(next)).status).toBe(200)
})

test.each(['nothing', '%00', "'; --", 'x'.repeat(250)])('the token %s opens nothing', async (token) => {
  const answer = await confirm(encodeURIComponent(token))
  expect([404, 410]).toContain(answer.status)
  const renewed = await browser().post(`/email-verifications/${encodeURIComponent(token)}/renewal`)
  expect([404, 410]).toContain(renewed.status)
})

test('a link can be sent again from the same page, and each of the links works', async () => {
  const first = await register('again@example.com')
  const sent = await browser().post('/email-verifications', { email: ' Again@example.com' })
  expect(sent.status).toBe(202)
  expect(sent.body.data).toEqual({ email: 'again@example.com' })
  const second = await mailedToken(product, 'again@example.com')
  expect(second).not.toBe(first)
  expect((await confirm(first)).status).toBe(200)
  // The address is confirmed, so the other link has no purpose any more.
  expect((await confirm(second)).status).toBe(410)
  const none = await browser().post('/email-verifications', { email: 'nobody@example.com' })
  expect(none.body).toMatchObject({ code: 'email_not_found', message: 'Email does not exist' })
  expect(none.status).toBe(404)
})

test('mail to one address is sent three times in ten minutes', async () => {
  await makeUser(product, { email: 'often@example.com', roleId: 2 })
  const send = () => browser().post('/email-verifications', { email: 'often@example.com' })
  for (let time = 0; time < 3; time += 1) expect((await send()).status).toBe(202)
  const refused = await send()
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ code: 'rate_limited', data: { retryAfterSeconds: 600 } })
  expect(refused.headers['retry-after']).toBe('600')
  product.wait(10 * 60_000)
  expect((await send()).status).toBe(202)
})

test('while the mail server is unreachable, a person who waits is told so', async () => {
  await register('waits@example.com')
  await product.mailbox.addFault({ kind: 'temporary', to: 'waits@example.com', times: 1 })
  const refused = await browser().post('/email-verifications', { email: 'waits@example.com' })
  expect(refused.status).toBe(503)
  expect(refused.body).toMatchObject({ code: 'email_not_sent', message: 'Could not send email' })
  expect(refused.headers['retry-after']).toBe('30')
  expect((await browser().post('/email-verifications', { email: 'waits@example.com' })).status).toBe(202)
})

test('a registration does not wait for the mail server: its mail is sent later', async () => {
  await product.mailbox.addFault({ kind: 'temporary', to: 'patient@example.com', times: 1 })
  const registered = await browser().post('/registrations', { ...lucia, email: 'patient@example.com' })
  expect(registered.status).toBe(201)
  await product.drain()
  expect(await product.mailbox.outbox('patient@example.com')).toHaveLength(0)
  product.wait(2000)
  await product.drain()
  expect(await product.mailbox.outbox('patient@example.com')).toHaveLength(1)
})
