import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { TransactionFilter } from './transactions.ts'
import { Instant, instantText, searchText, visibleText } from './wire.ts'

describe('text that others wrote', () => {
  it('has no invisible characters', () => {
    expect(visibleText('\u202eCafe\u0301\u200b\r\nSol\u2066 \ufeff')).toBe('Café Sol')
    expect(visibleText('Café 🏴‍☠️')).toContain('Café')
    expect(visibleText('\u200b')).toBe('')
  })

  it('is found although invisible characters were copied with it', () => {
    expect(TransactionFilter.parse({ q: ' Hotel\u200b\tAnti\u00adgua ' })).toEqual({ q: 'Hotel Antigua' })
    expect(searchText.safeParse('x'.repeat(101)).success).toBe(false)
  })
})

describe('an instant', () => {
  it('has the same text as toISOString, for any date', () => {
    const edges = [
      '0999-12-31T23:59:59.999Z',
      '1000-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '2024-02-29T09:05:07.004Z',
    ]
    for (const text of [...edges, '+010000-01-01T00:00:00.000Z'])
      expect(instantText(new Date(text))).toBe(text)
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(instantText(date)).toBe(date.toISOString())
      }),
    )
  })

  it('is refused when it is invalid', () => {
    expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError)
    expect(Instant.safeEncode(new Date(Number.NaN)).success).toBe(false)
  })
})
