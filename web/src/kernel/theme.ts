import { store } from './signal.ts'

export type Scheme = 'light' | 'dark' | 'system'

const schemeKey = 'theme'
const isScheme = (value: string | null): value is Scheme =>
  value === 'light' || value === 'dark' || value === 'system'

export const schemeStore = store<Scheme>('system')

/**
 * Light, dark or as the device says: `color-scheme` decides every `light-dark()` token of the style sheet.
 */
export const setScheme = (scheme: Scheme): void => {
  localStorage.setItem(schemeKey, scheme)
  showScheme(scheme)
}

const showScheme = (scheme: Scheme) => {
  document.documentElement.style.setProperty('color-scheme', scheme === 'system' ? 'light dark' : scheme)
  schemeStore.write(scheme)
}

/** Applies the remembered choice before the first paint. */
export const startTheme = (): void => {
  const remembered = localStorage.getItem(schemeKey)
  showScheme(isScheme(remembered) ? remembered : 'system')
}

/**
 * Most chroma that a brand may have: beyond it, few screens can show the colour at the lightness that we fix.
 */
const mostChroma = 0.2

/**
 * Dresses the page in a company's colour. Only hue and chroma are the company's; the lightness of every token
 * is fixed, so any company colour keeps its contrast (ux §3; theme.test.ts computes it).
 */
export const setBrand = ({ hue, chroma }: { hue: number; chroma: number }): void => {
  const root = document.documentElement.style
  root.setProperty('--hue', String(hue))
  root.setProperty('--chroma', String(Math.min(Math.max(chroma, 0), mostChroma)))
}
