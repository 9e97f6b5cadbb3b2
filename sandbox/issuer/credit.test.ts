import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  startBench,
  type Balance,
  type Bench,
  type Card,
  type Entry,
  type List,
  type Refused,
} from './test-kit.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00', reference: 'fund-1' })
})
afterEach(async () => bench.end())

const credit = (cardId: string, adjustment: string, reference?: string) =>
  bench.api<{ availableCredit: string } & Refused>('PUT', `/cards/${cardId}/credit`, {
    adjustment,
    reference,
  })

test('funding adds to both balances', async () => {
  expect(await bench.balance()).toMatchObject({
    availableBalance: '10000.00',
    availableToAllocate: '10000.00',
  })
})

test('credit moves money from what may be allocated to the card, and back', async () => {
  const card = await bench.card()
  expect((await credit(card.id, '1000.00', 'load:1')).body).toMatchObject({ availableCredit: '1000.00' })
  expect(await bench.balance()).toMatchObject({
    availableBalance: '10000.00',
    availableToAllocate: '9000.00',
  })
  expect((await credit(card.id, '-250.50', 'unload:1')).body.availableCredit).toBe('749.50')
  expect(await bench.balance()).toMatchObject({
    availableBalance: '10000.00',
    availableToAllocate: '9250.50',
  })
})

test('credit above what may be allocated, and a debit above the card, change nothing', async () => {
  const card = await bench.card()
  const tooMuch = await credit(card.id, '10000.01')
  expect([tooMuch.status, tooMuch.body.code]).toEqual([422, 'INSUFFICIENT_BALANCE'])
  await credit(card.id, '10.00')
  const debit = await credit(card.id, '-10.01')
  expect([debit.status, debit.body.code]).toEqual([422, 'INSUFFICIENT_CARD_CREDIT'])
  expect(await bench.balance()).toMatchObject({ availableToAllocate: '9990.00' })
})

test.each(['0.00', '1.001', 'ten', '1e3', ''])('the adjustment %j is refused', async (adjustment) => {
  const card = await bench.card()
  const answer = await credit(card.id, adjustment)
  expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR'])
})

test('the same credit twice is two credits', async () => {
  const card = await bench.card()
  await credit(card.id, '5.00', 'load:2')
  await credit(card.id, '5.00', 'load:2')
  const history = await bench.api<List<Entry>>('GET', `/cards/${card.id}/balance-history?reference=load:2`)
  expect(history.body.items.map(({ balanceAfter }) => balanceAfter)).toEqual(['10.00', '5.00'])
})

test('a credit whose answer is lost has happened once and is found by its reference', async () => {
  const card = await bench.card()
  await bench.control('POST', '/faults', {
    kind: 'drop_after',
    method: 'PUT',
    path: '/credit$',
    remaining: 1,
  })
  await expect(credit(card.id, '970.00', 'load:L-1001:credit:1')).rejects.toThrow('fetch failed')
  const found = await bench.api<List<Entry>>(
    'GET',
    `/cards/${card.id}/balance-history?reference=${encodeURIComponent('load:L-1001:credit:1')}`,
  )
  expect(found.body.items).toHaveLength(1)
  expect(found.body.items[0]).toMatchObject({ type: 'ADJUSTMENT', amount: '970.00', balanceAfter: '970.00' })
  expect((await bench.api<Card>('GET', `/cards/${card.id}`)).body.availableCredit).toBe('970.00')
})

test('a credit that is dropped before it arrives has not happened', async () => {
  const card = await bench.card()
  await bench.control('POST', '/faults', {
    kind: 'drop_before',
    method: 'PUT',
    path: '/credit$',
    remaining: 1,
  })
  await expect(credit(card.id, '970.00', 'load:3')).rejects.toThrow('fetch failed')
  const found = await bench.api<List<Entry>>('GET', `/cards/${card.id}/balance-history?reference=load:3`)
  expect(found.body.items).toEqual([])
})

test('fees come out of the master account, and may be given back', async () => {
  await bench.control('POST', '/fee', { amount: '2.50', feeType: 'monthly' })
  await bench.control('POST', '/fee', { amount: '-0.50', feeType: 'correction' })
  expect(await bench.balance()).toMatchObject({ availableBalance: '9998.00', availableToAllocate: '9998.00' })
})

test('histories page from the newest back', async () => {
  const card = await bench.card()
  for (const cents of ['1.00', '2.00', '3.00']) await credit(card.id, cents)
  const path = `/cards/${card.id}/balance-history?limit=2`
  const first = (await bench.api<List<Entry>>('GET', path)).body
  expect(first.items.map(({ amount }) => amount)).toEqual(['3.00', '2.00'])
  const second = (await bench.api<List<Entry>>('GET', `${path}&cursor=${first.nextCursor}`)).body
  expect(second.items.map(({ amount }) => amount)).toEqual(['1.00'])
  expect(second).toMatchObject({ hasMore: false, nextCursor: null })
  const account = (await bench.api<List<Entry>>('GET', '/account/balance-history')).body
  expect(account.items.map(({ type, amount }) => `${type} ${amount}`).slice(-2)).toEqual([
    'ADJUSTMENT -1.00',
    'FUNDING 10000.00',
  ])
})

test('a restart loses nothing', async () => {
  const card = await bench.card()
  await credit(card.id, '300.00', 'load:4')
  await bench.api('POST', '/simulate/authorisation', { cardId: card.id, amount: '20.00' })
  const key = bench.issuer().publicKeyPem
  const before = await bench.api('GET', `/cards/${card.id}/balance-history`)
  const payments = await bench.api('GET', '/transactions')
  await bench.control('POST', '/clock', { offsetMs: 3_600_000 })
  await bench.restart()
  expect(await bench.balance()).toMatchObject({ availableBalance: '9980.00', availableToAllocate: '9700.00' })
  expect((await bench.api<Card>('GET', `/cards/${card.id}`)).body.availableCredit).toBe('280.00')
  expect(await bench.api('GET', `/cards/${card.id}/balance-history`)).toEqual(before)
  expect(await bench.api('GET', '/transactions')).toEqual(payments)
  expect(bench.issuer().publicKeyPem).toBe(key)
  expect((await bench.control<{ offsetMs: number }>('GET', '/clock')).body.offsetMs).toBe(3_600_000)
})

test('key and version are asked for', async () => {
  const wrongKey = await bench.api<Refused>('GET', '/account/balance', undefined, { 'x-reap-api-key': 'no' })
  expect([wrongKey.status, wrongKey.body.code]).toEqual([401, 'UNAUTHORIZED'])
  const oldVersion = await bench.api<Refused>('GET', '/account/balance', undefined, {
    'accept-version': 'v1.0',
  })
  expect([oldVersion.status, oldVersion.body.code]).toEqual([400, 'UNSUPPORTED_VERSION'])
})

test('a planted difference shows in the balances and in no history', async () => {
  const card = await bench.card()
  await credit(card.id, '10.00')
  await bench.control('POST', '/drift', { cardId: card.id, card: '0.01', available: '-0.01' })
  expect(await bench.balance()).toEqual(
    expect.objectContaining<Partial<Balance>>({
      availableBalance: '9999.99',
      availableToAllocate: '9990.00',
    }),
  )
  const history = await bench.api<List<Entry>>('GET', `/cards/${card.id}/balance-history`)
  expect(history.body.items).toHaveLength(1)
  expect((await bench.api<Card>('GET', `/cards/${card.id}`)).body.availableCredit).toBe('10.01')
})

test('a reset empties the issuer and keeps its webhook key', async () => {
  const card = await bench.card()
  const key = await bench.control('GET', '/webhook-key')
  await bench.control('POST', '/reset')
  expect(await bench.balance()).toMatchObject({ availableBalance: '0.00', availableToAllocate: '0.00' })
  expect((await bench.api('GET', `/cards/${card.id}`)).status).toBe(404)
  expect(await bench.control('GET', '/webhook-key')).toEqual(key)
  await bench.restart()
  expect(await bench.control('GET', '/webhook-key')).toEqual(key)
  expect((await bench.api<List<unknown>>('GET', '/stock?status=AVAILABLE')).body.items).toHaveLength(12)
})
