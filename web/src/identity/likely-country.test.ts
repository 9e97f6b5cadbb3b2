import { expect, it } from 'vitest'
import { likelyCountry } from './likely-country.ts'

const offered = ['PE', 'MX']
const likely = ({ languages = ['en-US'], timeZone = 'UTC', companyZone = 'UTC' }) =>
  likelyCountry({ offered, companyZone, device: { languages, timeZone } })

it('prefers the country of the time zone to that of the language', () => {
  expect(likely({ timeZone: 'America/Lima' })).toBe('PE')
  expect(likely({ timeZone: 'America/Mexico_City', languages: ['es-PE'] })).toBe('MX')
})

it('uses the first offered country of the languages', () => {
  expect(likely({ languages: ['en', 'de-DE', 'es-419', 'es-PE', 'es-MX'] })).toBe('PE')
  expect(likely({ languages: ['es-Latn-MX'], timeZone: 'Europe/Berlin' })).toBe('MX')
})

it('uses the country of the company when the device has none', () => {
  expect(likely({ companyZone: 'America/Lima' })).toBe('PE')
  expect(likely({ companyZone: 'Europe/Berlin', languages: [] })).toBeNull()
})

it('ignores invalid languages and time zones', () => {
  const odd = ['C', 'POSIX', 'en-US@posix', 'es_PE', '', '*', '-', 'x', 'e'.repeat(40)]
  for (const tag of odd) expect(likely({ languages: [tag], timeZone: tag }), tag).toBeNull()
  expect(likely({ languages: [...odd, 'es-PE'] })).toBe('PE')
})
