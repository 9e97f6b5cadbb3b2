import { parse } from 'mrz'
import { twoLetters } from './country-codes.ts'

/**
 * The content of a machine-readable zone. Dates `YYYY-MM-DD`; `country`, `nationality` two letters or null.
 */
export type ZoneReading = {
  /** Every check digit is right. */
  readonly checksPass: boolean
  readonly firstName: string | null
  readonly lastName: string | null
  readonly dateOfBirth: string | null
  readonly gender: 'F' | 'M' | null
  readonly nationality: string | null
  readonly country: string | null
  readonly documentNumber: string | null
  readonly validUntil: string | null
}

const weights = [7, 3, 1]
const valueOf = (letter: string): number => {
  if (letter === '<') return 0
  return letter >= '0' && letter <= '9' ? Number(letter) : letter.charCodeAt(0) - 55
}

const checkDigit = (text: string): string =>
  String(Array.from(text).reduce((sum, letter, at) => sum + valueOf(letter) * (weights[at % 3] ?? 0), 0) % 10)

const filled = (text: string, length: number): string => text.slice(0, length).padEnd(length, '<')

/** ICAO 9303 spelling of a name: letters A–Z, other signs become fillers. */
export const zoneName = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll('ß', 'SS')
    .replaceAll('Æ', 'AE')
    .replaceAll('Ø', 'OE')
    .replaceAll('Þ', 'TH')
    .replaceAll('Ł', 'L')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .replaceAll(/[^A-Z]+/g, '<')
    .replaceAll(/^<+|<+$/g, '')

const shortDate = (date: string): string => date.slice(2).replaceAll('-', '')

/**
 * The content of a zone. Dates `YYYY-MM-DD`, states three letters, number at most nine letters and digits.
 */
export type ZoneContent = {
  readonly layout: 'passport' | 'card'
  readonly code: string
  readonly state: string
  readonly nationality: string
  readonly firstName: string
  readonly lastName: string
  readonly number: string
  readonly dateOfBirth: string
  readonly validUntil: string
  readonly gender: 'F' | 'M' | null
}

/** Lines of a zone with right check digits (ICAO 9303: TD3 for passports, TD1 for cards). */
export const writeZone = (content: ZoneContent): readonly string[] => {
  const checked = (text: string) => text + checkDigit(text)
  const number = checked(filled(content.number.toUpperCase(), 9))
  const birth = checked(shortDate(content.dateOfBirth))
  const expiry = checked(shortDate(content.validUntil))
  const sex = content.gender ?? '<'
  const names = `${zoneName(content.lastName)}<<${zoneName(content.firstName)}`
  if (content.layout === 'passport') {
    const personal = checked(filled('', 14))
    const composite = checkDigit(number + birth + expiry + personal)
    return [
      filled(`${filled(content.code, 2)}${content.state}${names}`, 44),
      `${number}${content.nationality}${birth}${sex}${expiry}${personal}${composite}`,
    ]
  }
  const first = `${filled(content.code, 2)}${content.state}${number}${filled('', 15)}`
  const composite = checkDigit(first.slice(5) + birth + expiry + filled('', 11))
  return [
    first,
    `${birth}${sex}${expiry}${content.nationality}${filled('', 11)}${composite}`,
    filled(names, 30),
  ]
}

const longDate = (short: string | null | undefined, latest: Date): string | null => {
  if (!short || !/^\d{6}$/.test(short)) return null
  const rest = `${short.slice(2, 4)}-${short.slice(4)}`
  const recent = `20${short.slice(0, 2)}-${rest}`
  return recent <= latest.toISOString().slice(0, 10) ? recent : `19${short.slice(0, 2)}-${rest}`
}

const yearsAfter = (date: Date, years: number): Date => {
  const later = new Date(date)
  later.setUTCFullYear(later.getUTCFullYear() + years)
  return later
}

/** Reads the lines of a zone; null if they are no zone. `now` decides the century of two-digit years. */
export const readZone = (text: string | null, now: Date): ZoneReading | null => {
  if (!text) return null
  try {
    const { fields, details, documentNumber } = parse(text.trim().split(/\r?\n/))
    const checksPass = details.every(({ field, valid }) => valid || !field?.endsWith('CheckDigit'))
    const gender = fields.sex === 'female' ? 'F' : fields.sex === 'male' ? 'M' : null
    return {
      checksPass,
      firstName: fields.firstName ?? null,
      lastName: fields.lastName ?? null,
      dateOfBirth: longDate(fields.birthDate, now),
      gender,
      nationality: twoLetters(fields.nationality),
      country: twoLetters(fields.issuingState),
      documentNumber,
      validUntil: longDate(fields.expirationDate, yearsAfter(now, 50)),
    }
  } catch {
    return null
  }
}
