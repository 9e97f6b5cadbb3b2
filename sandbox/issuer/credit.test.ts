import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBench, type Bench, type HistoryRow, type List } from './test-kit.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench()
  await bench.control('POST', '/fund', { amount: '10000.00' })
})
afterEach(async () => bench.end())

const history = async (cardId: string, query = '') =>
  (await bench.api<List<HistoryRow>>('GET', `/cards/${cardId}/balance-history${query}`)).body
const creditOf = async (cardId: string) => (await bench.read(cardId)).availableCredit
const loseAnswer = (kind: 'drop_after' | 'drop_before') =>
  bench.control('POST', '/faults', { kind, method: 'PUT', path: '/credit$', remaining: 1 })

test('credit transfers money from availableToAllocate to the card, and back', async () => {
  const card = await bench.card()
  expect((await bench.credit(card, '1000.00')).body).toEqual({ creditBefore: '0.00', creditAfter: '1000.00' })
  expect(await bench.balance()).toEqual({ availableBalance: 10_000, availableToAllocate: 9000 })
  expect((await bench.credit(card, '-250.50')).body).toEqual({
    creditBefore: '1000.00',
    creditAfter: '749.50',
  })
  expect(await bench.balance()).toEqual({ availableBalance: 10_000, availableToAllocate: 9250.5 })
})

test('a wire with a reference arrives once, also when it is sent twice at the same time', async () => {
  const wire = { amount: '970.00', reference: 'wire:1:97000' }
  await Promise.all([bench.control('POST', '/fund', wire), bench.control('POST', '/fund', wire)])
  await bench.control('POST', '/fund', { ...wire, reference: 'wire:2:97000' })
  expect(await bench.balance()).toEqual({ availableBalance: 11_940, availableToAllocate: 11_940 })
})

test('the history has credits and unloads, without reference, sign or payments', async () => {
  const card = await bench.card()
  await bench.credit(card, '1000.00')
  await bench.pay(card, { amount: '10.00' })
  await bench.credit(card, '-250.50')
  const { items, meta } = await history(card)
  const day = new Date().toISOString().slice(0, 10)
  const common = { id: expect.any(String), date: day, status: 'COMPLETED', currency: 'USD' }
  const none = { cryptoMeta: null, txnHash: null, exchangeRate: null }
  const [account, onCard] = ['MASTER_ACCOUNT_BALANCE', 'CARD_BALANCE']
  expect(items).toEqual([
    { ...common, ...none, type: 'WITHDRAWAL', source: onCard, destination: account, amount: 250.5 },
    { ...common, ...none, type: 'DEPOSIT', source: account, destination: onCard, amount: 1000 },
  ])
  expect(meta).toEqual({ itemCount: 2, totalItems: 2, itemsPerPage: 50, totalPages: 1, currentPage: 1 })
  expect((await history(card, '?type=DEPOSIT')).items).toHaveLength(1)
  expect((await history(card, `?fromDate=${day}&toDate=${day}`)).items).toHaveLength(2)
  expect((await history(card, '?toDate=2020-01-01')).items).toEqual([])
  expect((await history(card, '?limit=1&page=2')).items.map(({ type }) => type)).toEqual(['DEPOSIT'])
  expect((await bench.wrong('GET', `/cards/${card}/balance-history?reference=x`)).status).toBe(400)
})

test.each([
  ['0303003', '10000.01'],
  ['0303004', '-10.01'],
  ['0302013', '0.00'],
  ['validation_error', '1.001'],
  ['validation_error', 'ten'],
  ['validation_error', '1e3'],
  ['validation_error', ''],
])('%s: the adjustment %j changes nothing', async (code, adjustment) => {
  const card = await bench.card({ spendLimit: 10 })
  const answer = await bench.wrong('PUT', `/cards/${card}/credit`, { adjustment })
  expect([answer.status, answer.body.code]).toEqual([400, code])
  expect(await creditOf(card)).toBe('10.00')
  expect((await history(card)).items).toHaveLength(1)
})

test('an additional field is refused', async () => {
  const card = await bench.card()
  const answer = await bench.wrong('PUT', `/cards/${card}/credit`, {
    adjustment: '1.00',
    reference: 'load:1',
  })
  expect(answer.body).toMatchObject({ code: 'validation_error', parameter: 'reference' })
  expect(await creditOf(card)).toBe('0.00')
})

test('two equal credits are two credits, also under one key', async () => {
  const card = await bench.card()
  const headers = { 'idempotency-key': 'the-same' }
  for (const _ of [1, 2]) await bench.wrong('PUT', `/cards/${card}/credit`, { adjustment: '5.00' }, headers)
  expect(await creditOf(card)).toBe('10.00')
})

test('a credit whose answer is lost has happened; one that never arrived has not', async () => {
  const card = await bench.card()
  await loseAnswer('drop_after')
  await expect(bench.credit(card, '970.00')).rejects.toThrow('fetch failed')
  expect((await history(card)).items).toMatchObject([{ type: 'DEPOSIT', amount: 970 }])
  await loseAnswer('drop_before')
  await expect(bench.credit(card, '30.00')).rejects.toThrow('fetch failed')
  expect((await history(card)).items).toHaveLength(1)
  expect(await creditOf(card)).toBe('970.00')
})

test('history and balances can each be delayed; the answer of a credit is not', async () => {
  const card = await bench.card()
  await bench.control('POST', '/settings', {
    historyLagMs: 120_000,
    historyPendingMs: 180_000,
    balanceLagMs: 60_000,
  })
  expect((await bench.credit(card, '100.00')).body.creditAfter).toBe('100.00')
  expect((await bench.credit(card, '1.00')).body.creditBefore).toBe('100.00')
  expect(await creditOf(card)).toBe('0.00')
  expect(await bench.balance()).toEqual({ availableBalance: 10_000, availableToAllocate: 10_000 })
  await bench.advance(60_000)
  expect(await creditOf(card)).toBe('101.00')
  expect(await bench.balance()).toEqual({ availableBalance: 10_000, availableToAllocate: 9899 })
  expect((await history(card)).items).toEqual([])
  await bench.advance(60_000)
  expect((await history(card)).items.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  await bench.control('POST', '/settings', { historyLagMs: 0, historyPendingMs: 0, balanceLagMs: 0 })
  expect((await history(card)).items.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  await bench.advance(60_000)
  expect((await history(card)).items.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
})

test("another person's adjustment on the issuer's dashboard has the same form as ours", async () => {
  const card = await bench.card()
  await bench.credit(card, '25.00')
  const foreign = await bench.control<{ historyId: string; creditAfter: string }>(
    'POST',
    '/foreign-adjustment',
    {
      cardId: card,
      adjustment: '25.00',
    },
  )
  expect(foreign.body).toMatchObject({ creditBefore: '25.00', creditAfter: '50.00' })
  const [first, second] = (await history(card)).items
  expect(first?.id).toBe(foreign.body.historyId)
  expect({ ...first, id: '' }).toEqual({ ...second, id: '' })
  type Entries = { items: { by: string; card: string }[]; next: number | null }
  const entries = (path: string) => bench.control<Entries>('GET', `/entries?cardId=${card}${path}`)
  expect((await entries('')).body.items.map(({ by, card: cents }) => [by, cents])).toEqual([
    ['api', '25.00'],
    ['dashboard', '25.00'],
  ])
  const page = (await entries('&limit=1')).body
  expect((await entries(`&after=${page.next}`)).body.items.map(({ by }) => by)).toEqual(['dashboard'])
})

test('fees reduce the master account, and can be returned', async () => {
  await bench.control('POST', '/fee', { amount: '2.50' })
  await bench.control('POST', '/fee', { amount: '-0.50' })
  expect(await bench.balance()).toEqual({ availableBalance: 9998, availableToAllocate: 9998 })
})

test('a restart loses nothing', async () => {
  const card = await bench.card()
  await bench.credit(card, '300.00')
  await bench.pay(card, { amount: '20.00' })
  const key = bench.issuer().publicKeyPem
  const [before, payments] = [await history(card), await bench.api('GET', '/transactions')]
  await bench.control('POST', '/settings', { refundAddsToAllocation: true })
  await bench.advance(3_600_000)
  await bench.restart()
  expect(await bench.balance()).toEqual({ availableBalance: 9980, availableToAllocate: 9700 })
  expect(await creditOf(card)).toBe('280.00')
  expect(await history(card)).toEqual(before)
  expect((await bench.api('GET', '/transactions')).body).toEqual(payments.body)
  expect(bench.issuer().publicKeyPem).toBe(key)
  expect((await bench.control('GET', '/settings')).body).toMatchObject({ refundAddsToAllocation: true })
  expect((await bench.control<{ offsetMs: number }>('GET', '/clock')).body.offsetMs).toBe(3_600_000)
})

test('a planted difference shows in the balances but not in the history', async () => {
  const card = await bench.card()
  await bench.credit(card, '10.00')
  await bench.control('POST', '/drift', { cardId: card, card: '0.01', available: '-0.01' })
  expect(await bench.balance()).toEqual({ availableBalance: 9999.99, availableToAllocate: 9990 })
  expect((await history(card)).items).toHaveLength(1)
  expect(await creditOf(card)).toBe('10.01')
})

test('a reset empties the issuer, but not its webhook key', async () => {
  const card = await bench.card()
  await bench.control('POST', '/settings', { balanceLagMs: 5 })
  const key = (await bench.control('GET', '/webhook-key')).body
  await bench.control('POST', '/reset')
  expect(await bench.balance()).toEqual({ availableBalance: 0, availableToAllocate: 0 })
  expect((await bench.wrong('GET', `/cards/${card}`)).status).toBe(404)
  expect((await bench.control('GET', '/settings')).body).toMatchObject({ balanceLagMs: 0 })
  await bench.restart()
  expect((await bench.control('GET', '/webhook-key')).body).toEqual(key)
  expect((await bench.control<{ items: unknown[] }>('GET', '/stock')).body.items).toHaveLength(12)
})
