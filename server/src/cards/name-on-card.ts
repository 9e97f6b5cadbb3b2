/** What fits on a card. */
const longest = 26
/** Where a name has no letter that can be embossed. */
const anonymous = 'CARD HOLDER'

/** Letters that have no accent to take off. */
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
 * A person's name as it is embossed: capitals without accents, at most 26. A long one keeps the first of the first names
 * and the last names; after that it is cut.
 */
export const nameOnCard = (person: { firstName: string; lastName: string }): string => {
  const first = embossed(person.firstName)
  const last = embossed(person.lastName)
  const whole = `${first} ${last}`.trim()
  if (whole.length < 2) return anonymous
  if (whole.length <= longest) return whole
  const [given = ''] = first.split(' ')
  const shorter = `${given} ${last}`.trim()
  return (shorter.length <= longest ? shorter : `${given.slice(0, 1)} ${last}`).slice(0, longest).trim()
}
