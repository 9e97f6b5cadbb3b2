import { describe, expect, it } from 'vitest'
import { cappedCountText } from './capped-count.ts'
import { coinText, countText, moneyText, percentText } from './money-text.ts'

describe('money', () => {
  it('groups thousands and shows two decimals', () => {
    expect(moneyText('1000.00')).toBe('$1,000.00')
    expect(moneyText('9410')).toBe('$9,410.00')
    expect(moneyText('0.5')).toBe('$0.50')
    expect(moneyText('123456789012.34')).toBe('$123,456,789,012.34')
  })
  it('never breaks the line between an amount and its minus or currency', () => {
    for (const text of [moneyText('-35.73'), moneyText('-1.00', { currency: 'CHF' }), percentText('-1')]) {
      expect(text).toMatch(/^−\u2060\S/)
    }
    expect(coinText({ amount: '-1.5', asset: 'ETH' })).not.toContain(' ')
  })
  it('has a typographic minus, and a plus on request', () => {
    expect(moneyText('-35.73')).toBe('−\u2060$35.73')
    expect(moneyText('970.00', { sign: 'always' })).toBe('+$970.00')
    expect(moneyText('0.00', { sign: 'always' })).toBe('$0.00')
    expect(moneyText('-0.00')).toBe('$0.00')
  })
  it('shows other currencies by their sign or code', () => {
    expect(moneyText('377.00', { currency: 'PEN' })).toBe('S/\u00A0377.00')
    expect(moneyText('1200.00', { currency: 'CHF' })).toBe('CHF\u00A01,200.00')
  })
  it('shows every digit of a coin', () => {
    expect(coinText({ amount: '1005.628503', asset: 'USDT' })).toBe('1,005.628503\u00A0USDT')
    expect(coinText({ amount: '0.000000000000000001', asset: 'ETH' })).toBe('0.000000000000000001\u00A0ETH')
  })
  it('formats percentages and counts', () => {
    expect(percentText('3.00')).toBe('3.00%')
    expect(percentText('-1.25')).toBe('−\u20601.25%')
    expect(countText(1204)).toBe('1,204')
    expect(countText(10_000)).toBe('10,000')
    expect(cappedCountText(10_000)).toBe('10,000')
    expect(cappedCountText(10_001)).toBe('10,000+')
  })
})
