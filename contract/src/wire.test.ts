import { describe, expect, it } from 'vitest'
import { TransactionFilter } from './transactions.ts'
import { searchText, visibleText } from './wire.ts'

describe('text that others wrote', () => {
  it('holds nothing that cannot be seen', () => {
    expect(visibleText('\u202eCafe\u0301\u200b\r\nSol\u2066 \ufeff')).toBe('Café Sol')
    expect(visibleText('Café 🏴‍☠️')).toContain('Café')
    expect(visibleText('\u200b')).toBe('')
  })

  it('is found whatever came along when it was copied', () => {
    expect(TransactionFilter.parse({ q: ' Hotel\u200b\tAnti\u00adgua ' })).toEqual({ q: 'Hotel Antigua' })
    expect(searchText.safeParse('x'.repeat(101)).success).toBe(false)
  })
})
