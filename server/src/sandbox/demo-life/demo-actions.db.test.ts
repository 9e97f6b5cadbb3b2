import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../../tests/support/spending-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../../tests/support/test-browser.ts'
import { startTestChain } from '../../../../tests/support/test-chain.ts'
import { allTenants } from '../../kernel/database.ts'
import { checkBook } from '../../ledger/checks.ts'
import { kycKeys, startEmbeddedKyc, type EmbeddedKyc } from '../../providers/kyc/embedded-kyc.test-kit.ts'
import { createClockMover } from '../clock-mover.ts'
import { demoPassword, demoPeople, type DemoPerson } from '../demo-cast.ts'
import { createDemoData, demoAddress } from '../demo-data.ts'
import { createEmbeddedControls } from '../embedded-controls.ts'
import { createDemoActions } from './demo-actions.ts'
import type { DemoEvent } from './demo-script.ts'

/** One person of the demo goes through every kind of event of the script, with the embedded services. */
let chain: Awaited<ReturnType<typeof startTestChain>>
let kyc: EmbeddedKyc
let product: SpendingProduct
let lucia: DemoPerson
let browser: TestBrowser
let mover: ReturnType<typeof createClockMover>
let perform: (action: DemoEvent['action'], more?: Pick<DemoEvent, 'key' | 'hour'>) => Promise<void>

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const servicesOf = ({ issuer }: SpendingProduct) => {
  const service = (url: string, controlToken: string) => ({ baseUrl: url, controlUrl: url, controlToken })
  return JSON.stringify({
    issuer: service(issuer.url, issuer.controlToken),
    kyc: service(kyc.url, kyc.controlToken),
    chain: service(chain.url, chain.controlToken),
  })
}

beforeAll(async () => {
  chain = await startTestChain()
  kyc = await startEmbeddedKyc()
  product = await createSpendingProduct({
    ...chain.env,
    KYC_URL: kyc.url,
    KYC_API_KEY: kycKeys.apiKey,
    KYC_SHARED_SECRET: kycKeys.sharedSecret,
  })
  const { kernel } = product
  const { make, makePerson } = createDemoData(kernel)
  const found = demoPeople.find(({ email }) => email.startsWith('lucia@'))
  if (!found) throw new Error('The demo has no Lucía')
  lucia = found
  await make(new Set([lucia.email]))
  const controls = createEmbeddedControls(servicesOf(product))
  const pace = { strideMs: hourMs, serviceStrideMs: hourMs }
  mover = createClockMover({ ...kernel, advanceClocks: controls.advanceClocks, pace })
  const actions = createDemoActions({ ...kernel, controls, mover, makePerson, addressOf: demoAddress })
  perform = async (action, more = {}) => {
    await actions.perform(lucia, { day: 0, who: 'lucia', action, ...more })
    await mover.advanceTo(new Date(kernel.clock.now().getTime() + 1000))
    await product.settle()
  }
}, 180_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(allTenants, checkBook)
  await product.stop()
  await kyc.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

type Row = { status: string; purpose: string; authorisedAt: string | null }
const rows = async () => (await browser.get<{ items: Row[] }>('/transactions')).body.data.items
const spent = async () => (await rows()).filter(({ purpose }) => purpose === 'purchase')
const loads = async () =>
  (await browser.get<{ items: { status: string }[] }>('/loads')).body.data.items.map(({ status }) => status)

test('a person who joins is verified and has a card that works', async () => {
  await perform({ kind: 'join' })
  browser = createTestBrowser(product.kernel.app, 'lima.localhost:4000')
  const session = await browser.post<{ token: string }>('/sessions', {
    login: lucia.email,
    password: demoPassword,
  })
  browser.setToken(session.body.data.token)
  const { items } = (await browser.get<{ items: { status: string }[] }>('/cards')).body.data
  expect(items).toMatchObject([{ status: 'activated' }])
})

test('a paid load is credited; a partly paid, unpaid or cancelled load is not', async () => {
  const load = {
    kind: 'load',
    amount: '600.00',
    asset: 'USDC',
    speed: 'immediate',
    paysPercent: 100,
  } as const
  await perform(load)
  expect(await loads()).toEqual(['credited'])
  await perform({ ...load, amount: '200.00', speed: 'regular', paysPercent: 60 })
  await perform({ ...load, amount: '300.00', paysPercent: null })
  await perform({ kind: 'cancel_load', amount: '100.00' })
  expect(await loads()).toEqual(['cancelled', 'quoted', 'detected', 'credited'])
})

test('payments are held, settled, refunded and declined, at the hour of the script', async () => {
  // The hour that has started is always one of today.
  const hourOfDay = product.kernel.clock.now().getUTCHours()
  const hour = { second: hourOfDay * 3600, hoursEast: 0 }
  const started = `T${String(hourOfDay).padStart(2, '0')}:00:00`
  await perform({ kind: 'pay', merchant: 'shop', amount: '45.00' }, { key: 'shoes', hour })
  expect(await spent()).toMatchObject([
    { status: 'floating', authorisedAt: expect.stringContaining(started) },
  ])
  await perform({ kind: 'settle', key: 'shoes' })
  expect(await spent()).toMatchObject([{ status: 'settled' }])
  await perform({ kind: 'refund', key: 'shoes' })
  expect((await rows()).filter(({ purpose }) => purpose === 'refund')).toHaveLength(1)
  await perform({ kind: 'pay', merchant: 'shop', amount: '64.90', decline: 'N7' })
  expect((await spent()).map(({ status }) => status).toSorted()).toEqual(['declined', 'refunded'])
  const before = await rows()
  await perform({ kind: 'scenario', name: 'hotel' })
  expect((await rows()).length).toBeGreaterThan(before.length)
  // A payment that a restart interrupted stays as it is.
  await perform({ kind: 'settle', key: 'unknown' })
})

test('a day with purchases agrees with the balances that were read at its ends', async () => {
  const { clock, db } = product.kernel
  const midnight = new Date(Math.ceil(clock.now().getTime() / dayMs) * dayMs)
  const evening = (days: number) => new Date(midnight.getTime() + days * dayMs - 600_000)
  for (const [days, second] of [
    [1, 8 * 3600],
    // Local clocks showed this hour last on the day before.
    [2, 23 * 3600 + 3540],
  ] as const) {
    await mover.advanceTo(evening(days))
    await perform({ kind: 'pay', merchant: 'cafe', amount: '6.40' }, { hour: { second, hoursEast: 0 } })
  }
  await mover.advanceTo(new Date(evening(3).getTime() + 2 * hourMs))
  const days = await db.read(allTenants, (sql) =>
    sql.selectFrom('issuerDay').select(['day', 'outcome', 'detail']).orderBy('day').execute(),
  )
  expect(days.slice(-3)).toEqual(
    [1, 2, 3].map((number) => ({
      day: new Date(midnight.getTime() + number * dayMs).toISOString().slice(0, 10),
      outcome: 'agrees',
      detail: null,
    })),
  )
})

test('notifications are read', async () => {
  const unread = async () => (await browser.get<{ unread: number }>('/notifications/unread')).body.data.unread
  expect(await unread()).toBeGreaterThan(0)
  await perform({ kind: 'read_notifications' })
  expect(await unread()).toBe(0)
})
