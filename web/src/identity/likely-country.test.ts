import { expect, it } from 'vitest'
import { likelyCountry } from './likely-country.ts'

const offered = ['PE', 'MX']

it('takes the first country of the device that is offered', () => {
  expect(likelyCountry(offered, ['en', 'de-DE', 'es-419', 'es-PE', 'es-MX'])).toBe('PE')
  expect(likelyCountry(offered, ['es-Latn-MX'])).toBe('MX')
  expect(likelyCountry(offered, ['en-US'])).toBeNull()
  expect(likelyCountry(offered, [])).toBeNull()
})

it('passes over what is no language', () => {
  const odd = ['C', 'POSIX', 'en-US@posix', 'es_PE', '', '*', '-', 'x', 'e'.repeat(40)]
  for (const tag of odd) expect(likelyCountry(offered, [tag]), tag).toBeNull()
  expect(likelyCountry(offered, [...odd, 'es-PE'])).toBe('PE')
})
