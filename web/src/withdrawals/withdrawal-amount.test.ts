import { expect, it } from 'vitest'
import { otherAmount, totalOf, type TypedAmount } from './withdrawal-amount.tsx'

it.each<[TypedAmount, string | null, string | null]>([
  [{ amount: '100', amountIs: 'total' }, '100', '99.00'],
  [{ amount: '99', amountIs: 'net' }, '100.00', '100.00'],
  [{ amount: '1,000.5', amountIs: 'net' }, '1001.50', '1001.50'],
  [{ amount: '1.00', amountIs: 'total' }, '1.00', null],
  [{ amount: '0.50', amountIs: 'total' }, '0.50', null],
  [{ amount: '', amountIs: 'net' }, null, null],
  [{ amount: 'ten', amountIs: 'total' }, null, null],
])('of %j the total is %s and the other amount %s, with a fee of 1.00', (typed, total, other) => {
  expect(totalOf(typed, '1.00')).toBe(total)
  expect(otherAmount(typed, '1.00')).toBe(other)
})
