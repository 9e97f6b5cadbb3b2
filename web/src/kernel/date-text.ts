import { now, realNow } from './clock.ts'
import { intlTag, type Locale } from './locale.ts'

/**
 * `day` Fri 20 Nov · `dayTime` Fri 20 Nov, 12:26 PM · `time` 12:26 PM · `near` Today, 12:26 PM · `nearDay`
 * Today · `inSentence` today, or in Spanish el vie 20 nov · `short` 20 Nov · `month` Nov 2026 · `full` Fri 20 Nov 2026. A year that is not this one is written
 * out. English has 12 hours, Spanish 24 (ux §3).
 */
export type DateStyle =
  | 'day'
  | 'dayTime'
  | 'time'
  | 'near'
  | 'nearDay'
  | 'inSentence'
  | 'short'
  | 'month'
  | 'full'

export type DateSetting = {
  readonly locale: Locale
  /** IANA zone of the reader's dates, or `localZone`. */
  readonly timeZone: string
  /** Whether the instants are of real time, so that today is the real day; else they are of business time. */
  readonly isReal?: boolean
  readonly labels: { readonly today: string; readonly yesterday: string; readonly tomorrow: string }
}

type Parts = Readonly<Record<'weekday' | 'day' | 'month' | 'year' | 'hour' | 'minute' | 'dayPeriod', string>>

const names = {
  en: {
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    months: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  },
  es: {
    weekdays: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
    months: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sept', 'oct', 'nov', 'dic'],
  },
} as const

/** The zone of the browser. */
export const localZone = 'local'

/** Date and time of an instant in UTC or in the browser's zone. */
const clockOf = (date: Date, zone: 'UTC' | typeof localZone) =>
  zone === 'UTC'
    ? {
        weekday: date.getUTCDay(),
        day: date.getUTCDate(),
        month: date.getUTCMonth(),
        year: date.getUTCFullYear(),
        hour: date.getUTCHours(),
        minute: date.getUTCMinutes(),
      }
    : {
        weekday: date.getDay(),
        day: date.getDate(),
        month: date.getMonth(),
        year: date.getFullYear(),
        hour: date.getHours(),
        minute: date.getMinutes(),
      }

/**
 * The parts of a date without creating an Intl formatter, which costs 60 ms of a phone's first paint.
 * Calendar dates are in UTC, a person's instants in the zone of their browser.
 */
const plainPartsOf = (date: Date, locale: Locale, zone: 'UTC' | typeof localZone): Parts => {
  const { weekday, day, month, year, hour, minute } = clockOf(date, zone)
  return {
    weekday: names[locale].weekdays[weekday] ?? '',
    day: String(day),
    month: names[locale].months[month] ?? '',
    year: String(year),
    hour: String(locale === 'es' ? hour : hour % 12 || 12),
    minute: String(minute).padStart(2, '0'),
    dayPeriod: locale === 'es' ? '' : hour < 12 ? 'AM' : 'PM',
  }
}

/** One Intl object for each language and zone: creating one costs as much as formatting a thousand cells. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = ({ locale, timeZone }: { locale: Locale; timeZone: string }): Intl.DateTimeFormat => {
  const name = `${locale} ${timeZone}`
  const known = formatters.get(name)
  if (known) return known
  const made = new Intl.DateTimeFormat(intlTag(locale), {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: locale === 'es' ? 'h23' : 'h12',
  })
  formatters.set(name, made)
  return made
}

const oneMinuteMs = 60_000
const mostCached = 500
const cachedParts = new Map<string, Parts>()

/** A list needs today and its neighbours for every row, so the result is cached for each minute. */
const partsOf = (date: Date, setting: DateSetting): Parts => {
  const name = `${setting.locale} ${setting.timeZone} ${Math.floor(date.getTime() / oneMinuteMs)}`
  const known = cachedParts.get(name)
  if (known) return known
  if (cachedParts.size >= mostCached) cachedParts.clear()
  const { timeZone, locale } = setting
  const made =
    timeZone === 'UTC' || timeZone === localZone
      ? plainPartsOf(date, locale, timeZone)
      : newPartsOf(date, setting)
  cachedParts.set(name, made)
  return made
}

const newPartsOf = (date: Date, setting: DateSetting): Parts => {
  const found: Record<string, string> = {}
  for (const { type, value } of formatterOf(setting).formatToParts(date)) found[type] = value
  const of = (type: string) => (found[type] ?? '').replace('.', '')
  const hour = setting.locale === 'es' ? String(Number(of('hour'))) : of('hour')
  return {
    weekday: of('weekday'),
    day: of('day'),
    month: of('month'),
    year: of('year'),
    hour,
    minute: of('minute'),
    dayPeriod: of('dayPeriod').toUpperCase(),
  }
}

const timeOf = (p: Parts, locale: Locale) =>
  locale === 'es' ? `${p.hour}:${p.minute}` : `${p.hour}:${p.minute}\u00a0${p.dayPeriod}`

const oneDayMs = 86_400_000
const sameDay = (a: Parts, b: Parts) => a.day === b.day && a.month === b.month && a.year === b.year

const todayOf = ({ isReal = false }: DateSetting): Date => (isReal ? realNow() : now())

const nearWord = ({ parts, setting }: { parts: Parts; setting: DateSetting }): string | null => {
  const today = todayOf(setting).getTime()
  const isOn = (offsetMs: number) => sameDay(parts, partsOf(new Date(today + offsetMs), setting))
  if (isOn(0)) return setting.labels.today
  if (isOn(-oneDayMs)) return setting.labels.yesterday
  return isOn(oneDayMs) ? setting.labels.tomorrow : null
}

const dayOf = (p: Parts, setting: DateSetting, withYear: boolean) =>
  `${p.weekday} ${p.day} ${p.month}${withYear || p.year !== partsOf(todayOf(setting), setting).year ? ` ${p.year}` : ''}`

/** Article before a day within a sentence: "normalmente el lun 23 nov". */
const article = { en: '', es: 'el ' } as const

const calendarDate = /^\d{4}-\d{2}-\d{2}$/

/** Text of an instant (RFC 3339 or Date) in the reader's zone, or of a calendar date, which has no zone. */
export const dateText = (value: string | Date, style: DateStyle, setting: DateSetting): string => {
  const isCalendar = typeof value === 'string' && calendarDate.test(value)
  const date = isCalendar ? new Date(`${value}T12:00:00Z`) : new Date(value)
  if (Number.isNaN(date.getTime())) return String(value)
  const own: DateSetting = isCalendar ? { ...setting, timeZone: 'UTC' } : setting
  const parts = partsOf(date, own)
  const time = timeOf(parts, own.locale)
  if (style === 'time') return time
  if (style === 'month') return `${parts.month} ${parts.year}`
  if (style === 'full') return dayOf(parts, own, true)
  if (style === 'short') return `${parts.day} ${parts.month}`
  const isNear = style === 'near' || style === 'nearDay' || style === 'inSentence'
  const near = isNear ? nearWord({ parts, setting: own }) : null
  if (style === 'inSentence')
    return near?.toLowerCase() ?? `${article[own.locale]}${dayOf(parts, own, false)}`
  const day = near ?? dayOf(parts, own, false)
  return style === 'dayTime' || style === 'near' ? `${day}, ${time}` : day
}

/** `7:21` or `1:07:21` for the remaining time; never negative. */
export const countdownText = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** Capitalizes the first letter: Spanish weekdays are capitalized at the start of a line only. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
