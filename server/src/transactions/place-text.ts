import type { Language } from '../kernel/principal.ts'
import { twoLettersOf } from '../providers/issuer/three-letter-countries.ts'

/** City and country of a shop as people read them: `Lima, Peru`. */
export const placeText = (
  lang: Language,
  of: { readonly city: string | null; readonly country: string | null },
): string => {
  const code = of.country === null ? '' : twoLettersOf(of.country)
  const isCode = /^[A-Z]{2}$/.test(code)
  const names = new Intl.DisplayNames(lang === 'es' ? 'es-419' : 'en', { type: 'region' })
  const country = isCode ? names.of(code) : code
  return [of.city, country].filter(Boolean).join(', ')
}
