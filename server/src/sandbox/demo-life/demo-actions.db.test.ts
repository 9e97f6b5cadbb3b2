import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../../tests/support/spending-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../../tests/support/test-browser.ts'
import { startTestChain } from '../../../../tests/support/test-chain.ts'
import { startTestMailbox } from '../../../../tests/support/test-mailbox.ts'
import { payoutAccount, startTestSigner } from '../../../../tests/support/test-signer.ts'
import { allTenants } from '../../kernel/database.ts'
import { checkBook } from '../../ledger/checks.ts'
import { credit, debit, journal } from '../../ledger/posting.ts'
import { kycKeys, startEmbeddedKyc, type EmbeddedKyc } from '../../providers/kyc/embedded-kyc.test-kit.ts'
import { createClockMover } from '../clock-mover.ts'
import { demoPassword, demoPeople, type DemoPerson } from '../demo-cast.ts'
import { createDemoData, demoAddress } from '../demo-data.ts'
import { createEmbeddedControls } from '../embedded-controls.ts'
import { createDemoActions } from './demo-actions.ts'
import { businessTimeOf, joiningLater } from './demo-life.ts'
import type { DemoEvent } from './demo-script.ts'
import { createPartnerActions } from './partner-actions.ts'
import { readWorkedExamples } from './worked-examples.test-kit.ts'
import { isPartnerAction, type PartnerEvent } from './partner-action.ts'
import { partnerScript } from './partner-script.ts'

const diegoJoins: PartnerEvent = { at: [0, 12], who: 'diego', action: { kind: 'join' } }

/**
 * The partners of the demo go through the worked examples, and one person through every kind of event of the script, with
 * the embedded services.
 */
let chain: Awaited<ReturnType<typeof startTestChain>>
let mailbox: Awaited<ReturnType<typeof startTestMailbox>>
let signer: Awaited<ReturnType<typeof startTestSigner>>
let kyc: EmbeddedKyc
let product: SpendingProduct
let lucia: DemoPerson
let browser: TestBrowser
let mover: ReturnType<typeof createClockMover>
const staff = new Map<string, TestBrowser>()
let partnersLive: () => Promise<void>
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
  signer = await startTestSigner(chain)
  mailbox = await startTestMailbox()
  product = await createSpendingProduct({
    ...chain.env,
    ...signer.env,
    // Mail that is refused is tried again, and each attempt is a stop of the clock.
    SMTP_URL: mailbox.smtpUrl,
    KYC_URL: kyc.url,
    KYC_API_KEY: kycKeys.apiKey,
    KYC_SHARED_SECRET: kycKeys.sharedSecret,
  })
  const { kernel } = product
  const { make, makePerson } = createDemoData(kernel)
  const found = demoPeople.find(({ email }) => email.startsWith('lucia@'))
  if (!found) throw new Error('The demo has no Lucía')
  lucia = found
  await make(joiningLater)
  const controls = createEmbeddedControls(servicesOf(product))
  // As in the demo: due jobs run once a day and before each event.
  const pace = { strideMs: dayMs, serviceStrideMs: dayMs }
  mover = createClockMover({ ...kernel, advanceClocks: controls.advanceClocks, pace })
  const actions = createDemoActions({ ...kernel, controls, mover, makePerson, addressOf: demoAddress })
  const partners = createPartnerActions(kernel, { controls, actions })
  partnersLive = async () => {
    const start = kernel.clock.now()
    for (const event of [diegoJoins, ...partnerScript]) {
      const { who, action, key } = event
      await mover.advanceTo(businessTimeOf(start, event, { holidays: new Set() }))
      const person = demoPeople.find(({ email }) => email.startsWith(`${who}@`))
      if (isPartnerAction(action)) await partners.perform(who, action)
      else if (person) await actions.perform(person, { action, ...(key ? { key } : {}) })
    }
  }
  perform = async (action, more = {}) => {
    await actions.perform(lucia, { action, ...more })
    await mover.advanceTo(new Date(kernel.clock.now().getTime() + 1000))
    await product.settle()
  }
}, 180_000)
afterAll(async () => {
  const findings = await product.kernel.db.read(allTenants, checkBook)
  await product.stop()
  await mailbox.stop()
  await signer.stop()
  await kyc.stop()
  await chain.stop()
  expect(findings).toEqual([])
})

type Row = { status: string; purpose: string; authorisedAt: string | null }
const rows = async () => (await browser.get<{ items: Row[] }>('/transactions')).body.data.items
const spent = async () => (await rows()).filter(({ purpose }) => purpose === 'purchase')
const loads = async () =>
  (await browser.get<{ items: { status: string }[] }>('/loads')).body.data.items.map(({ status }) => status)

/** Coins that the payout wallet has, on the chain and in the book, of which the withdrawal is paid. */
const fundPayouts = async () => {
  await chain.pay({ asset: 'USDT', to: payoutAccount.address, amount: '500' })
  const { ids, clock, apply } = product.kernel
  const asset = 'USDT@ethereum'
  const id = ids.next()
  const funds = journal({
    kind: 'capital.contributed',
    key: `capital:${id}`,
    command: `fund ${id}`,
    effectiveAt: clock.now(),
    subjectId: id,
    legs: [
      debit({ code: 'crypto.payout', asset }, 500_000_000n),
      credit({ code: 'suspense', asset }, 500_000_000n, { ref: id }),
    ],
  })
  expect(await apply({ journals: [funds] })).toMatchObject({ outcome: 'posted' })
}
const readAs = async <T>(who: string, path: string): Promise<T> => {
  const login = `${who}@demo.cardamom.example`
  const found = staff.get(who) ?? createTestBrowser(product.kernel.app, 'localhost:4000')
  if (!staff.has(who)) {
    const session = await found.post<{ token: string }>('/sessions', { login, password: demoPassword })
    found.setToken(session.body.data.token)
    staff.set(who, found)
  }
  const answer = await found.get<T>(path)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.text}`)
  return answer.body.data
}

/** Each figure is the one of domain §4 to §9, or of money §6. */
test('the screens show the cents of the worked examples', async () => {
  await fundPayouts()
  await partnersLive()
  const shown = await readWorkedExamples(readAs)
  const none = { manual: '0.00', reversed: '0.00', owed: '0.00 → 0.00', allowance: '0.00' }
  expect(shown.settlementsOfAndes).toEqual([
    {
      ...none,
      shares: ['1.50'],
      matured: '1.50',
      paid: '1.50',
      available: '118.50 → 120.00',
      pending: '21.99 → 20.49',
    },
    {
      ...none,
      shares: ['7.50', '3.00', '2.49'],
      matured: '12.99',
      paid: '11.49',
      reversed: '1.50',
      owed: '1.50 → 0.00',
      available: '120.00 → 131.49',
      pending: '20.49 → 7.50',
    },
    {
      ...none,
      shares: ['7.50'],
      matured: '7.50',
      paid: '7.50',
      available: '31.49 → 38.99',
      pending: '7.50 → 0.00',
    },
  ])
  const [rent, carried, bonus] = shown.settlementsOfPuertoAzul
  expect(rent).toMatchObject({ matured: '0.00', manual: '-10.00', paid: '0.00', owed: '0.00 → 10.00' })
  expect(carried).toMatchObject({ shares: ['3.00'], paid: '0.00', owed: '10.00 → 7.00' })
  expect(bonus).toMatchObject({ manual: '9.00', paid: '2.00', owed: '7.00 → 0.00', available: '0.00 → 2.00' })
  expect(shown.andes.filter(([kind]) => kind.startsWith('withdrawal'))).toEqual([
    ['withdrawal_requested', '131.49 → 31.49', '0.00 → 100.00'],
    ['withdrawal_sent', '31.49 → 31.49', '100.00 → 0.00'],
  ])
  expect(shown.andesImmediate[1]).toEqual(['transfer_made', '0.00 → 4990.00', '0.00 → 0.00'])
  expect(shown.lima.slice(0, 7).map(([kind, available]) => `${kind} ${available}`)).toEqual([
    'adjustment_wallet 0.00 → 200.00',
    'wallet_load_reserved 200.00 → -701.80',
    'wallet_load_credited -701.80 → -701.80',
    'settlement_paid -701.80 → -351.80',
    'topup_accepted -351.80 → 9273.20',
    'wallet_load_reserved 9273.20 → 8773.20',
    'wallet_load_credited 8773.20 → 8773.20',
  ])
  expect(shown.topUps).toEqual([
    'Lima regular wire 200.00 4.50 195.50: 2.00 + 1.00 + 1.50',
    'Lima immediate wire 10000.00 375.00 9625.00: 200.00 + 75.00 + 100.00',
    'Norte immediate crypto 6000.00 120.00 5880.00: 120.00',
    'Lima regular wire 10000.00 225.00 9775.00: 100.00 + 50.00 + 75.00',
  ])
  expect(shown.transfers).toEqual([
    'card_load Lima Tomás Prado 901.80 1.80 900.00 completed',
    'card_load Lima Tomás Prado 500.00 1.00 499.00 completed',
    'transfer Norte Andes 5000.00 10.00 4990.00 completed',
    'transfer Norte Andes 400.00 0.80 399.20 reversed',
    'reversal Andes Norte 399.20 -0.80 400.00 completed',
    'transfer Lima Miraflores 3.00 0.01 2.99 completed',
    'card_load Lima Tomás Prado 10.00 0.02 9.98 pending',
  ])
  expect(shown.withdrawals).toEqual([
    'Andes 100.00 1.00 99.00 99 COMPLETED',
    'Lima 600.00 1.00 599.00 599 CANCELLED',
    'Lima 900.00 1.00 899.00 899 REJECTED',
    'Lima 250.00 1.00 249.00 249 PENDING',
  ])
  expect(shown.cards.slice(0, 4)).toEqual(['865.80 0.00', '388.00 0.00', '323.33 0.00', '970.00 0.00'])
  // Eva and Ana share the level below Lima, regular and immediate.
  expect([shown.eva, shown.ana]).toEqual(['5.46 0.00', '1.37 0.00'])
})

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
