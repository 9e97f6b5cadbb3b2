import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLogin, createProver, enrol, newKey, type Prover } from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'

let auth: TestAuth
let product: PeopleProduct
let prover: Prover
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: auth.env })
  prover = createProver(auth)
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

const browser = (address?: string) => createTestBrowser(product.kernel.app, undefined, address)
const guess = (from: TestBrowser, login: string) => from.post('/sessions', { login, password: 'wrong!' })

test('wrong guesses block only the network that they come from', async () => {
  await makeUser(product, { email: 'owner@example.com', roleId: 2 })
  const session = await logIn(product, 'owner@example.com')
  const strangers = ['2001:db8:9:9::1', '2001:db8:9:9:ffff::2'].map(browser)
  for (let count = 0; count < 6; count += 1) await guess(strangers[count % 2]!, 'owner')
  expect((await guess(strangers[0]!, 'owner')).status).toBe(429)
  expect((await guess(browser('2001:db8:9:a::1'), 'owner')).status).toBe(400)
  await logIn(product, 'owner@example.com')
  const change = { oldPassword: 'own secret', password: 'brand new', confirmation: 'brand new' }
  expect((await session.post('/me/password', change)).status).toBe(200)
})

test('attempts of a signed-in person count only for their session', async () => {
  await makeUser(product, { email: 'two@example.com', roleId: 2 })
  const [thief, owner] = [await logIn(product, 'two'), await logIn(product, 'two')]
  const change = { oldPassword: 'wrong!', password: 'brand new', confirmation: 'brand new' }
  for (let count = 0; count < 5; count += 1) {
    expect((await thief.post('/me/password', change)).body.code).toBe('wrong_old_password')
  }
  expect((await thief.post('/me/password', change)).status).toBe(429)
  await owner.post('/session/lock')
  expect((await owner.post('/session/unlock', { password: 'own secret' })).status).toBe(200)
})

test('guesses from many networks reach the limit of the account, which does not apply to its trusted browser', async () => {
  await makeUser(product, { email: 'wide@example.com', roleId: 2 })
  const first = await logIn(product, 'wide')
  const key = newKey()
  await enrol(first, 'passkey', (token) => prover.register(key, token))
  const trusted = browser()
  const pending = await startLogin(trusted, 'wide')
  const token = await prover.passkey(key, pending.token)
  const proof = { kind: 'token', token }
  await trusted.post('/sessions/factor', { loginId: pending.loginId, proof, trustDevice: true })
  const statuses = []
  for (let count = 0; count < 101; count += 1) statuses.push((await guess(browser(), 'wide')).status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(100)
  expect(statuses.at(-1)).toBe(429)
  const right = { login: 'wide', password: 'own secret' }
  expect((await browser().post('/sessions', right)).status).toBe(429)
  expect((await trusted.post('/sessions', right)).status).toBe(201)
  // The trusted browser has five attempts of its own.
  for (let count = 0; count < 5; count += 1) expect((await guess(trusted, 'wide')).status).toBe(400)
  expect((await trusted.post('/sessions', right)).status).toBe(429)
})

test('right passwords do not use up the limit of the account', async () => {
  await makeUser(product, { email: 'often@example.com', roleId: 2 })
  for (let count = 0; count < 102; count += 1) await logIn(product, 'often')
})

test('a new password by mail resets all limits of the account', async () => {
  await makeUser(product, { email: 'again@example.com', roleId: 2 })
  const here = browser()
  for (let count = 0; count < 6; count += 1) await guess(here, 'again')
  await here.post('/recoveries', { email: 'again@example.com' })
  const [mail] = await product.mailbox.outbox('again@example.com', 'recover_password')
  const chosen = { password: 'brand new', confirmation: 'brand new' }
  expect((await here.post(`/recoveries/${mail?.link?.split('/').at(-1)}`, chosen)).status).toBe(200)
  expect((await here.post('/sessions', { login: 'again', password: 'brand new' })).status).toBe(201)
})

test('a flooded network does not block a signed-in person or their next token', async () => {
  await makeUser(product, { email: 'neighbour@example.com', roleId: 2 })
  const away = '10.99.0.1'
  const [mine, stranger] = [browser(away), browser(away)]
  const login = { login: 'neighbour@example.com', password: 'own secret' }
  mine.setToken((await mine.post<{ token: string }>('/sessions', login)).body.data.token)
  expect((await mine.get('/cards')).status).toBe(200)
  // The next request gets a new token.
  product.wait(11 * 60_000)
  const statuses: number[] = []
  for (let sent = 0; sent < 310; sent += 1) {
    stranger.setToken(product.kernel.ids.secret(32).toString('base64url'))
    statuses.push((await stranger.get('/cards')).status)
  }
  expect(statuses.at(-1)).toBe(429)
  const before = mine.token()
  expect((await mine.get('/cards')).status).toBe(200)
  expect(mine.token()).not.toBe(before)
  expect((await mine.get('/cards')).status).toBe(200)
})

test('the first request after a login on a flooded network is answered', async () => {
  await makeUser(product, { email: 'arriving@example.com', roleId: 2 })
  const away = '10.99.0.2'
  const [mine, stranger] = [browser(away), browser(away)]
  const statuses: number[] = []
  for (let sent = 0; sent < 310; sent += 1) {
    stranger.setToken(product.kernel.ids.secret(32).toString('base64url'))
    statuses.push((await stranger.get('/cards')).status)
  }
  expect(statuses.at(-1)).toBe(429)
  const login = { login: 'arriving@example.com', password: 'own secret' }
  mine.setToken((await mine.post<{ token: string }>('/sessions', login)).body.data.token)
  expect((await mine.get('/cards')).status).toBe(200)
})
