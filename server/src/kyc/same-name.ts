/**
 * Spellings of special letters for the comparison of names. Accents, case, order, hyphens, omitted middle
 * names and characters that are not letters do not matter. A document without accents writes ü as ue or u, ø
 * as oe or o, ß as ss.
 */
const spelledOut: Readonly<Record<string, readonly [short: string, long: string]>> = {
  ä: ['a', 'ae'],
  ö: ['o', 'oe'],
  ü: ['u', 'ue'],
  å: ['a', 'aa'],
  ø: ['o', 'oe'],
  æ: ['a', 'ae'],
  œ: ['o', 'oe'],
  ß: ['s', 'ss'],
  ñ: ['n', 'nn'],
  þ: ['t', 'th'],
  ð: ['d', 'dh'],
  đ: ['d', 'dj'],
  ł: ['l', 'l'],
  ı: ['i', 'i'],
}

const plain = (text: string, way: 0 | 1): string =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(/[äöüåøæœßñþðđłı]/g, (letter) => spelledOut[letter]?.[way] ?? letter)
    .normalize('NFD')
    // An apostrophe joins (O'Brien, OBrien). Every other character that is not a letter separates words.
    .replaceAll(/['’ʼ`´]|\p{M}/gu, '')
    .replaceAll(/\P{L}+/gu, ' ')
    .trim()

type Word = readonly [short: string, long: string]

const termsOf = (name: string): Word[] => {
  const long = plain(name, 1).split(' ')
  return plain(name, 0)
    .split(' ')
    .flatMap((short, index): Word[] => (short === '' ? [] : [[short, long[index] ?? short]]))
}

const sameWord = (a: Word, b: Word): boolean => a.some((way) => b.includes(way))
const isIn = (word: Word, terms: readonly Word[]): boolean => terms.some((each) => sameWord(each, word))

export type FullName = { readonly firstName: string | null; readonly lastName: string | null }

/**
 * Whether two full names can belong to one person (domain §10, "names match"). Both have a first name and a
 * last name in common, and every word of one is in the other. A name without letters matches nothing.
 */
export const isSameName = (one: FullName, other: FullName): boolean => {
  const entered = { first: termsOf(one.firstName ?? ''), last: termsOf(one.lastName ?? '') }
  const read = { first: termsOf(other.firstName ?? ''), last: termsOf(other.lastName ?? '') }
  const allEntered = [...entered.first, ...entered.last]
  const allRead = [...read.first, ...read.last]
  const sharesFirst = entered.first.some((word) => isIn(word, read.first))
  const sharesLast = entered.last.some((word) => isIn(word, read.last))
  const isPart =
    allEntered.every((word) => isIn(word, allRead)) || allRead.every((word) => isIn(word, allEntered))
  return sharesFirst && sharesLast && isPart
}
