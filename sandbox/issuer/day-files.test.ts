import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBench, type Bench, type Refused } from './test-kit.ts'
import { toCents } from './money.ts'

let bench: Bench
beforeEach(async () => {
  bench = await startBench({ linkLifetimeMs: 400 })
})
afterEach(async () => bench.end())

const dayMs = 86_400_000
type Link = { url: string; count: number; sha256: string; date: string }
const closeDay = async () => (await bench.control<Link>('POST', '/day-close')).body
const link = async (date: string) =>
  (await bench.api<Link & Refused>('GET', `/files/daily?date=${date}`)).body
const download = async (date: string) => (await fetch((await link(date)).url)).text()
const rowsOf = (csv: string) => {
  const lines = csv.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const names = (lines[0] ?? '').split(',')
  return lines.slice(1).map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(names.map((name, place) => [name, cells[place] ?? '']))
  })
}
const money = (text: string | undefined) => toCents(text) ?? 0n

test('the file adds up from opening to closing, row by event, and its trailer is the sum of its bytes', async () => {
  await bench.control('POST', '/fund', { amount: '1000.00', reference: 'fund, "quoted"' })
  const { date: firstDay } = await closeDay()
  const card = await bench.card({ spendLimit: '500.00' })
  await bench.control('POST', '/scenario', { name: 'hotel', cardId: card.id })
  await bench.control('POST', '/fee', { amount: '2.50' })
  const { date, count, sha256 } = await closeDay()
  const csv = await download(date)
  const lines = csv.split('\n')
  expect(lines[0]).toBe(`#opening,${date},USD,1000.00,1000.00`)
  expect(lines.slice(-5)).toEqual([
    expect.stringContaining('fee_charged'),
    `#closing,${date},USD,893.30,497.50`,
    `#count,${count}`,
    `#sha256,${sha256}`,
    '',
  ])
  const body = csv.slice(0, csv.indexOf('#sha256'))
  expect(createHash('sha256').update(body).digest('hex')).toBe(sha256)
  const rows = rowsOf(csv)
  expect(rows.map((row) => row['event_type'])).toEqual([
    'credit_adjusted',
    'authorisation',
    'increment',
    'clearing',
    'fee_charged',
  ])
  const change = rows.reduce((sum, row) => sum + money(row['available_change']), 0n)
  expect(100_000n + change).toBe(89_330n)
  expect(rows.reduce((sum, row) => sum + money(row['settled_change']), 0n)).toBe(10_420n)
  expect(rows.reduce((sum, row) => sum + money(row['held_change']), 0n)).toBe(0n)
  expect(await download(firstDay)).toContain('"fund, ""quoted"""')
})

test('a closed day takes no more rows: what follows belongs to the next', async () => {
  const { date } = await closeDay()
  await bench.control('POST', '/fund', { amount: '5.00', reference: 'late' })
  expect(await download(date)).toContain('#count,0')
  const next = await closeDay()
  expect(next.date > date).toBe(true)
  expect(await download(next.date)).toContain(',late,')
})

test('the clock closes the days it passes; a lapse stands in the file of its own day', async () => {
  await bench.control('POST', '/fund', { amount: '100.00', reference: 'f' })
  const card = await bench.card({ spendLimit: '100.00' })
  await bench.api('POST', '/simulate/authorisation', { cardId: card.id, amount: '40.00' })
  const { now } = (await bench.control<{ now: string }>('GET', '/clock')).body
  const day = (days: number) => new Date(new Date(now).getTime() + days * dayMs).toISOString().slice(0, 10)
  expect((await link(day(0))).code).toBe('FILE_NOT_READY')
  await bench.control('POST', '/clock', { offsetMs: 9 * dayMs })
  expect(await download(day(0))).toContain(',authorisation,')
  expect(await download(day(6))).toContain('#count,0')
  expect(await download(day(7))).toContain(',lapse,')
  expect(await download(day(8))).toContain(`#opening,${day(8)},USD,100.00,0.00`)
  expect((await link(day(9))).code).toBe('FILE_NOT_READY')
})

test('a link lives a short while, and only as it was signed', async () => {
  const { date } = await closeDay()
  const { url } = await link(date)
  expect((await fetch(url.replace('signature=', 'signature=x'))).status).toBe(403)
  expect((await fetch(url)).status).toBe(200)
  await new Promise((done) => setTimeout(done, 450))
  const late = await fetch(url)
  expect([late.status, ((await late.json()) as Refused).code]).toEqual([403, 'LINK_EXPIRED'])
})
