import { expect, test } from 'vitest'
import { amountOf, caretAfter, grouped } from './typed-amount.ts'

test('thousands are separated during typing, and the cursor stays behind its digit', () => {
  expect(['1000', '1000000.5', '1,0000', '12.', '', 'abc'].map(grouped)).toEqual([
    '1,000',
    '1,000,000.5',
    '10,000',
    '12.',
    '',
    'abc',
  ])
  expect(caretAfter('10,000', '100')).toBe(4)
  expect(caretAfter('1,000', '1,000')).toBe(5)
  expect(caretAfter('1,000', '')).toBe(0)
})

test('an amount has at most two decimals and is above zero', () => {
  expect(['200', ' $1,000.00', '0.01', '0', '1.234', '1.2.3', '', '-5'].map(amountOf)).toEqual([
    '200',
    '1000.00',
    '0.01',
    null,
    null,
    null,
    null,
    null,
  ])
})
