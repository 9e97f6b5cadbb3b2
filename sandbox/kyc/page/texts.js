import { english } from './texts-en.js'
import { spanish } from './texts-es.js'

let lang = document.documentElement.lang === 'es' ? 'es' : 'en'

export const currentLang = () => lang

export const speakLang = (next) => {
  lang = next
  document.documentElement.lang = next
}

/** The text of a key in the current language, with `{name}` filled in. */
export const t = (key, values = {}) =>
  (lang === 'es' ? spanish : english)[key].replaceAll(/\{(\w+)\}/g, (_all, name) => String(values[name]))

const locale = () => (lang === 'es' ? 'es-419' : 'en-GB')

/** An ISO instant as a day: "Fri 27 Nov". */
export const dayText = (iso) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short' })
    .format(new Date(iso))
    .replace(',', '')

let names = null
/** A country's name in the current language. */
export const countryName = (code) => {
  if (names?.resolvedOptions().locale.slice(0, 2) !== lang)
    names = new Intl.DisplayNames(locale(), { type: 'region' })
  return names.of(code)
}
