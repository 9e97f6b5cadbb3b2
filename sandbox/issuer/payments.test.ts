import { afterEach, beforeEach, expect, test } from 'vitest'
import { toCents } from './money.ts'
import {
  startBench,
  type Bench,
  type List,
  type Payment,
  type RefusalBody,
  type Transaction,
} from './test-kit.ts'

let bench: Bench
let card: string
beforeEach(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00' })
  card = await bench.card({ spendLimit: 970 })
})
afterEach(async () => bench.end())

const dayMs = 86_400_000
const step = async (payment: { id: string }, word: string, body: object = {}) =>
  (await bench.control<Payment & RefusalBody>('POST', `/simulate/${payment.id}/${word}`, body)).body
const creditOf = async (id = card) => (await bench.read(id)).availableCredit
const read = async (id: string) => (await bench.api<Transaction>('GET', `/transactions/${id}`)).body
const simulate = (path: string, body: object) => bench.api<{ id: string }>('POST', `/simulate/${path}`, body)

/** The state that a consumer computes from the set of lifecycle events alone. */
const rebuild = ({ lifecycle_events: events }: Transaction) => {
  const sum = (wanted: string) =>
    events.reduce(
      (all, { type, bill_amount }) => (type === wanted ? all + (toCents(bill_amount) ?? 0n) : all),
      0n,
    )
  const cleared = events.some(({ type }) => type === 'authorization.clearing')
  const open = sum('authorization') - sum('authorization.reversal')
  return { held: cleared || open < 0n ? 0n : open, settled: sum('authorization.clearing') - sum('refund') }
}

test('970.00, spend 100.00, cleared at 104.20: card 865.80, nothing is held', async () => {
  const { body } = await simulate('authorisation', { cardID: card, billAmount: 100 })
  expect(await creditOf()).toBe('870.00')
  expect(await bench.balance()).toEqual({ availableBalance: 9900, availableToAllocate: 9030 })
  await simulate(`${body.id}/clearing`, { billAmount: 104.2 })
  expect(await creditOf()).toBe('865.80')
  expect(await bench.balance()).toEqual({ availableBalance: 9895.8, availableToAllocate: 9030 })
  expect(await read(body.id)).toMatchObject({
    id: body.id,
    card_id: card,
    bill_amount: 104.2,
    bill_currency: '840',
    transaction_amount: 104.2,
    conversion_rate: '1.0000000000000',
    status: 'CLEARED',
    channel: 'POS',
    is_credit: false,
    decline_reason: {},
    merchant_data: { merchant_country: 'PE', mcc_code: '5411' },
    lifecycle_events: [
      { type: 'authorization', bill_amount: '100.00', affect_balance: true },
      { type: 'authorization.clearing', bill_amount: '104.20', affect_balance: true },
    ],
  })
})

test('a delayed message of a shop has the time of the payment, and is booked now', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const [paidAt, capturedAt] = [ago(20 * 3_600_000), ago(3_600_000)]
  const wanted = { cardId: card, amount: '12.00' }
  const { body } = await bench.control<{ id: string }>('POST', '/simulate/authorisation', {
    ...wanted,
    at: paidAt,
  })
  await step(body, 'clearing', { at: capturedAt })
  expect(await read(body.id)).toMatchObject({
    status: 'CLEARED',
    cleared_at: capturedAt,
    lifecycle_events: [{ created_at: paidAt }, { created_at: capturedAt }],
  })
  for (const at of [ago(-60_000), ago(3 * dayMs)])
    expect((await bench.control('POST', '/simulate/authorisation', { ...wanted, at })).status).toBe(400)
})

test('a forced clearing brings a card below zero; the next credit fills it', async () => {
  const small = await bench.card({ spendLimit: 10 })
  const offline = { simulateOfflineTxn: true, cardID: small, billAmount: 12 }
  const { body } = await simulate('any/clearing', offline)
  expect(await read(body.id)).toMatchObject({
    status: 'CLEARED',
    lifecycle_events: [{ type: 'authorization.clearing' }],
  })
  expect(await creditOf(small)).toBe('-2.00')
  expect((await bench.credit(small, '97.00')).body).toEqual({ creditBefore: '-2.00', creditAfter: '95.00' })
})

test.each([
  ['whole', undefined, 'VOID', '970.00', 100],
  ['part', '62.50', 'PENDING', '932.50', 37.5],
])('a %s reversal returns the hold', async (_kind, amount, status, credit, billAmount) => {
  const payment = await bench.pay(card, { amount: '100.00' })
  await step(payment, 'reversal', amount === undefined ? {} : { amount })
  expect(await creditOf()).toBe(credit)
  expect(await read(payment.id)).toMatchObject({ status, bill_amount: billAmount })
})

test('the first clearing ends the hold, and later ones add to the settled amount', async () => {
  const payment = await bench.pay(card, { amount: '90.00' })
  await step(payment, 'clearing', { amount: '30.00' })
  expect(await creditOf()).toBe('940.00')
  await step(payment, 'clearing', { amount: '25.00' })
  expect(await creditOf()).toBe('915.00')
  expect(await read(payment.id)).toMatchObject({ status: 'CLEARED', bill_amount: 55 })
})

test('a refund goes to the card; a switch decides whether it also increases availableToAllocate', async () => {
  const payment = await bench.pay(card, { amount: '100.00' })
  await step(payment, 'clearing')
  await step(payment, 'refund', { amount: '20.00' })
  expect((await read(payment.id)).status).toBe('CLEARED')
  expect(await bench.balance()).toEqual({ availableBalance: 9920, availableToAllocate: 9030 })
  await bench.control('POST', '/settings', { refundAddsToAllocation: true })
  await step(payment, 'refund', { amount: '5.00' })
  expect(await bench.balance()).toEqual({ availableBalance: 9925, availableToAllocate: 9035 })
  expect((await step(payment, 'refund', { amount: '75.01' })).code).toBe('validation_error')
  await step(payment, 'chargeback')
  expect([(await read(payment.id)).status, await creditOf()]).toEqual(['VOID', '970.00'])
  expect((await step(payment, 'refund')).code).toBe('0314003')
})

test('another currency has its rate and numeric code, and includes the fees', async () => {
  const payment = await bench.pay(card, { originalAmount: '200.00', originalCurrency: 'PEN', channel: 'ATM' })
  expect(await read(payment.id)).toMatchObject({
    bill_amount: 56.31,
    transaction_amount: 200,
    transaction_currency: '604',
    conversion_rate: '0.2664000000000',
    fees: { atm_fees: '2.50', fx_fees: '0.53' },
    channel: 'ATM',
  })
  await step(payment, 'clearing')
  expect(await read(payment.id)).toMatchObject({
    bill_amount: 56.31,
    fees: { atm_fees: '2.50', fx_fees: '0.53' },
  })
})

test.each([
  ['51', {}, { amount: '970.01' }],
  ['R7', { transactionLimit: 50 }, { amount: '50.01' }],
  ['R6', { dailyLimit: 0.99 }, { amount: '1.00' }],
  ['R13', { weeklyLimit: 0.99 }, { amount: '1.00' }],
  ['R13', { monthlyLimit: 0.99 }, { amount: '1.00' }],
  ['R13', { allTimeLimit: 0 }, { amount: '1.00' }],
  ['N7', {}, { amount: '1.00', cvv: 'none' }],
  ['59', {}, { amount: '1.00', decline: '59' }],
])('%s declines under %j, and nothing is held', async (code, limits, payment) => {
  await bench.api('PUT', `/cards/${card}/spend-control`, limits)
  const declined = await bench.pay(card, payment)
  expect(await read(declined.id)).toMatchObject({
    status: 'DECLINED',
    decline_reason: { response_code: code, description: expect.stringMatching(/\.$/) },
    lifecycle_events: [{ type: 'authorization.advice', affect_balance: false }],
  })
  expect(await creditOf()).toBe('970.00')
  expect((await step(declined, 'clearing', { amount: '1.00' })).code).toBe('0314005')
})

test.each([
  ['N7', { simulateIncorrectCVV: true }],
  ['55', { simulateIncorrectPIN: true }],
  ['6P', { simulateIncorrectExpiryDate: true }],
  ['82', { simulateTimeout: true }],
  ['59', { simulateFraud: true }],
])("Reap's own simulation declines with %s", async (code, how) => {
  const { body } = await simulate('authorisation', { cardID: card, billAmount: 5, ...how })
  expect((await read(body.id)).decline_reason.response_code).toBe(code)
})

test.each([
  ['R1', async () => bench.api('PUT', `/cards/${card}/status`, { freeze: true })],
  ['R8', async () => bench.control('POST', `/cards/${card}/block`, {})],
  ['54', async () => bench.control('POST', `/cards/${card}/expire`)],
  ['46', async () => bench.api('DELETE', `/cards/${card}`)],
] as const)('a card is declined with %s', async (code, change) => {
  await change()
  expect((await bench.pay(card, { amount: '1.00' })).declineReason?.code).toBe(code)
})

test('spent amounts count from midnight at UTC+8', async () => {
  await bench.api('PUT', `/cards/${card}/spend-control`, { dailyLimit: 10 })
  await bench.pay(card, { amount: '10.00' })
  expect((await bench.pay(card, { amount: '0.01' })).declineReason?.code).toBe('R6')
  const { now } = (await bench.control<{ now: string }>('GET', '/clock')).body
  const there = new Date(new Date(now).getTime() + 8 * 3_600_000)
  const midnight = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + 1)
  await bench.advance(midnight - there.getTime() + 1000)
  expect((await bench.pay(card, { amount: '10.00' })).status).toBe('PENDING')
})

test('a hold lapses 30 days after its last increment, at that time; a late clearing still counts', async () => {
  const payment = await bench.pay(card, { amount: '40.00' })
  await bench.advance(2 * dayMs)
  await step(payment, 'increment', { amount: '5.00' })
  await bench.advance(29 * dayMs)
  expect(await creditOf()).toBe('925.00')
  await bench.advance(2 * dayMs)
  expect(await creditOf()).toBe('970.00')
  const lapsed = await read(payment.id)
  expect(lapsed.status).toBe('VOID')
  expect(lapsed.lifecycle_events.at(-1)).toMatchObject({
    type: 'authorization.reversal',
    bill_amount: '45.00',
  })
  expect((await step(payment, 'clearing', { amount: '45.00' })).status).toBe('CLEARED')
  expect(await creditOf()).toBe('925.00')
})

test("an increment above the card's credit is declined and does not change the hold", async () => {
  const { body } = await simulate('authorisation', { cardID: card, billAmount: 960 })
  await simulate('authorisation', { cardID: card, billAmount: 10.01, transactionID: body.id })
  const raised = await read(body.id)
  expect(raised).toMatchObject({ status: 'PENDING', bill_amount: 960, decline_reason: {} })
  expect(raised.lifecycle_events.map(({ type }) => type)).toEqual(['authorization', 'authorization.advice'])
})

test.each([
  ['0314001', 400, 'authorisation', { transactionCurrency: '999', billAmount: 1 }],
  ['1001001', 404, 'authorisation', { cardID: 'none', billAmount: 1 }],
  ['0314006', 404, 'tid_none/clearing', {}],
  ['0314006', 404, 'tid_none/refund', { unrelated: true }],
])('the simulation refuses with %s (%i)', async (code, status, path, body) => {
  const card_ = path === 'authorisation' ? { cardID: card } : {}
  const answer = await bench.wrong('POST', `/simulate/${path}`, { ...card_, ...body })
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test("steps that do not fit a transaction are refused with Reap's messages", async () => {
  const { body } = await simulate('authorisation', { cardID: card, billAmount: 10 })
  const refused = async (word: string) =>
    (await bench.wrong('POST', `/simulate/${body.id}/${word}`, {})).body.code
  expect(await refused('refund')).toBe('0314008')
  await simulate(`${body.id}/clearing`, {})
  expect(await refused('reversal')).toBe('0314002')
  await simulate(`${body.id}/refund`, {})
  expect(await refused('refund')).toBe('0314003')
})

test('transactions are listed newest first, by page and by day', async () => {
  const ids = [await bench.pay(card, { amount: '1.00' })]
  await bench.advance(2 * dayMs)
  ids.push(await bench.pay(card, { amount: '2.00' }))
  const list = async (path: string) =>
    (await bench.api<List<Transaction>>('GET', path)).body.items.map(({ id }) => id)
  const newest = ids.map(({ id }) => id).reverse()
  expect(await list('/transactions')).toEqual(newest)
  expect(await list('/transactions?limit=1&page=2')).toEqual(newest.slice(1))
  const { now } = (await bench.control<{ now: string }>('GET', '/clock')).body
  expect(await list(`/transactions?fromDate=${now.slice(0, 10)}`)).toEqual(newest.slice(0, 1))
  expect(await list(`/cards/${card}/transactions?toDate=${now.slice(0, 10)}`)).toEqual(newest)
  for (const query of ['cursor=1', 'limit=101', 'status=PENDING', 'page=0']) {
    expect((await bench.wrong('GET', `/transactions?${query}`)).body.code).toBe('validation_error')
  }
  expect((await bench.wrong('GET', '/transactions/tid_none')).body.code).toBe('0312001')
})

test('the balances add up after every scenario, and its events rebuild its state', async () => {
  const { names } = (await bench.control<{ names: string[] }>('GET', '/scenario')).body
  expect(names).toHaveLength(10)
  for (const name of names) {
    expect((await bench.control('POST', '/scenario', { name, cardId: card })).status).toBe(200)
  }
  const { items } = (await bench.api<List<Transaction>>('GET', `/cards/${card}/transactions?limit=100`)).body
  const spent = items.map(rebuild).reduce((sum, { held, settled }) => sum + held + settled, 0n)
  expect(toCents(await creditOf())).toBe(97_000n - spent)
  const { availableBalance, availableToAllocate } = await bench.balance()
  expect(BigInt(Math.round((availableBalance - availableToAllocate) * 100))).toBe(97_000n - spent)
  expect(await bench.read(card)).toMatchObject({ status: 'BLOCKED', statusReason: 'SUSPECTED_FRAUD_CVV' })
})
