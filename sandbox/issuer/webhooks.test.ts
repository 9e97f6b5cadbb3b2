import { createPublicKey, verify } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBench, startSubscriber, type Bench, type Received } from './test-kit.ts'

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

type Message = { id: string; eventType: string; createdAt: string; data: Record<string, unknown> }
const flush = () => bench.control('POST', '/webhooks/flush')
const messages = () => subscriber.received.map(({ raw }) => JSON.parse(raw) as Message)
const types = () => messages().map(({ eventType }) => eventType)

/** What a subscriber does: the signature over the parsed body with the timestamp, and its age. */
const holds = async ({ raw, signature }: Received) => {
  const { publicKeyPem } = (await bench.control<{ publicKeyPem: string }>('GET', '/webhook-key')).body
  const parts = /^timestamp=(\d+);signature=(.+)$/.exec(signature)
  const timestamp = Number(parts?.[1])
  const data = Buffer.from(JSON.stringify({ ...(JSON.parse(raw) as object), timestamp }))
  const genuine = verify(
    'RSA-SHA3-256',
    data,
    createPublicKey(publicKeyPem),
    Buffer.from(parts?.[2] ?? '', 'base64'),
  )
  return genuine && Math.abs(new Date().getTime() - timestamp) < 300_000
}

test('each event is signed over its body and a fresh timestamp', async () => {
  await bench.control('POST', '/fund', { amount: '10.00', reference: 'f"ü' })
  await flush()
  expect(types()).toEqual(['account.funded'])
  expect(await holds(subscriber.received[0] as Received)).toBe(true)
})

test('a signature that is asked to be bad is bad', async () => {
  await bench.control('POST', '/faults', { kind: 'bad_signature', remaining: 1 })
  await bench.control('POST', '/fund', { amount: '10.00' })
  await flush()
  expect(await holds(subscriber.received[0] as Received)).toBe(false)
})

test('a payment is told event by event, each complete and with the id of its event', async () => {
  await bench.control('POST', '/fund', { amount: '500.00' })
  const card = await bench.card({ spendLimit: '200.00', meta: { id: 'ours-7' } })
  await bench.control('POST', '/scenario', { name: 'hotel', cardId: card.id })
  await flush()
  expect(types()).toEqual([
    'account.funded',
    'card.created',
    'card.credit_adjusted',
    'transaction.authorisation',
    'transaction.increment',
    'transaction.clearing',
  ])
  const cleared = messages().at(-1)
  expect(cleared?.data).toMatchObject({
    id: cleared?.id,
    cardId: card.id,
    cardMetaId: 'ours-7',
    type: 'clearing',
    amount: '104.20',
    final: true,
    merchant: { name: 'Hotel Miramar', mcc: '7011' },
  })
  expect(new Set(messages().map(({ id }) => id)).size).toBe(6)
})

test('card moves are told with the card and where it came from', async () => {
  const card = await bench.card()
  await bench.api('PUT', `/cards/${card.id}/status`, { freeze: true })
  await bench.api('PUT', `/cards/${card.id}/status`, { freeze: false })
  await bench.control('POST', `/cards/${card.id}/block`, { reason: 'FRAUD' })
  await flush()
  expect(types()).toEqual(['card.created', 'card.frozen', 'card.unfrozen', 'card.blocked'])
  expect(messages().at(-1)?.data).toMatchObject({
    card: { id: card.id, status: 'BLOCKED', blockedBy: 'ISSUER', blockReason: 'FRAUD' },
    previousStatus: 'ACTIVE',
  })
})

test('what is not acknowledged is sent again, the same id under a new signature', async () => {
  subscriber.answerWith(500)
  await bench.control('POST', '/fund', { amount: '10.00' })
  await flush()
  subscriber.answerWith(204)
  await expect.poll(() => subscriber.received.length, { timeout: 3000 }).toBe(2)
  expect(new Set(messages().map(({ id }) => id)).size).toBe(1)
  expect(await holds(subscriber.received[1] as Received)).toBe(true)
  type Log = { state: string; tries: number }[]
  expect((await bench.control<Log>('GET', '/webhooks')).body).toMatchObject([
    { state: 'acknowledged', tries: 2 },
  ])
})

test('there is one subscriber: the last one wins, none after it left', async () => {
  const other = await startSubscriber()
  await bench.api('POST', '/webhooks', { subscriberUrl: other.url })
  await bench.control('POST', '/fund', { amount: '1.00' })
  await flush()
  expect([subscriber.received.length, other.received.length]).toEqual([0, 1])
  expect((await bench.api('GET', '/webhooks')).body).toMatchObject({ subscriberUrl: other.url })
  await bench.api('DELETE', '/webhooks')
  await bench.control('POST', '/fund', { amount: '1.00' })
  await flush()
  expect(other.received).toHaveLength(1)
  expect((await bench.api('GET', '/webhooks')).body).toEqual({ subscriberUrl: null })
  expect((await bench.api('POST', '/webhooks', { subscriberUrl: 'ftp://x' })).status).toBe(400)
  await other.end()
})

test('a refused call tells nobody anything', async () => {
  const card = await bench.card()
  await flush()
  await bench.api('PUT', `/cards/${card.id}/credit`, { adjustment: '10.00' })
  await flush()
  expect(types()).toEqual(['card.created'])
})

test('messages lost and reordered on request reach the subscriber accordingly', async () => {
  await bench.control('POST', '/faults', { kind: 'reorder', path: 'account.funded', remaining: 1 })
  await bench.control('POST', '/faults', { kind: 'lose', path: 'fee_charged', remaining: 1 })
  await bench.control('POST', '/fund', { amount: '3.00', reference: 'first' })
  await bench.control('POST', '/fee', { amount: '1.00' })
  await bench.control('POST', '/fund', { amount: '2.00', reference: 'second' })
  await flush()
  await expect.poll(() => subscriber.received.length, { timeout: 3000 }).toBe(2)
  expect(messages().map(({ data }) => data['reference'])).toEqual(['second', 'first'])
})
