import type { Locale } from '@cardamom/contract/messages/catalogues'
import { readCookie, writeCookie } from './cookie.ts'
import { store } from './signal.ts'

export type { Locale }

const cookieName = 'cardamom'
const isLocale = (value: string | null): value is Locale => value === 'en' || value === 'es'

const fromCookie = (): Locale => {
  const value = readCookie(cookieName)
  if (isLocale(value)) return value
  writeCookie({ name: cookieName, value: 'en' })
  return 'en'
}

export const localeStore = store<Locale>('en')

/** Reads the language cookie at start; `en` is set when it is absent (product §1). */
export const startLocale = (): Locale => {
  const locale = fromCookie()
  localeStore.write(locale)
  document.documentElement.lang = locale
  return locale
}

/** The language that calls and texts use now. */
export const currentLocale = (): Locale => localeStore.read()

/** Saves the chosen language; `i18n.tsx` loads its texts first. */
export const rememberLocale = (locale: Locale): void => {
  writeCookie({ name: cookieName, value: locale })
  document.documentElement.lang = locale
  localeStore.write(locale)
}

/** BCP 47 tag for Intl. Latin American Spanish has the decimal point: 9,410.00 (ux §3). */
export const intlTag = (locale: Locale): string => (locale === 'es' ? 'es-419' : 'en')
