import { expect, test } from 'vitest'
import { isOfCountry, phoneText } from './calling-codes.ts'

test('a number belongs to a country when it starts with its calling code', () => {
  expect(isOfCountry('+51987654321', 'PE')).toBe(true)
  expect(isOfCountry('+525512345678', 'PE')).toBe(false)
  // Several countries share one code.
  expect(isOfCountry('+14165550147', 'US')).toBe(true)
  // Without a number or a country there is nothing to compare.
  expect(isOfCountry('', 'PE')).toBe(true)
  expect(isOfCountry('+51987654321', '')).toBe(true)
})

test('a number is written in groups after its country code', () => {
  expect(phoneText('+51987654321')).toBe('+51 987 654 321')
  expect(phoneText('+34612345678')).toBe('+34 612 345 678')
  expect(phoneText('+12025550147')).toBe('+1 202 555 0147')
})
