import { describe, expect, it } from 'vitest'
import { centsOf, shareOf, sizeOf, sumOf } from './cents.ts'

describe('amounts on the wire', () => {
  it('are parsed to exact cents, with their sign', () => {
    expect(centsOf('970.00')).toBe(97_000n)
    expect(centsOf('-12.85')).toBe(-1285n)
    expect(centsOf('-0.05')).toBe(-5n)
    expect(centsOf('7.5')).toBe(750n)
    expect(centsOf('200')).toBe(20_000n)
  })
  it('are summed exactly, unlike floating-point numbers', () => {
    expect(sumOf(['0.10', '0.20'])).toBe('0.30')
    expect(sumOf(['9007199254740993.01', '0.01'])).toBe('9007199254740993.02')
    expect(sumOf(['12.40', '-12.40'])).toBe('0.00')
    expect(sumOf(['1.00', '-1.05'])).toBe('-0.05')
    expect(sumOf([])).toBe('0.00')
  })
  it('have no sign when only the size is shown', () => {
    expect(sizeOf('-912.00')).toBe('912.00')
    expect(sizeOf('912.00')).toBe('912.00')
  })
})

describe('the length of a bar', () => {
  it('is the share of the largest amount', () => {
    expect(shareOf({ amount: '412.00', largest: '412.00' })).toBe(1)
    expect(shareOf({ amount: '206.00', largest: '412.00' })).toBe(0.5)
  })
  it('is zero for a refund, and when all amounts are zero', () => {
    expect(shareOf({ amount: '-10.00', largest: '412.00' })).toBe(0)
    expect(shareOf({ amount: '0.00', largest: '0.00' })).toBe(0)
  })
})
