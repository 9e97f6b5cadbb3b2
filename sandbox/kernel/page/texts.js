const languageOf = (tag) => (tag?.startsWith('es') ? 'es' : 'en')

const stored = () => {
  try {
    return localStorage.getItem('lang')
  } catch {
    return null
  }
}

/** Language of a page: from its address, from storage, or the browser's. A language in the address is stored. */
export const chosenLanguage = () => {
  const wanted = new URLSearchParams(location.search).get('lang')
  const lang = languageOf(wanted ?? stored() ?? navigator.language)
  try {
    if (wanted) localStorage.setItem('lang', lang)
  } catch {
    // Without storage the choice is only in the address.
  }
  return lang
}

/** Locale of amounts, days and times. */
export const localeOf = (lang) => (lang === 'es' ? 'es-419' : 'en-US')

/** A text with its `{name}` filled in. A name without a value stays. */
export const fill = (text, values) =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole))

/** The texts of a page by language, `{ en, es }`. The page starts in a language, and can change to the other. */
export const createTexts = (texts, first) => {
  let lang = languageOf(first)
  return {
    currentLang: () => lang,
    speak: (next) => {
      lang = languageOf(next)
      document.documentElement.lang = lang
    },
    /** The text of a key in the current language, with `{name}` filled in. */
    t: (key, values = {}) => fill(texts[lang][key], values),
  }
}
