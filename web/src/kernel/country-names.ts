import { intlTag, type Locale } from './locale.ts'

const names = new Map<Locale, Intl.DisplayNames>()

const namesIn = (locale: Locale): Intl.DisplayNames => {
  const known = names.get(locale)
  if (known) return known
  const made = new Intl.DisplayNames(intlTag(locale), { type: 'region' })
  names.set(locale, made)
  return made
}

/** A country's name in the reader's language: `Peru`, `Perú`. */
export const countryName = ({ code, locale }: { code: string; locale: Locale }): string =>
  namesIn(locale).of(code) ?? code

/** Countries with their names, in the alphabetical order of the reader's language. */
export const countryNames = ({
  codes,
  locale,
}: {
  codes: readonly string[]
  locale: Locale
}): { code: string; name: string }[] =>
  codes
    .map((code) => ({ code, name: countryName({ code, locale }) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, intlTag(locale)))
