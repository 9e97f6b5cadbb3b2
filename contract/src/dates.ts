/**
 * Calendar dates are `YYYY-MM-DD` strings, which order as text; they have no time zone until one is named.
 */

/** The age from which a person may register and hold a card (product §9). */
const adultAge = 18

type Parts = { year: number; month: number; day: number }

/** Midnight of a day in UTC; null when the text is no day that exists. */
const midnightOf = (date: string): Date | null => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null
  // A day that does not exist (31 April) either fails to parse or comes back as another one.
  const exists = instant && !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === date
  return exists ? instant : null
}

/** The earliest date of birth that a person can have here. */
export const earliestBirthDate = '1900-01-01'

/** Whether a text can be a date of birth: a day that exists, not before 1900. */
export const isBirthDate = (text: string): boolean => text >= earliestBirthDate && midnightOf(text) !== null

const partsOf = (date: string): Parts => {
  const instant = midnightOf(date)
  if (instant === null) throw new RangeError(`not a calendar date: ${date}`)
  return {
    year: instant.getUTCFullYear(),
    month: instant.getUTCMonth() + 1,
    day: instant.getUTCDate(),
  }
}

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const dateText = ({ year, month, day }: Parts): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/**
 * The birthday in a year; whoever was born on 29 February has it on 1 March of the other years (domain §14).
 */
const birthdayIn = ({ birth, year }: { birth: Parts; year: number }): string =>
  birth.month === 2 && birth.day === 29 && !isLeapYear(year)
    ? dateText({ year, month: 3, day: 1 })
    : dateText({ year, month: birth.month, day: birth.day })

/**
 * Whole years of age on `today`, both `YYYY-MM-DD`; below zero before the birth. Throws RangeError when one
 * of them is no date. `today` is the date in the company's time zone: `todayIn`.
 */
export const ageOn = ({ birthDate, today }: { birthDate: string; today: string }): number => {
  const birth = partsOf(birthDate)
  const { year } = partsOf(today)
  return year - birth.year - (today < birthdayIn({ birth, year }) ? 1 : 0)
}

/**
 * Whether the person is 18 or older on `today`, the date in the company's time zone (product §9, domain §14).
 */
export const isAdult = (dates: { birthDate: string; today: string }): boolean => ageOn(dates) >= adultAge

/** The first day on which the person is an adult, to name it to whoever is too young. */
export const adultFrom = (birthDate: string): string => {
  const birth = partsOf(birthDate)
  return birthdayIn({ birth, year: birth.year + adultAge })
}

const mostFormats = 64
const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Making a format takes far longer than using it. Callers name zones as they like, and one zone has thousands of
 * spellings (`America/Lima`, `america/lima`), so only some are kept.
 */
const formatIn = (timeZone: string): Intl.DateTimeFormat => {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
    if (formats.size >= mostFormats) formats.clear()
    formats.set(timeZone, format)
  }
  return format
}

/**
 * The calendar date of an instant in an IANA time zone (a company's setting); RangeError for an unknown one.
 */
export const todayIn = (timeZone: string, instant: Date): string => {
  const numbers = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  return dateText({
    year: Number(numbers['year']),
    month: Number(numbers['month']),
    day: Number(numbers['day']),
  })
}

/** Whether a text is the name of a time zone that dates can be read in; an offset such as `+05:00` is no name. */
export const isTimeZone = (zone: string): boolean => {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
