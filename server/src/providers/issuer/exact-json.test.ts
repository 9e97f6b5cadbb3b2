import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Cents, centsOfMills, Mills, parseExactJson } from './exact-json.ts'
import { currencyOf } from './reap-codes.ts'
import { holderReference, otpPhoneOf } from './holder-body.ts'
import { perUsd } from './original-rate.ts'
import { threeLettersOf } from './three-letter-countries.ts'

test('an amount is the same whether it is sent as a string or as a number', () => {
  const both = parseExactJson('{"text": "1234567.89", "number": 1234567.89, "large": 900719925474.991}') as {
    text: string
    number: string
    large: string
  }
  expect(Cents.parse(both.text)).toBe(123_456_789n)
  expect(Cents.parse(both.number)).toBe(123_456_789n)
  expect(Mills.parse(both.large)).toBe(900_719_925_474_991n)
})

test('three decimals are read exactly, and text that is not an amount is refused', () => {
  expect(['0.005', '-2', '10.1', '-0.125', '3.0100000'].map((text) => Mills.parse(text))).toEqual([
    5n,
    -2000n,
    10_100n,
    -125n,
    3010n,
  ])
  for (const text of ['', '1e3', '0.0005', '1,5', ' 1', '--1', '1.', 'NaN', '9'.repeat(20)]) {
    expect(Mills.safeParse(text).success, text).toBe(false)
  }
})

test('amounts that differ by whole cents still differ by them after rounding, also across zero', () => {
  expect([4n, 5n, -5n, -6n, 14n].map(centsOfMills)).toEqual([0n, 1n, 0n, -1n, 1n])
  fc.assert(
    fc.property(
      fc.bigInt({ min: -99_999n, max: 99_999n }),
      fc.bigInt({ min: -9999n, max: 9999n }),
      (mills, cents) => {
        expect(centsOfMills(mills + cents * 10n)).toBe(centsOfMills(mills) + cents)
      },
    ),
  )
})

test('a rate is read in the direction that people read it, whichever way the issuer sends it', () => {
  const of = { original: '377.00', billedMills: 100_430n }
  expect(perUsd({ ...of, rate: '3.7538' })).toBe('3.7538')
  expect(perUsd({ ...of, rate: '0.26639672' })).toBe('3.7538')
  expect(perUsd({ ...of, rate: '0.2663967200000' })).toBe('3.7538')
  expect(perUsd({ ...of, rate: 'none' })).toBe('3.7539')
  expect(perUsd({ original: '377.00', billedMills: 0n, rate: 'none' })).toBeNull()
})

test('countries, currencies, phones and holders are sent in the form of the issuer', () => {
  expect([threeLettersOf('PE'), threeLettersOf('DE'), threeLettersOf('XK')]).toEqual(['PER', 'DEU', 'XK'])
  expect([currencyOf('840'), currencyOf('604'), currencyOf('8'), currencyOf('EUR')]).toEqual([
    'USD',
    'PEN',
    'ALL',
    'EUR',
  ])
  expect(otpPhoneOf('+51999000111')).toEqual({ dialCode: 51, phoneNumber: '999000111' })
  expect(otpPhoneOf('+15551234567')).toEqual({ dialCode: 1, phoneNumber: '5551234567' })
  expect(otpPhoneOf('+59371234567')).toEqual({ dialCode: 593, phoneNumber: '71234567' })
  const reference = holderReference('ffffffff-ffff-7fff-bfff-ffffffffffff')
  expect(reference).toMatch(/^[0-9A-Z]{25}$/)
})
