import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { startBusyBook, untilHourMs, type BusyBook } from './busy-book.test-kit.ts'

const hourMs = 60 * 60_000

let book: BusyBook
beforeAll(async () => {
  book = await startBusyBook(2)
  await book.pass(untilHourMs(2, book.product.kernel.clock.now()))
  await book.pass(62 * 60_000)
}, 120_000)
afterEach(() => book.calm())
afterAll(() => book.stop())

const control = (path: string, body: object) => book.product.issuer.control(path, body)
const checks = ['R2', 'R3', 'R4'] as const
const ages = async () => Promise.all(checks.map(async (name) => (await book.state(name)).ageMs))
const found = async () =>
  (await book.findings())
    .filter(({ invariant }) => invariant !== 'R1')
    .map(({ invariant, status }) => [invariant, status])
/** Payments before and after each answer about the master account; the events of the last come later. */
const withPayments = () =>
  book.afterEach(/\/account\/balance$/, async () => {
    for (const card of book.cards) await book.swipe(card)
  })
/** Payments arrive all the time, also between two readings. */
const inTraffic = async (reads: number) => {
  for (let read = 0; read < reads; read += 1) {
    await book.swipe(book.cards[read % 2]!)
    await book.pass(2100)
  }
}

test('while payments come at every moment, each check succeeds every hour and finds nothing', async () => {
  withPayments()
  for (let hour = 0; hour < 3; hour += 1) {
    await book.pass(hourMs)
    await inTraffic(8)
    expect(Math.max(...(await ages()))).toBeLessThan(60_000)
    expect(await found()).toEqual([])
  }
})

test('a wrong cent of the master account is found while payments come at every moment', async () => {
  withPayments()
  await control('/drift', { available: '0.01', unallocated: '0.01' })
  await book.pass(hourMs)
  await inTraffic(20)
  expect(await found()).toEqual([
    ['R3', 'suspected'],
    ['R4', 'suspected'],
  ])
  await book.pass(61_000)
  await inTraffic(20)
  expect(await found()).toEqual([
    ['R3', 'open'],
    ['R4', 'open'],
  ])
  expect(await book.state('R4')).toMatchObject({ openFindings: 1, isOverdue: false })
  await control('/drift', { available: '-0.01', unallocated: '-0.01' })
  await book.pass(61_000)
  await inTraffic(20)
  expect(await found()).toEqual([])
})

test('a wrong cent of a card is a difference of the issuer’s own sum too', async () => {
  const { issuerCardId: cardId } = book.cards[0]!
  await book.pass(61_000)
  await control('/drift', { cardId, card: '0.01' })
  await book.pass(hourMs)
  await book.readOn()
  await book.pass(hourMs)
  await book.readOn()
  expect((await found()).map(([name]) => name)).toEqual(['R2'])
  await control('/drift', { cardId, card: '-0.01' })
  // First the card agrees again, then the sum.
  for (let minute = 0; minute < 3; minute += 1) await book.pass(61_000)
  expect(await found()).toEqual([])
})

test('money in flight may be on either side, and a wrong cent beside it is still found', async () => {
  const { ids, clock, apply } = book.product.kernel
  const transfers = [31_07n, 250_00n, 99_99n].map((amountCents) => {
    const id = ids.next()
    return { reference: `load:${id}`, refId: id, attempt: 1, amountCents, effectiveAt: clock.now() }
  })
  for (const transfer of transfers) await apply({ journals: [issuerTransferStarted(transfer)] })
  // The issuer has made one of the three credits.
  const { issuerCardId: cardId } = book.cards[1]!
  await control('/drift', { cardId, card: '250.00', unallocated: '-250.00' })
  await book.pass(hourMs)
  await book.readOn()
  expect((await found()).filter(([name]) => name !== 'R2')).toEqual([])
  await control('/drift', { unallocated: '0.01' })
  await book.pass(61_000)
  await book.pass(hourMs)
  await book.readOn()
  expect((await found()).map(([name]) => name)).toContain('R3')
  await control('/drift', { unallocated: '-0.01' })
  await control('/drift', { cardId, card: '-250.00', unallocated: '250.00' })
  for (const transfer of transfers) await apply({ journals: [issuerTransferRefused(transfer)] })
  for (let hour = 0; hour < 2; hour += 1) await book.pass(hourMs)
  for (let minute = 0; minute < 3; minute += 1) await book.pass(61_000)
  expect(await found()).toEqual([])
})

test('a difference is confirmed only after a whole scan of the issuer’s transactions', async () => {
  await control('/faults', { kind: 'status', value: 503, method: 'GET', path: '^/transactions$' })
  await control('/drift', { available: '1.00', unallocated: '1.00' })
  for (let hour = 0; hour < 3; hour += 1) {
    await book.pass(hourMs)
    await book.readOn()
  }
  expect((await found()).map(([, status]) => status)).toEqual(['suspected', 'suspected'])
  await fetch(`${book.product.issuer.url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${book.product.issuer.controlToken}` },
  })
  await book.pass(hourMs)
  await book.readOn()
  await book.pass(61_000)
  await book.readOn()
  expect((await found()).map(([, status]) => status)).toEqual(['open', 'open'])
  await control('/drift', { available: '-1.00', unallocated: '-1.00' })
  await book.pass(61_000)
  expect(await found()).toEqual([])
})
