/** Longest embossed name, in characters. */
const longest = 26
/** The embossed name where no letter can be embossed. */
const anonymous = 'CARD HOLDER'

/** Letters that Unicode does not split into a plain letter and an accent. */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Ø: 'O',
  Œ: 'OE',
  ẞ: 'SS',
  Þ: 'TH',
  Ð: 'D',
  Đ: 'D',
  Ł: 'L',
  Ħ: 'H',
  İ: 'I',
  Ŋ: 'N',
}

const embossed = (text: string): string =>
  text
    .toUpperCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Z]/gu, (letter) => plainLetters[letter] ?? (/['’.]/u.test(letter) ? '' : ' '))
    .trim()
    .replaceAll(/ +/g, ' ')

/**
 * The embossed name of a person: capitals without accents, at most 26 characters. A name that is too long is
 * shortened to its first given name and the last names, then cut.
 */
export const nameOnCard = (person: { firstName: string; lastName: string }): string => {
  const first = embossed(person.firstName)
  const last = embossed(person.lastName)
  const whole = `${first} ${last}`.trim()
  if (whole.length < 2) return anonymous
  if (whole.length <= longest) return whole
  const [forename = ''] = first.split(' ')
  const shorter = `${forename} ${last}`.trim()
  return (shorter.length <= longest ? shorter : `${forename.slice(0, 1)} ${last}`).slice(0, longest).trim()
}

/**
 * The name that a person chose for a card, as embossed. Each word is one of their names or its first letter, and one is a
 * last name. Null: it is another name, or too long or short.
 */
export const chosenName = (typed: string, person: { firstName: string; lastName: string }): string | null => {
  const name = embossed(typed)
  const lastNames = embossed(person.lastName).split(' ')
  const names = [...embossed(person.firstName).split(' '), ...lastNames]
  const isTheirs = (word: string) =>
    names.includes(word) || (word.length === 1 && names.some((each) => each.startsWith(word)))
  const parts = name.split(' ')
  if (name === nameOnCard(person)) return name
  if (name.length < 2 || name.length > longest) return null
  return parts.every(isTheirs) && parts.some((word) => lastNames.includes(word)) ? name : null
}
