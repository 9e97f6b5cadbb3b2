import type { Language } from '../../kernel/principal.ts'

const tags: Readonly<Record<Language, string>> = { en: 'en-GB', es: 'es-419' }

const cityOf = (timeZone: string) => timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone

/** `20 November 2026, 10:00 (Lima, GMT-5)`: a time in the reader's zone, which it names. */
export const mailTime = (instant: Date, { lang, timeZone }: { lang: Language; timeZone: string }): string => {
  const format = new Intl.DateTimeFormat(tags[lang], {
    timeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const { day = '', month = '', year = '', hour = '', minute = '', timeZoneName = '' } = parts
  const date = lang === 'es' ? `${day} de ${month} de ${year}` : `${day} ${month} ${year}`
  const zoneText = cityOf(timeZone) === 'UTC' ? 'UTC' : `${cityOf(timeZone)}, ${timeZoneName}`
  return `${date}, ${hour}:${minute} (${zoneText})`
}

/** Name of a country in the reader's language; its code where no name is known. */
export const countryName = (code: string, lang: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames(tags[lang], { type: 'region' }).of(code) ?? code
}
