import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBench, startSubscriber, type Bench, type List, type ReceivedWebhook } from './test-kit.ts'

let bench: Bench
let subscriber: Awaited<ReturnType<typeof startSubscriber>>
beforeEach(async () => {
  bench = await startBench()
  subscriber = await startSubscriber()
  await bench.api('POST', '/webhooks', { subscriberUrl: subscriber.url })
})
afterEach(async () => {
  await bench.end()
  await subscriber.end()
})

const flush = () => bench.control('POST', '/webhooks/flush')
const names = () => subscriber.received.map(({ body }) => `${body.eventType}.${body.eventName}`)
const traceIds = () => subscriber.received.map(({ headers }) => headers['x-reap-trace-id'])
const fund = (amount: string) => bench.control('POST', '/fund', { amount })

/** The check of a subscriber: the signature over the parsed body with the timestamp, and its age. */
const holds = async ({ raw, headers }: ReceivedWebhook) => {
  const { publicKeyPem } = (await bench.control<{ publicKeyPem: string }>('GET', '/webhook-key')).body
  const parts = /^timestamp=(\d+);signature=(.+)$/.exec(String(headers['reap-signature']))
  const timestamp = Number(parts?.[1])
  const data = Buffer.from(JSON.stringify({ ...(JSON.parse(raw) as object), timestamp }))
  const signature = Buffer.from(parts?.[2] ?? '', 'base64')
  const isGenuine = verify('RSA-SHA3-256', data, createPublicKey(publicKeyPem), signature)
  return isGenuine && Math.abs(new Date().getTime() - timestamp) < 300_000
}

test('a message has only name, type and data, and its signature covers its body and a new timestamp', async () => {
  await fund('10.50')
  await flush()
  const [message] = subscriber.received as [ReceivedWebhook]
  expect(message.raw).toBe('{"eventName":"prefund","eventType":"account","data":{"adjustmentAmount":10.5}}')
  expect(message.problems).toEqual([])
  expect(await holds(message)).toBe(true)
})

test('the fault bad_signature makes a wrong signature', async () => {
  await bench.control('POST', '/faults', { kind: 'bad_signature', remaining: 1 })
  await fund('10.00')
  await flush()
  expect(await holds(subscriber.received[0] as ReceivedWebhook)).toBe(false)
})

test('a payment has a webhook per event; a clearing has the sum so far', async () => {
  await fund('500.00')
  const card = await bench.card({ spendLimit: 200 })
  await bench.control('POST', '/scenario', { name: 'hotel', cardId: card })
  await bench.control('POST', '/scenario', { name: 'partial', cardId: card })
  const declined = await bench.pay(card, { amount: '500.00' })
  await flush()
  expect(names()).toEqual([
    'account.prefund',
    ...['', '', '.clearing'].map((end) => `transaction.authorization${end}`),
    ...['', '.clearing', '.clearing', '.clearing'].map((end) => `transaction.authorization${end}`),
    'transaction.authorization.advice',
  ])
  const data = subscriber.received.map(({ body }) => body.data)
  expect(data.slice(1, 8).map((each) => [each['status'], each['bill_amount']])).toEqual([
    ['PENDING', 80],
    ['PENDING', 20],
    ['CLEARED', 104.2],
    ['PENDING', 90],
    ['CLEARED', 30],
    ['CLEARED', 55],
    ['CLEARED', 90],
  ])
  expect(data[1]).toMatchObject({
    card_id: card,
    merchant_data: { merchant_country: 'PER' },
    decline_reason: {},
  })
  expect(data[1]).not.toHaveProperty('lifecycle_events')
  expect(data.at(-1)).toMatchObject({
    id: declined.id,
    status: 'DECLINED',
    decline_reason: { response_code: '51' },
  })
  expect(subscriber.received.flatMap(({ problems }) => problems)).toEqual([])
})

test('credits, pauses, activations and deletions send no webhook; a block of the issuer does', async () => {
  await fund('100.00')
  const card = await bench.card()
  await bench.credit(card, '50.00')
  await bench.api('PUT', `/cards/${card}/status`, { freeze: true })
  await bench.api('PUT', `/cards/${card}/status`, { freeze: false })
  await bench.control('POST', `/cards/${card}/block`, { status: 'SUSPECTED_FRAUD_EXPIRY' })
  await bench.api('DELETE', `/cards/${card}`)
  await flush()
  expect(names()).toEqual(['account.prefund', 'card.card_status'])
  expect(subscriber.received.at(-1)?.body.data).toEqual({ id: card, status: 'SUSPECTED_FRAUD_EXPIRY' })
})

test('an unacknowledged message is sent again with the same trace id and a new signature', async () => {
  subscriber.answerWith(500)
  await fund('10.00')
  await flush()
  subscriber.answerWith(204)
  await expect.poll(() => subscriber.received.length, { timeout: 10_000 }).toBe(2)
  expect(new Set(traceIds()).size).toBe(1)
  expect(new Set(subscriber.received.map(({ headers }) => headers['reap-signature'])).size).toBe(2)
  expect(await holds(subscriber.received[1] as ReceivedWebhook)).toBe(true)
  type Log = { id: string; state: string; tries: number }[]
  expect((await bench.control<Log>('GET', '/webhooks')).body).toMatchObject([
    { state: 'acknowledged', tries: 2 },
  ])
})

test('a manual replay is a new delivery with its own trace id', async () => {
  await fund('10.00')
  await flush()
  const [sent] = (await bench.control<{ id: string }[]>('GET', '/webhooks')).body
  await bench.control('POST', `/webhooks/${sent?.id}/resend`)
  await flush()
  expect(subscriber.received.map(({ raw }) => raw)).toEqual(Array(2).fill(subscriber.received[0]?.raw))
  expect(new Set(traceIds()).size).toBe(2)
})

test('there is one subscription: a new one replaces it, and a deletion removes it', async () => {
  const other = await startSubscriber()
  await bench.api('POST', '/webhooks', { subscriberUrl: other.url })
  await fund('1.00')
  await flush()
  expect([subscriber.received.length, other.received.length]).toEqual([0, 1])
  const { items } = (await bench.api<List<{ id: string; subscriberUrl: string }>>('GET', '/webhooks')).body
  expect(items).toMatchObject([{ subscriberUrl: other.url }])
  await bench.api('DELETE', `/webhooks/${items[0]?.id}`)
  await fund('1.00')
  await flush()
  expect(other.received).toHaveLength(1)
  expect((await bench.api('GET', '/webhooks')).body).toEqual({ items: [] })
  expect((await bench.wrong('POST', '/webhooks', { subscriberUrl: 'ftp://x' })).status).toBe(400)
  await other.end()
})

test('webhook calls need no version', async () => {
  const answer = await fetch(`${bench.issuer().baseUrl()}/webhooks`, {
    headers: { 'x-reap-api-key': 'key-of-the-tests' },
  })
  expect(answer.status).toBe(200)
})

test('the faults lose, duplicate and reorder messages', async () => {
  await bench.control('POST', '/faults', { kind: 'reorder', path: '^account.prefund$', remaining: 1 })
  await fund('3.00')
  const card = await bench.card()
  await bench.control('POST', '/faults', { kind: 'lose', path: 'authorization.advice', remaining: 1 })
  await bench.pay(card, { amount: '1.00' })
  await bench.control('POST', '/faults', { kind: 'duplicate', path: 'card_status', remaining: 1 })
  await bench.control('POST', `/cards/${card}/block`, {})
  await flush()
  await expect.poll(() => subscriber.received.length, { timeout: 10_000 }).toBe(3)
  expect(names()).toEqual(['card.card_status', 'card.card_status', 'account.prefund'])
  expect(new Set(traceIds()).size).toBe(2)
})
