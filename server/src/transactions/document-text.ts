import type { Language } from '../kernel/principal.ts'
import { twoLettersOf } from '../providers/issuer/three-letter-countries.ts'

/** City and country of a shop as people read them: `Lima, Peru`. */
export const placeText = (
  lang: Language,
  of: { readonly city: string | null; readonly country: string | null },
): string => {
  const code = of.country === null ? '' : twoLettersOf(of.country)
  const isCode = /^[A-Z]{2}$/.test(code)
  const names = new Intl.DisplayNames(lang === 'es' ? 'es-419' : 'en', { type: 'region' })
  const country = isCode ? names.of(code) : code
  return [of.city, country].filter(Boolean).join(', ')
}

/** Dates as documents print them: the day, and the moment with its offset from UTC. */
export const documentDates = (lang: Language, timeZone: string) => {
  const day = { day: 'numeric', month: 'short', year: 'numeric', timeZone } as const
  const time = { ...day, hour: 'numeric', minute: '2-digit', hourCycle: 'h23' } as const
  const tag = lang === 'es' ? 'es-419' : 'en-GB'
  const [days, times, zoned] = [
    new Intl.DateTimeFormat(tag, day),
    new Intl.DateTimeFormat(tag, time),
    new Intl.DateTimeFormat(tag, { ...time, timeZoneName: 'shortOffset' }),
  ]
  return {
    dayOf: (at: Date) => days.format(at),
    timeOf: (at: Date) => times.format(at),
    zonedOf: (at: Date) => zoned.format(at),
  }
}
