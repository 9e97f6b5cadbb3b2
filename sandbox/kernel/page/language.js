const wanted = new URLSearchParams(location.search).get('lang')
const stored = () => {
  try {
    return localStorage.getItem('lang')
  } catch {
    return null
  }
}

/** Language of the page: from the address, from storage, or the browser's. */
export const lang = (wanted ?? stored() ?? navigator.language).startsWith('es') ? 'es' : 'en'

try {
  if (wanted) localStorage.setItem('lang', lang)
} catch {
  // Without storage the choice is only in the address.
}
