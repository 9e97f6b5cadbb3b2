import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardOrder, startBench, type Bench, type List } from './test-kit.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00' })
})
afterEach(async () => bench.end())

const settings = (body: object) => bench.control('POST', '/settings', body)
const order = (body: object, key: string | undefined, path = '/cards') =>
  bench.wrong('POST', path, body, { 'idempotency-key': key })
const cardCount = async () => (await bench.api<List<unknown>>('GET', '/cards')).body.meta.totalItems

test.each([
  [401, 'unauthorized', { 'x-reap-api-key': 'no' }],
  [400, '1301004', { 'accept-version': 'v1.0' }],
  [400, '1301004', { 'accept-version': '2025-02-14' }],
])('%i %s for %j', async (status, code, headers) => {
  const answer = await bench.wrong('GET', '/account/balance', undefined, headers)
  expect([answer.status, answer.body.code]).toEqual([status, code])
})

test('a call without a version is refused with a message', async () => {
  const headers = { 'x-reap-api-key': 'key-of-the-tests' }
  const answer = await fetch(`${bench.issuer().baseUrl()}/account/balance`, { headers })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: '1301002', statusCode: 400 }])
})

test('the same order under the same key makes one card, also when its answer was lost', async () => {
  const [body, key] = [cardOrder(), randomUUID()]
  await bench.control('POST', '/faults', {
    kind: 'drop_after',
    method: 'POST',
    path: '^/cards$',
    remaining: 1,
  })
  await expect(order(body, key)).rejects.toThrow('fetch failed')
  const again = await order(body, key)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
  expect(await order(body, key)).toMatchObject({ status: 201, body: again.body })
  expect(await cardCount()).toBe(1)
  await bench.restart()
  expect((await order(body, key)).body).toEqual(again.body)
  await bench.advance(86_400_001)
  expect((await order(body, key)).body).not.toEqual(again.body)
})

test('a key belongs to its body; an order needs a key', async () => {
  const key = randomUUID()
  await order(cardOrder(), key)
  expect((await order(cardOrder(), key)).body).toMatchObject({
    code: 'IDEMPOTENCY_KEY_MISMATCH',
    statusCode: 422,
  })
  expect((await order(cardOrder(), '')).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED')
  expect((await order(cardOrder(), 'k'.repeat(256))).body.code).toBe('IDEMPOTENCY_KEY_REQUIRED')
  expect(await cardCount()).toBe(1)
})

test('a refusal is repeated under its key, even when its reason no longer applies', async () => {
  const [key, body] = [randomUUID(), cardOrder({ spendLimit: 20_000 })]
  expect((await order(body, key)).body.code).toBe('0302007')
  await bench.control('POST', '/fund', { amount: '20000.00' })
  const again = await order(body, key)
  expect([again.body.code, again.headers.get('idempotent-replayed')]).toEqual(['0302007', 'true'])
  expect((await order(body, randomUUID())).status).toBe(201)
})

test('the answer of a fault is not stored', async () => {
  const [key, body] = [randomUUID(), cardOrder()]
  await bench.control('POST', '/faults', { kind: 'status', value: 503, path: '^/cards$', remaining: 1 })
  const answer = await fetch(`${bench.issuer().baseUrl()}/cards`, { method: 'POST' })
  expect(answer.status).toBe(503)
  expect((await order(body, key)).status).toBe(201)
})

test('too many calls per second are refused; orders have half the limit', async () => {
  await settings({ requestsPerSecond: 1 })
  const codes = async (work: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: 20 }, work))
    return answers.filter(({ status }) => status === 429).length
  }
  expect(await codes(() => bench.wrong('GET', '/account/balance'))).toBeGreaterThan(0)
  await settings({ requestsPerSecond: 2 })
  expect(await codes(() => order({}, randomUUID()))).toBeGreaterThan(0)
  await settings({ requestsPerSecond: 0 })
  expect(await codes(() => bench.wrong('GET', '/account/balance'))).toBe(0)
})

test('calls that a contract does not include are forbidden', async () => {
  const card = await bench.card()
  await settings({ premium: false })
  expect((await bench.wrong('POST', `/cards/${card}/reveal-html`, {})).body.code).toBe('forbidden_access')
  expect((await bench.wrong('GET', `/cards/${card}/3ds-forwarding`)).body.code).toBe('forbidden_access')
  await settings({ premium: true, readOnly: true })
  const frozen = await bench.wrong('PUT', `/cards/${card}/status`, { freeze: true })
  expect(frozen.body).toMatchObject({ code: 'insufficient_permissions', statusCode: 403 })
  expect((await bench.read(card)).status).toBe('ACTIVE')
})

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['a list', '[]'],
])('%s instead of a body is a refusal', async (_what, body) => {
  const card = await bench.card()
  const answer = await fetch(`${bench.issuer().baseUrl()}/cards/${card}/credit`, {
    method: 'PUT',
    headers: {
      'x-reap-api-key': 'key-of-the-tests',
      'accept-version': 'v2.0',
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_error' }])
})
