import { expect, test } from 'vitest'
import { requestedRate, shownRate } from './shown-rate.ts'

test("the issuer's rate is shown where it leads to the amount before fees", () => {
  expect(shownRate({ amount: '377.00', rate: '3.7538' }, 10_043n)).toBe('3.7538')
  expect(shownRate({ amount: '5000', rate: '151.20' }, 3_307n)).toBe('151.20')
})

test('any other rate is replaced by the rate of the two amounts', () => {
  expect(shownRate({ amount: '300.00', rate: '3.7538' }, 8_100n)).toBe('3.7037')
  expect(shownRate({ amount: '300.00', rate: null }, 8_000n)).toBe('3.7500')
})

test('amounts of zero do not divide by zero', () => {
  expect(shownRate({ amount: '0.00', rate: '3.7538' }, 0n)).toBe('3.7538')
  expect(shownRate({ amount: '12.00', rate: null }, 0n)).toBe('1.0000')
})

test('a declined or released amount has a rate only where that leads to the amount', () => {
  expect(requestedRate({ amount: '377.00', rate: '3.7538' }, 10_043n)).toBe('3.7538')
  // The amount includes the issuer's fee of 1 %.
  expect(requestedRate({ amount: '377.00', rate: '3.7538' }, 10_143n)).toBeNull()
  expect(requestedRate({ amount: '377.00', rate: null }, 10_043n)).toBeNull()
  expect(requestedRate({ amount: '377.00', rate: '0' }, 10_043n)).toBeNull()
})
