import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextReadMs } from '../kernel/external-call.ts'
import type { BalanceHistoryRow, CardCreditEvent } from '../providers/issuer/port.ts'
import { creditTimes, findCredit, gainedMills, spentMills } from './load-credit-proof.ts'

const minuteMs = 60_000
const row = (over: Partial<BalanceHistoryRow> = {}): BalanceHistoryRow => ({
  rowId: 'row-1',
  type: 'deposit',
  status: 'completed',
  amountMills: 95_000n,
  isAllocation: true,
  ...over,
})

test('one new row of the right kind and amount is the credit; anything else is not', () => {
  const says = (...rows: BalanceHistoryRow[]) => findCredit(rows, 9500n).outcome
  expect(says()).toBe('absent')
  expect(findCredit([row()], 9500n)).toEqual({ outcome: 'ok', value: row() })
  expect(says(row({ status: 'pending' }))).toBe('pending')
  expect(says(row({ amountMills: 95_001n }))).toBe('foreign')
  expect(says(row({ type: 'withdrawal' }))).toBe('foreign')
  expect(says(row({ isAllocation: false }))).toBe('foreign')
  expect(says(row(), row({ rowId: 'row-2' }))).toBe('foreign')
})

test('one new withdrawal of the right amount is a debit, and a deposit is none', () => {
  const says = (...rows: BalanceHistoryRow[]) => findCredit(rows, -9500n).outcome
  expect(says()).toBe('absent')
  expect(says(row({ type: 'withdrawal' }))).toBe('ok')
  expect(says(row())).toBe('foreign')
  expect(says(row({ type: 'withdrawal', amountMills: 94_999n }))).toBe('foreign')
})

test('the history is read after 1, 5, 15, 30 s, 1, 2, 5 min, then every five minutes', () => {
  const reads: number[] = []
  for (let at = 0; at < 20 * minuteMs; at = nextReadMs(creditTimes, at))
    reads.push(nextReadMs(creditTimes, at) / 1000)
  expect(reads).toEqual([1, 5, 15, 30, 60, 120, 300, 600, 900, 1200])
})

const event = (eventId: string, type: CardCreditEvent['type'], amountMills: bigint): CardCreditEvent => ({
  eventId,
  transactionId: 'tid_1',
  type,
  final: type === 'clearing',
  amountMills,
})

test('payments are the held and cleared amounts, in any order, to the thousandth', () => {
  const events = [
    event('1', 'authorisation', 10_005n),
    event('2', 'clearing', 12_000n),
    event('3', 'refund', 2000n),
  ]
  expect(spentMills(events.slice(0, 1))).toBe(10_005n)
  expect(spentMills(events)).toBe(10_000n)
  expect(spentMills(events.toReversed())).toBe(10_000n)
  expect(spentMills([event('4', 'decline', 99_000n)])).toBe(0n)
  expect(spentMills([])).toBe(0n)
})

test('the gain of a card is computed apart from payments meanwhile', () => {
  const amount = fc.bigInt({ min: 0n, max: 1_000_000n })
  fc.assert(
    fc.property(amount, amount, amount, amount, (available, spent, credit, payments) => {
      const before = { availableMills: available, spentMills: spent }
      const now = { availableMills: available + credit - payments, spentMills: spent + payments }
      expect(gainedMills(before, now)).toBe(credit)
    }),
  )
})
