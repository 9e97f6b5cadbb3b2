const asked = new URLSearchParams(location.search).get('lang')
const kept = () => {
  try {
    return localStorage.getItem('lang')
  } catch {
    return null
  }
}

/** Language of the page: asked for, kept from before, or the browser's. */
export const lang = (asked ?? kept() ?? navigator.language).startsWith('es') ? 'es' : 'en'

try {
  if (asked) localStorage.setItem('lang', lang)
} catch {
  // Without storage the language lasts as long as the address says so.
}
