import { expect, test } from 'vitest'
import { phoneText } from './phone-text.ts'

test('a number stands in groups behind its country code', () => {
  expect(phoneText('+51987654321')).toBe('+51 987 654 321')
  expect(phoneText('+34612345678')).toBe('+34 612 345 678')
  expect(phoneText('+12025550147')).toBe('+1 202 555 0147')
})
