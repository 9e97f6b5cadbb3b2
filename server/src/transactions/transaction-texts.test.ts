import { declineReasonCodes } from '@cardamom/contract/cards/declines'
import { catalogues } from '@cardamom/contract/messages/catalogues'
import {
  spendingCategories,
  transactionPurposes,
  transactionStatuses,
  type TransactionRow,
} from '@cardamom/contract/transactions'
import { expect, test } from 'vitest'
import type { CardLimits } from '../providers/issuer/port.ts'
import { declineAdvice } from './decline-advice.ts'
import { dayBounds, monthBounds } from '../kernel/day-bounds.ts'
import { storedBody, withoutCardNumbers } from './event-body.ts'
import { categoryOf, isCash } from './spending-category.ts'
import { transactionsList } from './transactions.list.ts'

const unlimited = {
  limits: { paymentCents: null, dayCents: null, monthCents: null },
  spending: { dayCents: 0n, monthCents: 0n },
} as const
const active = { status: 'activated', blockReason: null, availableCents: 87_000n, ...unlimited } as const
const paused = { status: 'blocked', blockReason: 'self', availableCents: 0n, ...unlimited } as const

test('too little money: the advice has the missing amount, or says that the payment would pass now', () => {
  const declined = { reason: 'insufficient_funds', amountCents: 91_200n, availableCents: 87_000n }
  expect(declineAdvice(declined, active)).toEqual({
    reason: 'insufficient_funds',
    fix: 'load',
    available: 87_000n,
    missing: 4200n,
  })
  const loaded = { ...active, availableCents: 91_200n }
  expect(declineAdvice(declined, loaded)).toMatchObject({ fix: 'retry', missing: null })
  expect(declineAdvice(declined, { ...paused, availableCents: 91_200n }).fix).toBe('support')
})

test('a paused card: the advice is to resume it, or to try again when it is no longer paused', () => {
  const declined = { reason: 'card_frozen', amountCents: 1799n, availableCents: 0n }
  expect(declineAdvice(declined, paused).fix).toBe('resume')
  expect(declineAdvice(declined, active).fix).toBe('retry')
  expect(declineAdvice(declined, { ...paused, blockReason: 'fraud' }).fix).toBe('support')
})

test('a limit: the advice is to change it, or to try again where the payment now fits', () => {
  const declined = { amountCents: 6000n, availableCents: 87_000n }
  const fix = (reason: string, limits: Partial<CardLimits>, spentCents = 0n) =>
    declineAdvice(
      { reason, ...declined },
      {
        ...active,
        limits: { ...unlimited.limits, ...limits },
        spending: { dayCents: spentCents, monthCents: spentCents },
      },
    ).fix
  expect(fix('transaction_limit_exceeded', { paymentCents: 5999n })).toBe('limits')
  expect(fix('transaction_limit_exceeded', { paymentCents: 6000n })).toBe('retry')
  expect(fix('daily_limit_exceeded', { dayCents: 10_000n }, 4001n)).toBe('limits')
  expect(fix('daily_limit_exceeded', { dayCents: 10_000n }, 4000n)).toBe('retry')
  expect(fix('monthly_limit_exceeded', { monthCents: 10_000n }, 4001n)).toBe('limits')
  expect(fix('monthly_limit_exceeded', { dayCents: 1n })).toBe('retry')
})

test('every reason has advice; an unknown reason has the advice of other', () => {
  for (const reason of declineReasonCodes) {
    const advice = declineAdvice({ reason, amountCents: 100n, availableCents: 0n }, paused)
    expect(advice.reason).toBe(reason)
  }
  const odd = declineAdvice({ reason: 'moon_phase', amountCents: 100n, availableCents: null }, active)
  expect(odd).toEqual({ reason: 'other', fix: 'support', available: null, missing: null })
})

test('the category of a shop follows from its code', () => {
  const named = [
    '5411',
    '5812',
    '5814',
    '4111',
    '5542',
    '7011',
    '5732',
    '4899',
    '6011',
    '7995',
    '8011',
    '0000',
  ]
  expect(named.map(categoryOf)).toEqual([
    'groceries',
    'restaurants',
    'cafes',
    'transport',
    'fuel',
    'travel',
    'shopping',
    'subscriptions',
    'cash',
    'betting',
    'health',
    'other',
  ])
  expect(categoryOf('none')).toBe('other')
  expect([
    isCash({ mcc: '6011', channel: 'pos' }),
    isCash({ mcc: '5411', channel: 'cash' }),
    isCash({ mcc: '5411', channel: 'pos' }),
  ]).toEqual([true, true, false])
})

test('days and months start in the time zone of the reader', () => {
  const lima = dayBounds('2026-11-20', 'America/Lima')
  expect(lima.from.toISOString()).toBe('2026-11-20T05:00:00.000Z')
  expect(lima.before.toISOString()).toBe('2026-11-21T05:00:00.000Z')
  // The day of the change to winter time has 25 hours.
  const madrid = dayBounds('2026-10-25', 'Europe/Madrid')
  expect(madrid.before.getTime() - madrid.from.getTime()).toBe(25 * 3_600_000)
  expect(monthBounds('2026-01', 'UTC')).toEqual({
    from: new Date('2026-01-01T00:00:00Z'),
    before: new Date('2026-02-01T00:00:00Z'),
    previous: '2025-12',
  })
})

test('card numbers and names are removed from a stored body', () => {
  expect(withoutCardNumbers('paid with 4111 1111 1111 1111.')).toBe('paid with [number].')
  expect(withoutCardNumbers('order 4111111111111112')).toBe('order 4111111111111112')
  expect(withoutCardNumbers('rate 1.0000000000000')).toBe('rate 1.0000000000000')
  const body = {
    id: 'e1',
    data: { note: '5555-5555-5555-4444', pan: 4111111111111111, kyc: { firstName: 'L' } },
  }
  expect(JSON.parse(storedBody(body))).toEqual({ id: 'e1', data: { note: '[number]', pan: '[number]' } })
})

test('both catalogues have a text for every status, purpose and category', () => {
  for (const { transactionExport } of [catalogues.en, catalogues.es]) {
    expect(Object.keys(transactionExport.values.status).sort()).toEqual([...transactionStatuses].sort())
    expect(Object.keys(transactionExport.values.purpose).sort()).toEqual([...transactionPurposes].sort())
    expect(Object.keys(transactionExport.values.category).sort()).toEqual([...spendingCategories].sort())
  }
})

const settledRow: TransactionRow = {
  id: '0191d6d8-8f0d-7a3c-8e3d-000000000001',
  paymentId: '0191d6d8-8f0d-7a3c-8e3d-000000000001',
  cardId: '0191d6d8-8f0d-7a3c-8e3d-000000000002',
  lastDigits: '4242',
  status: 'settled',
  purpose: 'purchase',
  category: 'groceries',
  merchant: { name: 'Mercado Verde', mcc: '5411', city: 'Lima', country: 'PE' },
  amount: -6420n,
  held: 0n,
  total: -6420n,
  fees: [],
  original: null,
  at: new Date('2026-11-24T23:00:00Z'),
  authorisedAt: new Date('2026-11-20T13:12:00Z'),
  settledAt: new Date('2026-11-24T23:00:00Z'),
  holdsUntil: null,
  decline: null,
  reason: null,
  refundOf: null,
  load: null,
  sender: null,
}

test('the date of a row is the date of the purchase; the date of settlement has its own column', () => {
  const columns = transactionsList.csv?.columns ?? []
  const text = (key: string) => key
  const cellOf = (name: string, row: TransactionRow) =>
    columns.find((column) => column.name === name)?.cell(row, text)
  expect(cellOf('date', settledRow)).toEqual(new Date('2026-11-20T13:12:00Z'))
  expect(cellOf('settledAt', settledRow)).toEqual(new Date('2026-11-24T23:00:00Z'))
  expect(cellOf('date', { ...settledRow, authorisedAt: null })).toEqual(new Date('2026-11-24T23:00:00Z'))
  expect(cellOf('status', settledRow)).toBe('transactionExport.values.status.settled')
  for (const { transactionExport: texts } of [catalogues.en, catalogues.es])
    expect(Object.keys(texts.fields)).toEqual(columns.map(({ name }) => name))
})
