import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser } from '../../../tests/support/test-browser.ts'
import { join, logIn, lucia, makeUser } from '../../../tests/support/test-people.ts'

let product: PeopleProduct
beforeAll(async () => {
  product = await createPeopleProduct()
})
afterAll(() => product.stop())

const browser = (address?: string) => createTestBrowser(product.kernel.app, undefined, address)
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('one network registers thirty addresses in ten minutes, and then it causes no more mail', async () => {
  const sender = browser('192.0.2.7')
  const answers = []
  for (let made = 0; made < 33; made += 1) {
    answers.push(await sender.post('/registrations', { ...lucia, email: `relay${made}@example.net` }))
  }
  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([30, 3])
  await product.drain()
  expect(await product.mailbox.outbox('relay32@example.net')).toEqual([])
  const other = browser('192.0.2.8')
  expect((await other.post('/registrations', { ...lucia, email: 'other@example.net' })).status).toBe(201)
})

test('the addresses of one /64 count as one sender', async () => {
  const register = (address: string, name: string) =>
    browser(address).post('/registrations', { ...lucia, email: `${name}@example.net` })
  const answers = []
  for (let made = 0; made < 31; made += 1) {
    answers.push(await register(`2001:db8:1:2::${(made + 1).toString(16)}`, `one${made}`))
  }
  expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([30, 1])
  expect((await register('2001:db8:1:3::1', 'neighbour')).status).toBe(201)
})

test('one address gets three mails of a purpose, from any network; other purposes are not limited by that', async () => {
  await makeUser(product, { email: 'target@example.com', roleId: 2 })
  const request = (path: string) => browser().post(path, { email: 'target@example.com' })
  const recoveries = [
    await request('/recoveries'),
    await request('/recoveries'),
    await request('/recoveries'),
  ]
  expect(countOf(recoveries, 202)).toBe(3)
  expect((await request('/recoveries')).status).toBe(429)
  expect((await request('/card-freezes')).status).toBe(202)
})

test('requests that are refused because codes are off neither count nor stop the recovery', async () => {
  await makeUser(product, { email: 'no-codes@example.com', roleId: 2 })
  for (let press = 0; press < 5; press += 1) {
    const answer = await browser().post('/sessions/otp', { login: 'no-codes@example.com' })
    expect([answer.status, answer.body.code]).toEqual([409, 'otp_login_off'])
  }
  expect((await browser().post('/recoveries', { email: 'no-codes@example.com' })).status).toBe(202)
})

test.each([
  'Win at evil.com',
  'evil.com/prize',
  'https://evil',
  'www evil',
  'a@b',
  'evil．com',
  'evil。com',
  'Call +51 999 000 111',
])('%s is not a valid name', async (firstName) => {
  const refused = await browser().post('/registrations', { ...lucia, email: 'linked@example.com', firstName })
  expect(refused.status).toBe(422)
  expect(refused.body.errors).toEqual({
    firstName: ['A name can’t contain a web address, an e-mail address or a phone number.'],
  })
})

test.each(['J. R. R.', 'María-José', "O'Neill", 'St. John', 'Henry VIII', 'J.R.'])(
  '%s is a valid name',
  async (lastName) => {
    const email = `n${Buffer.from(lastName).toString('hex')}@example.com`
    expect((await browser().post('/registrations', { ...lucia, email, lastName })).status).toBe(201)
  },
)

test('a mail to a new address does not contain the name of the person who requested it', async () => {
  await join(product, 'namer@example.com', { firstName: 'Prize' })
  const me = await logIn(product, 'namer@example.com')
  const requested = { email: 'stranger@example.org', password: 'own secret' }
  expect((await me.post('/me/email-changes', requested)).status).toBe(202)
  await product.drain()
  const [mail] = await product.mailbox.outbox('stranger@example.org')
  expect(mail?.text).not.toContain('Prize')
  const [own] = await product.mailbox.outbox('namer@example.com')
  expect(own?.text).toContain('Prize')
})
