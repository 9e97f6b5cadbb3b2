import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerProblems, officialCalls, requestProblems, webhookProblems } from './contract.ts'
import { webhookSchemas } from './schemas.ts'
import { cardOrder, startBench, startSubscriber, type Bench, type List } from './test-kit.ts'

let bench: Bench
let subscriber: Awaited<ReturnType<typeof startSubscriber>>
beforeAll(async () => {
  bench = await startBench()
  subscriber = await startSubscriber()
})
afterAll(async () => {
  await bench.end()
  await subscriber.end()
})

const dayMs = 86_400_000
const sent = async () => {
  await bench.control('POST', '/webhooks/flush')
  return subscriber.received
}
const bulkShips = ['production', 'shipping'].map(
  (word) => `POST /simulate/bulkships/{bulkshipID}/${word}-status`,
)

const driveCards = async (): Promise<{ card: string; plastic: string }> => {
  const card = await bench.card({ spendLimit: 500, secondaryCardName: 'GREEN' })
  const plastic = await bench.card({ cardType: 'Physical' })
  await bench.api('GET', '/cards?page=1&limit=100&status=ACTIVE,INACTIVE&metadataId=card-1')
  await bench.read(card)
  await bench.credit(card, '-20.50')
  await bench.api('GET', `/cards/${card}/balance-history?type=DEPOSIT&limit=10`)
  await bench.api('PUT', `/cards/${card}/spend-control`, { dailyLimit: 400.5, allTimeLimit: 9000 })
  await bench.api('PUT', `/cards/${card}/status`, { freeze: true })
  await bench.api('PUT', `/cards/${card}/status`, { freeze: false })
  await bench.api('POST', `/cards/${card}/reveal-html`, { copyPan: true })
  await bench.api('PUT', `/cards/${card}/3ds-forwarding`, { biometricEnroll: true, smsEnroll: false })
  await bench.api('GET', `/cards/${card}/3ds-forwarding`)
  await bench.api('GET', '/card-design/')
  await bench.api('GET', '/account/balance')
  await bench.control('POST', `/cards/${card}/wallet-otp`, {})
  const action = await bench.control<{ initiateActionId: string }>('POST', `/cards/${card}/3ds`, {
    amount: '170.00',
  })
  await bench.api('POST', `/cards/${card}/3ds-answer/${action.body.initiateActionId}`, { approve: true })
  return { card, plastic }
}

const drivePlastic = async (plastic: string) => {
  await bench.api('POST', `/simulate/cards/${plastic}/production-status`, {
    productionStatus: 'CARD_PRODUCTION_COMPLETED',
  })
  await bench.api('POST', `/simulate/cards/${plastic}/shipping-status`, { shippingStatus: 'CARD_IN_TRANSIT' })
  const code = await bench.api<{ activationCode: string }>(
    'GET',
    `/activation/cards/${plastic}/activation-code`,
  )
  await bench.api('POST', `/activation/cards/${plastic}/activate`, code.body)
}

const driveTransactions = async (card: string) => {
  const simulate = async (path: string, body: object) =>
    (await bench.api<{ id: string }>('POST', `/simulate/${path}`, body)).body.id
  const paid = await simulate('authorisation', { cardID: card, billAmount: 100, transactionCurrency: '604' })
  await simulate('authorisation', { cardID: card, billAmount: 10, transactionID: paid })
  await simulate('authorisation', { cardID: card, billAmount: 5, simulateIncorrectCVV: true })
  await simulate(`${paid}/reversal`, { billAmount: 20 })
  await simulate(`${paid}/clearing`, { billAmount: 94.2 })
  await simulate(`${paid}/refund`, { billAmount: 4.2 })
  await bench.control('POST', '/simulate/authorisation', {
    cardId: card,
    originalAmount: '100.00',
    originalCurrency: 'PEN',
    channel: 'ATM',
  })
  await bench.api('GET', '/transactions?page=1&limit=50&fromDate=2020-01-01')
  await bench.api('GET', `/cards/${card}/transactions`)
  await bench.api('GET', `/transactions/${paid}`)
}

const driveFiles = async (card: string) => {
  await bench.control('POST', '/fee', { amount: '2.50' })
  const now = (await bench.control<{ now: string }>('GET', '/clock')).body.now
  await bench.advance(3 * dayMs)
  const types = [
    'daily',
    'monthly',
    'fee',
    'dailyTransactionFees',
    'monthlyTransactionFees',
    'monthlyNonTransactionFees',
  ]
  for (const type of types) await bench.api('GET', `/files/${type}?date=${now.slice(0, 10)}`)
  await bench.control('POST', `/cards/${card}/block`, {})
  await bench.api('DELETE', `/cards/${card}`)
}

test('every official call and every webhook matches the schemas', async () => {
  await bench.api('POST', '/webhooks', { subscriberUrl: subscriber.url })
  const subscribed = await bench.api<List<{ id: string }>>('GET', '/webhooks')
  await bench.control('POST', '/fund', { amount: '10000.00' })
  const { card, plastic } = await driveCards()
  await drivePlastic(plastic)
  await driveTransactions(card)
  await driveFiles(card)
  const received = await sent()
  expect(received.flatMap(({ problems }) => problems)).toEqual([])
  const told = new Set(received.map(({ body }) => `${body.eventType} ${body.eventName}`))
  const known = webhookSchemas.flatMap(({ eventType, eventNames }) =>
    eventNames.map((name) => `${eventType} ${name}`),
  )
  // Shipping is never billed here, so that file is always empty.
  expect(known.filter((name) => !told.has(name))).toEqual(['files monthly_shipping_fees_file'])
  await bench.api('DELETE', `/webhooks/${subscribed.body.items[0]?.id}`)
  expect(officialCalls.filter((call) => !bench.driven.has(call))).toEqual(bulkShips)
})

test.each([
  ['PUT', '/cards/1/block'],
  ['PUT', '/cards/1/replace'],
  ['POST', '/cards/1/activate'],
  ['GET', '/cards/1/credit'],
  ['GET', '/account/balance-history'],
  ['GET', '/stock'],
  ['POST', '/cards/1/reveal-link'],
  ['GET', '/card-design'],
])('%s %s is not offered', async (method, path) => {
  expect((await bench.wrong(method, path)).status).toBe(404)
})

const headers = { 'x-reap-api-key': 'k', 'accept-version': 'v2.0' }

test('the check of requests finds deviations', () => {
  const check = (method: string, path: string, body?: unknown, more: object = {}) =>
    requestProblems({ method, path, body, headers: { ...headers, ...more } })
  expect(check('PUT', '/cards/1/credit', { adjustment: '12.00' })).toEqual([])
  expect(check('PUT', '/cards/1/credit', { adjustment: 12 })).toHaveLength(1)
  expect(check('PUT', '/cards/1/credit', { adjustment: '12.00', reference: 'x' })).toHaveLength(1)
  expect(check('PUT', '/cards/1/credit', { adjustment: '1.00' }, { 'idempotency-key': 'x' })).toHaveLength(1)
  expect(check('GET', '/cards?metaId=1')).toHaveLength(1)
  expect(check('GET', '/transactions?cursor=1&limit=200')).toHaveLength(2)
  expect(check('POST', '/cards', cardOrder())).toEqual(['Idempotency-Key is missing'])
  expect(check('POST', '/cards', cardOrder({ spendLimit: '0.00' }), { 'idempotency-key': 'x' })).toHaveLength(
    1,
  )
  expect(check('GET', '/account/balance', undefined, { 'accept-version': '2025-02-14' })).toHaveLength(1)
  expect(check('GET', '/cards/1/activation-code')).toEqual([
    'GET /cards/1/activation-code is no official call',
  ])
})

test('the check of answers and webhooks finds deviations', () => {
  const answer = (status: number, body: unknown) =>
    answerProblems({ method: 'PUT', path: '/cards/1/credit', status, body })
  expect(answer(200, { creditBefore: '0.00', creditAfter: '5.00' })).toEqual([])
  expect(answer(200, { creditBefore: '0.00', creditAfter: '5.00', id: '1' })).toHaveLength(1)
  expect(answer(400, { code: '0303003', message: 'm', statusCode: 400 })).toEqual([])
  expect(answer(422, { code: 'INSUFFICIENT_BALANCE', message: 'm', statusCode: 422 })).toHaveLength(1)
  const body = { id: '1', eventName: 'prefund', eventType: 'account', data: { adjustmentAmount: 1 } }
  const signature = `timestamp=1790000000000;signature=${'A'.repeat(344)}`
  const named = { 'reap-signature': signature, 'x-reap-trace-id': '1', 'x-reap-event-type': 'account' }
  expect(webhookProblems({ headers: { ...named, 'x-reap-event-name': 'prefund' }, body })).toEqual([
    'the body must not have id',
  ])
})
