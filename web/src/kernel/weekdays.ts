import { intlTag, type Locale } from './locale.ts'

/** A Monday; only its day of the week is used. */
const mondayMs = Date.UTC(2024, 0, 1)
const dayMs = 86_400_000
const minuteMs = 60_000

/** Names of Monday to Sunday in the reader's language. */
export const weekdayNames = (locale: Locale): string[] => {
  const format = new Intl.DateTimeFormat(intlTag(locale), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, day) => {
    const name = format.format(mondayMs + day * dayMs)
    return name.charAt(0).toUpperCase() + name.slice(1)
  })
}

/** A minute of a day as the reader writes times: "9:00 AM", "9:00". */
export const minuteText = (minute: number, locale: Locale): string =>
  new Intl.DateTimeFormat(intlTag(locale), {
    hour: 'numeric',
    minute: '2-digit',
    hour12: locale === 'en',
    timeZone: 'UTC',
  }).format(mondayMs + minute * minuteMs)
