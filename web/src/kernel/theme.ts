import { store } from './signal.ts'

export type Scheme = 'light' | 'dark' | 'system'

const schemeKey = 'theme'
const isScheme = (value: string | null): value is Scheme =>
  value === 'light' || value === 'dark' || value === 'system'

export const schemeStore = store<Scheme>('system')

/**
 * Sets light, dark or the device's setting: `color-scheme` decides every `light-dark()` token of the style
 * sheet.
 */
export const setScheme = (scheme: Scheme): void => {
  localStorage.setItem(schemeKey, scheme)
  showScheme(scheme)
}

const showScheme = (scheme: Scheme) => {
  document.documentElement.style.setProperty('color-scheme', scheme === 'system' ? 'light dark' : scheme)
  schemeStore.write(scheme)
}

/** Applies the saved choice before the first paint. */
export const startTheme = (): void => {
  const remembered = localStorage.getItem(schemeKey)
  showScheme(isScheme(remembered) ? remembered : 'system')
}

/** Maximum chroma of a brand: few screens can show more at our fixed lightness. */
const mostChroma = 0.2

/**
 * Applies a company's colour to the page. Only hue and chroma are the company's; the lightness of every token
 * is fixed, so any company colour has enough contrast (ux §3; theme.test.ts computes it).
 */
export const setBrand = ({ hue, chroma }: { hue: number; chroma: number }): void => {
  const root = document.documentElement.style
  root.setProperty('--hue', String(hue))
  root.setProperty('--chroma', String(Math.min(Math.max(chroma, 0), mostChroma)))
}
