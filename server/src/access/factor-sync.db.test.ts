import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProver, enrol, newKey, type FactorAnswer } from '../../../tests/support/factor-person.ts'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { startTestAuth, type TestAuth } from '../../../tests/support/test-auth.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { makeAdmin, prepared } from './admin-person.test-kit.ts'

let auth: TestAuth
let product: PeopleProduct
beforeAll(async () => {
  auth = await startTestAuth()
  product = await createPeopleProduct({ env: auth.env })
})
afterAll(async () => {
  await product.stop()
  await auth.stop()
})

type Fault = { readonly path: string }

const list = async (browser: TestBrowser) =>
  (await browser.get<{ items: FactorAnswer[] }>('/factors')).body.data.items

/** Reads the factors with a slow answer of the provider; resolves when the answer has arrived. */
const slowList = async (userId: string, browser: TestBrowser) => {
  const path = `/users/${userId}/authenticators`
  const faultsLeft = async () =>
    (await auth.control<Fault[]>('GET', '/faults')).filter((fault) => fault.path === path).length
  await auth.control('POST', '/faults', {
    kind: 'delay_after',
    method: 'GET',
    path,
    value: 3000,
    remaining: 1,
  })
  const answer = list(browser)
  while ((await faultsLeft()) > 0) await new Promise((done) => setTimeout(done, 20))
  return { answer }
}

/** A call of the provider's server API. */
const there = (method: string, path: string) =>
  fetch(`${auth.base}/v1${path}`, {
    method,
    headers: { authorization: `Basic ${btoa(`${auth.secret}:`)}` },
  })

const readThere = async (userId: string) =>
  (await (await there('GET', `/users/${userId}/authenticators`)).json()) as { userAuthenticatorId: string }[]

test('an answer of the provider that is older than the stored factors changes nothing', async () => {
  const email = 'holder@example.com'
  const userId = await makeUser(product, { email, roleId: 2 })
  const browser = await logIn(product, 'holder')
  const [key, prover] = [newKey(), createProver(auth)]

  const withoutPasskey = await slowList(userId, browser)
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  expect(await withoutPasskey.answer).toMatchObject([{ id: factor.id }])
  expect(await list(browser)).toMatchObject([{ id: factor.id }])

  const withPasskey = await slowList(userId, browser)
  const [passkey] = await readThere(userId)
  const removed = await there('DELETE', `/users/${userId}/authenticators/${passkey?.userAuthenticatorId}`)
  expect(removed.status).toBe(200)
  expect(await list(browser)).toEqual([])
  expect(await withPasskey.answer).toEqual([])

  await product.drain()
  expect(await product.mailbox.outbox(email, 'factor_added')).toHaveLength(1)
  expect(await product.mailbox.outbox(email, 'factor_removed')).toHaveLength(1)
})

test('who works on behalf of a person changes none of their factors by reading them', async () => {
  const email = 'owner@example.com'
  const userId = await makeUser(product, { email, roleId: 2 })
  const browser = await logIn(product, 'owner')
  const [key, prover] = [newKey(), createProver(auth)]
  const factor = await enrol(browser, 'passkey', (token) => prover.register(key, token))
  const [passkey] = await readThere(userId)
  await there('DELETE', `/users/${userId}/authenticators/${passkey?.userAuthenticatorId}`)

  const admin = await makeAdmin(product, { name: 'helper', roleId: 6 })
  const path = `/users/${userId}/impersonations`
  const start = await prepared<{ path: string }>(product, admin, {
    method: 'POST',
    path,
    body: { reason: 'Their passkey does not show' },
  })
  const token = (await start()).body.data.path.replace('/impersonate/', '')
  expect((await admin.browser.post('/impersonations/open', { token })).status).toBe(200)
  const as = { headers: { 'fake-user': userId } }
  const seen = await admin.browser.get<{ items: FactorAnswer[] }>('/factors', as)
  expect(seen.body.data.items).toMatchObject([{ id: factor.id }])
  const stored = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows('select id from factor where user_id = $1', [userId]),
  )
  expect(stored).toEqual([{ id: factor.id }])
  await product.drain()
  expect(await product.mailbox.outbox(email, 'factor_removed')).toEqual([])

  expect(await list(browser)).toEqual([])
})
