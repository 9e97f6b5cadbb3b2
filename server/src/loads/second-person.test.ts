import { expect, test } from 'vitest'
import { isAboveLimit, refundWorth } from './second-person.ts'

const usdt = { asset: 'USDT', decimals: 6, midRate: 99_940_000n }

test('up to the limit one person decides; without a limit, or without a worth, two people', () => {
  expect(isAboveLimit(10_000n, 10_000n)).toBe(false)
  expect(isAboveLimit(10_001n, 10_000n)).toBe(true)
  expect(isAboveLimit(1n, 0n)).toBe(true)
  expect(isAboveLimit(0n, 0n)).toBe(true)
  expect(isAboveLimit(null, 10_000n)).toBe(true)
})

test('a refund is worth its coins at the rate of the quote, rounded up', () => {
  expect(refundWorth(usdt, [{ amount: '200.000000', asset: 'USDT' }])).toBe(19_988n)
  expect(refundWorth(usdt, [{ amount: '0.000001', asset: 'USDT' }])).toBe(1n)
})

test('a refund in a coin that was not quoted has no known worth', () => {
  const amounts = [
    { amount: '1.000000', asset: 'USDT' },
    { amount: '1.000000', asset: 'USDC' },
  ]
  expect(refundWorth(usdt, amounts)).toBe(null)
})
