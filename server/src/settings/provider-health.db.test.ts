import type { WireOf } from '@cardamom/contract/endpoint'
import type { readProviderHealth } from '@cardamom/contract/settings/provider-health'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, lucia, makeUser } from '../../../tests/support/test-people.ts'
import { createRecordCall } from './provider-health.routes.ts'

let product: PeopleProduct
let viewer: TestBrowser
beforeAll(async () => {
  product = await createPeopleProduct()
  await makeUser(product, { email: 'viewer@example.com', roleId: 3 })
  await makeUser(product, { email: 'boss@example.com', roleId: 6 })
  await makeUser(product, { email: 'depositor@example.com', roleId: 4 })
  viewer = await logIn(product, 'viewer')
})
afterAll(() => product.stop())

const minuteMs = 60_000
const healthOf = async (browser: TestBrowser) => {
  // Answers are shared for two seconds.
  product.wait(3000)
  return (await browser.get<WireOf<typeof readProviderHealth>>('/provider-health')).body.data
}
/** This product has no chain and no issuer, so these are unwell too, as they should be. */
const unwell = async () => (await healthOf(viewer)).unwell.map(({ provider }) => provider)
const failures = () =>
  product.kernel.db
    .read({ kind: 'all' }, (sql) =>
      sql.rows<{ failures: number }>(`select failures from provider_state where provider = 'mail'`),
    )
    .then(([mail]) => mail?.failures ?? 0)
/** Runs the due jobs, and waits until the calls that they made are recorded. */
const workAfter = async (ms: number, count: number) => {
  product.wait(ms)
  await product.drain()
  await expect.poll(failures).toBe(count)
}

test('a mail server that accepts nothing is unwell after some minutes, and well after its next answer', async () => {
  const { mailbox, kernel } = product
  await mailbox.addFault({ kind: 'temporary', to: lucia.email })
  const startedAt = kernel.clock.now()
  const registered = await createTestBrowser(kernel.app).post('/registrations', lucia)
  expect(registered.status).toBe(201)
  await workAfter(0, 1)
  await workAfter(2000, 2)
  await workAfter(6000, 3)
  expect(await unwell()).not.toContain('mail')
  await workAfter(5 * minuteMs, 4)
  const mail = (await healthOf(viewer)).unwell.find(({ provider }) => provider === 'mail')
  const sinceMs = new Date(mail?.since ?? '').getTime() - startedAt.getTime()
  expect(sinceMs).toBeGreaterThanOrEqual(0)
  expect(sinceMs).toBeLessThan(5 * minuteMs)

  await mailbox.clearFaults()
  await workAfter(10 * minuteMs, 0)
  expect(await unwell()).not.toContain('mail')
  expect((await healthOf(viewer)).answeredAt).not.toBe(null)
})

test('tests by an administrator count as calls, and others see nothing', async () => {
  const boss = await logIn(product, 'boss')
  expect(await unwell()).not.toContain('kyc')
  for (let count = 0; count < 3; count += 1) {
    product.wait(3 * minuteMs)
    await boss.post('/provider-connections/kyc/tests', {})
  }
  await expect.poll(unwell).toContain('kyc')
  const depositor = await logIn(product, 'depositor')
  expect((await depositor.get('/provider-health')).status).toBe(403)
})

test('a provider that refuses our key is named as that at once, and until it accepts it', async () => {
  const record = createRecordCall(product.kernel)
  const sms = async () => (await healthOf(viewer)).unwell.find(({ provider }) => provider === 'sms')
  record('sms', 'key_refused')
  await expect.poll(sms).toMatchObject({ isKeyRefused: true })
  record('sms', 'answered')
  await expect.poll(sms).toBe(undefined)
})
