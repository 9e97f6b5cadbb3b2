import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBench, startSubscriber, type Bench, type RefusalBody } from './test-kit.ts'

let bench: Bench
let subscriber: Awaited<ReturnType<typeof startSubscriber>>
beforeEach(async () => {
  bench = await startBench()
  subscriber = await startSubscriber()
  await bench.api('POST', '/webhooks', { subscriberUrl: subscriber.url })
  await bench.control('POST', '/fund', { amount: '1000.00' })
})
afterEach(async () => {
  await bench.end()
  await subscriber.end()
})

const dayMs = 86_400_000
const today = async () => (await bench.control<{ now: string }>('GET', '/clock')).body.now.slice(0, 10)
const codeOf = async (type: string, date: string) =>
  (await bench.wrong('GET', `/files/${type}?date=${date}`)).body.code

/** Requests a file and returns its link from the webhook. */
const linkOf = async (type: string, date: string): Promise<string> => {
  const { body } = await bench.api<{ reference_id: string }>('GET', `/files/${type}?date=${date}`)
  await bench.control('POST', '/webhooks/flush')
  const told = subscriber.received.find(({ body: { data } }) => data['reference_id'] === body.reference_id)
  return String(told?.body.data['link'])
}

const rowsOf = async (link: string) => {
  const [header = '', ...lines] = (await (await fetch(link)).text()).trim().split('\n')
  const names = header.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  )
}

test('the daily file has a row for each event, and none for card credits', async () => {
  const date = await today()
  const card = await bench.card({ spendLimit: 500 })
  await bench.control('POST', '/scenario', { name: 'hotel', cardId: card })
  await bench.control('POST', '/fee', { amount: '2.50' })
  await bench.advance(2 * dayMs)
  const rows = await rowsOf(await linkOf('daily', date))
  expect(
    rows.map((row) => [row['transaction_type'], row['Status'], row['In'], row['Out'], row['Balance']]),
  ).toEqual([
    ['', '', '1000.00', '0.00', '1000.00'],
    ['100', 'PENDING', '0.00', '80.00', '920.00'],
    ['100', 'PENDING', '0.00', '20.00', '900.00'],
    ['1200', 'CLEARED', '0.00', '4.20', '895.80'],
    ['', '', '0.00', '2.50', '893.30'],
  ])
  expect(rows[1]).toMatchObject({ 'Card ID': card, 'Reference No': expect.stringMatching(/^tid_/) })
})

test('a lapse is in the file of its own day, and so are fees', async () => {
  const date = await today()
  const card = await bench.card({ spendLimit: 100 })
  await bench.pay(card, { originalAmount: '100.00', originalCurrency: 'PEN', channel: 'ATM' })
  await bench.advance(33 * dayMs)
  const day = new Date(new Date(date).getTime() + 30 * dayMs).toISOString().slice(0, 10)
  const rows = await rowsOf(await linkOf('daily', day))
  expect(rows.map((row) => [row['transaction_type_name'], row['In']])).toEqual([
    ['AUTHORIZATION_REVERSAL', '29.41'],
  ])
  const fees = await rowsOf(await linkOf('dailyTransactionFees', date))
  expect(fees.map((row) => [row['reap_atm_fee'], row['reap_fx_fee']])).toEqual([['2.50', '0.27']])
})

test('a file is refused within two days of its day, and when it has no rows', async () => {
  const date = await today()
  expect(await codeOf('daily', date)).toBe('0901001')
  expect(await codeOf('monthly', date)).toBe('0901001')
  await bench.advance(dayMs)
  expect(await codeOf('daily', date)).toBe('0901001')
  expect((await bench.api('GET', `/files/monthly?date=${date}`)).status).toBe(200)
  expect(await codeOf('daily', '2020-01-01')).toBe('0201001')
  await bench.control('POST', '/settings', { filesGenerating: true })
  expect(await codeOf('monthly', date)).toBe('0201002')
  expect(await codeOf('yearly', date)).toBe('not_found')
})

test('a changed link does not open the file', async () => {
  const date = await today()
  await bench.advance(2 * dayMs)
  const link = await linkOf('daily', date)
  expect((await fetch(link)).status).toBe(200)
  expect((await fetch(link.replace('signature=', 'signature=x'))).status).toBe(403)
  expect((await fetch(link.replace('expires=', 'expires=9'))).status).toBe(403)
})

test('a link that has expired opens nothing', async () => {
  const date = await today()
  await bench.end()
  bench = await startBench({ linkLifetimeMs: 0 })
  await bench.api('POST', '/webhooks', { subscriberUrl: subscriber.url })
  await bench.control('POST', '/fund', { amount: '1000.00' })
  await bench.advance(2 * dayMs)
  const expired = await fetch(await linkOf('daily', date))
  expect([expired.status, ((await expired.json()) as RefusalBody).code]).toEqual([403, 'link_expired'])
})
