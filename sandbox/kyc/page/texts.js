import { createTexts } from '../../kernel/page/texts.js'
import { english } from './texts-en.js'
import { spanish } from './texts-es.js'

export const { currentLang, speak, t } = createTexts(
  { en: english, es: spanish },
  document.documentElement.lang,
)

const locale = () => (currentLang() === 'es' ? 'es-419' : 'en-GB')

/** An ISO instant as a day: "Fri 27 Nov". */
export const dayText = (iso) =>
  new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short' })
    .format(new Date(iso))
    .replace(',', '')

let names = null
/** A country's name in the current language. */
export const countryName = (code) => {
  if (names?.resolvedOptions().locale.slice(0, 2) !== currentLang())
    names = new Intl.DisplayNames(locale(), { type: 'region' })
  return names.of(code)
}
