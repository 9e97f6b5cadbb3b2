import type { Language } from '../kernel/principal.ts'

/** Dates as papers print them: the day, and the moment with its offset from UTC. */
export const paperDates = (lang: Language, timeZone: string) => {
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
