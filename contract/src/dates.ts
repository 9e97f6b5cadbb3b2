/** Calendar dates are `YYYY-MM-DD` strings. They sort as text and have no time zone of their own. */

/** The age from which a person may register and hold a card (product §9). */
const adultAge = 18

type Parts = { year: number; month: number; day: number }

/** Midnight of a day in UTC; null when that day does not exist. */
const midnightOf = (date: string): Date | null => {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(date) ? new Date(`${date}T00:00:00Z`) : null
  // A date that does not exist (31 April) either fails to parse or becomes another date.
  const exists = instant && !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === date
  return exists ? instant : null
}

/** Earliest date of birth that is accepted. */
export const earliestBirthDate = '1900-01-01'

/** Whether a text can be a date of birth: an existing day, 1900 or later. */
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

/** The birthday in a year. A person born on 29 February has it on 1 March in other years (domain §14). */
const birthdayIn = ({ birth, year }: { birth: Parts; year: number }): string =>
  birth.month === 2 && birth.day === 29 && !isLeapYear(year)
    ? dateText({ year, month: 3, day: 1 })
    : dateText({ year, month: birth.month, day: birth.day })

/**
 * Age in whole years on `today`, both `YYYY-MM-DD`; negative before the birth. Throws RangeError for an
 * invalid date. `today` is the date in the company's time zone: `todayIn`.
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

/** The first day on which the person is an adult, for the message to people who are too young. */
export const adultFrom = (birthDate: string): string => {
  const birth = partsOf(birthDate)
  return birthdayIn({ birth, year: birth.year + adultAge })
}

const mostFormats = 64
const formats = new Map<string, Intl.DateTimeFormat>()
/**
 * Creating a format is much slower than using it. Callers choose the spelling of a zone and one zone has
 * thousands of spellings (`America/Lima`, `america/lima`), so the cache is limited.
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

/** Whether a text is the name of a known time zone; an offset such as `+05:00` is not a name. */
export const isTimeZone = (zone: string): boolean => {
  if (!/^[a-z]/i.test(zone)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
