import type { TransactionOnWire } from '@cardamom/contract/transactions'
import { describe, expect, it } from 'vitest'
import { moneyText } from '../kernel/money-text.ts'
import { dayGroups } from './activity-list.tsx'
import { declineSentence } from './decline-text.ts'
import { originalText } from './row-text.ts'

const row = (id: string, at: string) => ({ id, at }) as TransactionOnWire

describe('rows by day', () => {
  it('stay in their order, each day once', () => {
    const rows = [
      row('c', '2026-11-20T01:00:00.000Z'),
      row('b', '2026-11-19T23:00:00.000Z'),
      row('a', '2026-11-18T10:00:00.000Z'),
    ]
    const inLima = (at: string) => new Date(Date.parse(at) - 5 * 3_600_000).toISOString().slice(0, 10)
    expect(dayGroups(rows, inLima).map(({ day, rows: list }) => [day, list.map(({ id }) => id)])).toEqual([
      ['2026-11-19', ['c', 'b']],
      ['2026-11-18', ['a']],
    ])
  })
})

describe('the amount that a shop requested', () => {
  it('has the decimals of its currency', () => {
    expect(originalText({ amount: '377.00', currency: 'PEN', rate: '3.7700' })).toBe('S/\u00A0377.00')
    expect(originalText({ amount: '5000', currency: 'JPY', rate: '151.2' })).toBe('5,000\u00A0JPY')
  })
})

describe('the sentence of a decline', () => {
  const said = (key: string, values?: object) => JSON.stringify([key, values ?? {}])
  const t = said as unknown as Parameters<typeof declineSentence>[0]
  const decline = { reason: 'insufficient_funds', fix: 'load' } as const
  it('names the balance and the missing amount of that time, whatever is missing now', () => {
    const missing = { ...decline, available: '870.00', missing: '71.54' }
    expect(declineSentence(t, missing, '-912.00')).toBe(
      said('insufficientFunds', { available: '$870.00', missing: '$42.00' }),
    )
  })
  it('counts a negative balance, and names no number where the balance covered the amount', () => {
    const overdrawn = { ...decline, available: '-5.50', missing: '14.50' }
    expect(declineSentence(t, overdrawn, '-9.00')).toBe(
      said('insufficientFunds', { available: moneyText('-5.50'), missing: '$14.50' }),
    )
    const withFee = { ...decline, available: '9.05', missing: '0.10' }
    expect(declineSentence(t, withFee, '-9.00')).toBe(said('other'))
  })
  it('says that the payment would pass now', () => {
    const now = { ...decline, fix: 'retry', available: '870.00', missing: null } as const
    expect(declineSentence(t, now, '-912.00')).toBe(said('insufficientFundsNow', { available: '$870.00' }))
  })
  it('names no number when the balance is not known', () => {
    expect(declineSentence(t, { ...decline, available: null, missing: '42.00' }, '-912.00')).toBe(
      said('other'),
    )
  })
})
