import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  startBench,
  type Bench,
  type Card,
  type Payment,
  type PaymentEvent,
  type Refused,
} from './test-kit.ts'
import { toCents } from './money.ts'

let bench: Bench
let card: Card
beforeEach(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00', reference: 'fund-1' })
  card = await bench.card({ spendLimit: '970.00' })
})
afterEach(async () => bench.end())

const dayMs = 86_400_000
const authorise = async (body: object) =>
  (await bench.api<Payment>('POST', '/simulate/authorisation', { cardId: card.id, ...body })).body
const step = (payment: Payment, word: string, body: object = {}) =>
  bench.api<Payment & Refused>('POST', `/simulate/${payment.id}/${word}`, body)
const creditOf = async (id = card.id) => (await bench.api<Card>('GET', `/cards/${id}`)).body.availableCredit
const advance = (offsetMs: number) => bench.control('POST', '/clock', { offsetMs })

/** What a consumer rebuilds from the set of events alone. */
const rebuild = (events: readonly PaymentEvent[]) => {
  const sum = (...types: string[]) =>
    events.reduce((all, { type, amount }) => (types.includes(type) ? all + (toCents(amount) ?? 0n) : all), 0n)
  const settled = sum('clearing') - sum('refund')
  const open = sum('authorisation', 'increment') - sum('reversal') - sum('clearing')
  const ended = events.some(({ type, final }) => type === 'lapse' || (type === 'clearing' && final))
  return { settled, held: ended || open < 0n ? 0n : open }
}

test('970.00, spend 100.00, cleared at 104.20: card 865.80, nothing floats', async () => {
  const payment = await authorise({ amount: '100.00' })
  expect(payment).toMatchObject({ status: 'PENDING', amount: { held: '100.00', settled: '0.00' } })
  expect(await creditOf()).toBe('870.00')
  expect(await bench.balance()).toMatchObject({ availableBalance: '9900.00', availableToAllocate: '9030.00' })
  const cleared = await step(payment, 'clearing', { amount: '104.20' })
  expect(cleared.body).toMatchObject({ status: 'CLEARED', amount: { held: '0.00', settled: '104.20' } })
  expect(await creditOf()).toBe('865.80')
  expect(await bench.balance()).toMatchObject({ availableBalance: '9895.80', availableToAllocate: '9030.00' })
})

test('a forced clearing takes a card below zero; the next load fills it', async () => {
  const small = await bench.card({ spendLimit: '10.00' })
  const offline = await bench.api<Payment>('POST', '/simulate/clearing', {
    cardId: small.id,
    amount: '12.00',
  })
  expect(offline.body).toMatchObject({ status: 'CLEARED', events: [{ type: 'clearing', final: true }] })
  expect(await creditOf(small.id)).toBe('-2.00')
  await bench.api('PUT', `/cards/${small.id}/credit`, { adjustment: '97.00' })
  expect(await creditOf(small.id)).toBe('95.00')
})

test.each([
  ['whole', undefined, 'VOID', '970.00'],
  ['part', '62.50', 'PENDING', '932.50'],
])('a %s reversal gives back the hold', async (_kind, amount, status, credit) => {
  const payment = await authorise({ amount: '100.00' })
  expect((await step(payment, 'reversal', amount === undefined ? {} : { amount })).body.status).toBe(status)
  expect(await creditOf()).toBe(credit)
})

test('partial clearings keep the rest held until the last one', async () => {
  const payment = await authorise({ amount: '90.00' })
  const first = await step(payment, 'clearing', { amount: '30.00', final: false })
  expect(first.body).toMatchObject({ status: 'PENDING', amount: { held: '60.00', settled: '30.00' } })
  const last = await step(payment, 'clearing', { amount: '20.00', final: true })
  expect(last.body).toMatchObject({ status: 'CLEARED', amount: { held: '0.00', settled: '50.00' } })
  expect(await creditOf()).toBe('920.00')
})

test('a refund goes to the card; the switch decides whether it may be allocated as well', async () => {
  const payment = await authorise({ amount: '100.00' })
  await step(payment, 'clearing')
  await step(payment, 'refund', { amount: '20.00' })
  expect(await creditOf()).toBe('890.00')
  expect(await bench.balance()).toMatchObject({ availableBalance: '9920.00', availableToAllocate: '9030.00' })
  await bench.control('POST', '/settings', { refundAddsToAllocation: true })
  await step(payment, 'refund', { amount: '5.00' })
  expect(await bench.balance()).toMatchObject({ availableBalance: '9925.00', availableToAllocate: '9035.00' })
  expect((await step(payment, 'refund', { amount: '75.01' })).status).toBe(400)
  expect((await step(payment, 'chargeback', { payTo: 'master' })).body.status).toBe('CLEARED')
  expect(await bench.balance()).toMatchObject({
    availableBalance: '10000.00',
    availableToAllocate: '9110.00',
  })
})

test('another currency carries its rate, and the issuer fees inside the amount', async () => {
  const payment = await authorise({ originalAmount: '200.00', originalCurrency: 'PEN', channel: 'ATM' })
  expect(payment.events[0]).toMatchObject({
    amount: '56.31',
    originalAmount: '200.00',
    originalCurrency: 'PEN',
    conversionRate: '0.26640000',
    fees: [
      { type: 'atm', amount: '2.50' },
      { type: 'fx', amount: '0.53' },
    ],
    merchant: { mcc: expect.stringMatching(/^\d{4}$/), country: 'PER' },
  })
  const cleared = await step(payment, 'clearing')
  expect(cleared.body.events[1]).toMatchObject({ amount: '56.31', originalAmount: '200.00' })
})

test.each([
  ['insufficient_funds', {}, { amount: '970.01' }],
  ['atm_disabled', { atmEnabled: false }, { amount: '1.00', channel: 'ATM' }],
  ['online_disabled', { onlineEnabled: false }, { amount: '1.00', channel: 'ECOMMERCE' }],
  ['merchant_blocked', { blockedMccs: ['7995'] }, { amount: '1.00', merchant: { mcc: '7995' } }],
  ['transaction_limit_exceeded', { transactionLimit: '50.00' }, { amount: '50.01' }],
  ['daily_limit_exceeded', { dailyLimit: '0.99' }, { amount: '1.00' }],
  ['monthly_limit_exceeded', { monthlyLimit: '0.99' }, { amount: '1.00' }],
  ['incorrect_cvv', {}, { amount: '1.00', cvv: 'none' }],
  ['suspected_fraud', {}, { amount: '1.00', decline: 'suspected_fraud' }],
])('%s declines, and nothing is held', async (code, control, payment) => {
  await bench.api('PUT', `/cards/${card.id}/spend-control`, control)
  const declined = await authorise(payment)
  expect(declined).toMatchObject({ status: 'DECLINED', declineReason: { code }, amount: { held: '0.00' } })
  expect(declined.events.map(({ type }) => type)).toEqual(['decline'])
  expect(await creditOf()).toBe('970.00')
  expect((await step(declined, 'clearing', { amount: '1.00' })).body.code).toBe('INVALID_TRANSACTION_STATUS')
})

test.each([
  ['card_frozen', 'PUT', '/status', { freeze: true }],
  ['card_blocked', 'PUT', '/block', { reason: 'LOST' }],
  ['card_closed', 'PUT', '/replace', { meta: { id: 'next' } }],
])('a card is declined as %s', async (code, method, path, body) => {
  await bench.api(method, `/cards/${card.id}${path}`, body)
  expect((await authorise({ amount: '1.00' })).declineReason?.code).toBe(code)
})

test('a hold lapses seven days after its last increment, at that time; a late clearing still counts', async () => {
  const payment = await authorise({ amount: '40.00' })
  await advance(2 * dayMs)
  const raised = (await step(payment, 'increment', { amount: '5.00' })).body
  await advance(8 * dayMs)
  expect(await creditOf()).toBe('925.00')
  await advance(12 * dayMs)
  expect(await creditOf()).toBe('970.00')
  const lapsed = (await bench.api<Payment>('GET', `/transactions/${payment.id}`)).body
  expect(lapsed).toMatchObject({ status: 'VOID', lapsesAt: null })
  expect(lapsed.events.at(-1)).toMatchObject({
    type: 'lapse',
    amount: '45.00',
    occurredAt: raised['lapsesAt'],
  })
  expect((await step(payment, 'clearing', { amount: '45.00' })).body.status).toBe('CLEARED')
  expect(await creditOf()).toBe('925.00')
})

test('an increment that the card cannot bear is declined and leaves the hold', async () => {
  const payment = await authorise({ amount: '960.00' })
  const raised = (await step(payment, 'increment', { amount: '10.01' })).body
  expect(raised).toMatchObject({ status: 'PENDING', declineReason: null, amount: { held: '960.00' } })
  expect(raised.events.at(-1)).toMatchObject({
    type: 'decline',
    declineReason: { code: 'insufficient_funds' },
  })
})

test('the change feed gives each payment after its last change, once', async () => {
  const first = await authorise({ amount: '1.00' })
  await authorise({ amount: '2.00' })
  type Feed = { items: Payment[]; nextCursor: string; hasMore: boolean }
  const feed = async (query: string) => (await bench.api<Feed>('GET', `/transactions?${query}`)).body
  const page = await feed('limit=1')
  expect(page).toMatchObject({ hasMore: true, items: [{ id: first.id }] })
  const rest = await feed(`cursor=${page.nextCursor}`)
  await step(first, 'clearing')
  const news = await feed(`cursor=${rest.nextCursor}`)
  expect(news.items).toMatchObject([{ id: first.id, status: 'CLEARED' }])
  expect((await feed(`cursor=${news.nextCursor}`)).items).toEqual([])
  expect((await feed('status=PENDING')).items).toHaveLength(1)
})

test('every scenario keeps the identities, and its events rebuild its state', async () => {
  const { names } = (await bench.control<{ names: string[] }>('GET', '/scenario')).body
  expect(names).toHaveLength(10)
  for (const name of names) {
    const run = { name, cardId: card.id }
    expect((await bench.control('POST', '/scenario', run)).status).toBe(200)
  }
  type Feed = { items: Payment[] }
  const { items } = (await bench.api<Feed>('GET', `/cards/${card.id}/transactions`)).body
  for (const payment of items) {
    const { settled, held } = rebuild([...payment.events].reverse())
    expect([payment.amount.settled, payment.amount.held].map(toCents)).toEqual([settled, held])
  }
  const spent = items.reduce((sum, { events }) => sum + rebuild(events).settled + rebuild(events).held, 0n)
  expect(toCents(await creditOf())).toBe(97_000n - spent)
  const { availableBalance, availableToAllocate } = await bench.balance()
  expect((toCents(availableBalance) ?? 0n) - (toCents(availableToAllocate) ?? 0n)).toBe(97_000n - spent)
  expect((await bench.api<Card>('GET', `/cards/${card.id}`)).body).toMatchObject({
    status: 'BLOCKED',
    blockedBy: 'ISSUER',
  })
})
