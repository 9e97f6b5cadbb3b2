import { sql as fragment, type SqlBool } from 'kysely'
import { crockford } from './ids.ts'

/** The first and the last text of a range, both of it. */
export type TextRange = { readonly from: string; readonly to: string }

const digitsOfRef = 8
const bitsOfDigit = 5n
const hexDigits = 10
const hexOf = (bits: bigint): string => bits.toString(16).padStart(hexDigits, '0')

/**
 * The ends of ids whose reference begins like this. O, I and L are read as the digits that they look like. Null: the text is
 * no reference with this letter, or has fewer than two of its digits.
 */
export const idEndsOf = (letter: string, typed: string): TextRange | null => {
  const text = typed.trim().toUpperCase()
  if (!text.startsWith(`${letter}-`)) return null
  const digits = text
    .slice(letter.length + 1)
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (!/^[\dA-HJKMNP-TV-Z]{2,8}$/.test(digits)) return null
  const missing = BigInt(digitsOfRef - digits.length) * bitsOfDigit
  const read = Array.from(digits).reduce((sum, digit) => sum * 32n + BigInt(crockford.indexOf(digit)), 0n)
  const first = read << missing
  return { from: hexOf(first), to: hexOf(first + (1n << missing) - 1n) }
}

/**
 * Hashes and addresses of a chain that begin like this, in small letters. Null: the text is no beginning of one, or has fewer
 * than four digits, which would find many.
 */
export const hexCodesOf = (typed: string): TextRange | null => {
  const text = typed.trim().toLowerCase()
  return /^0x[\da-f]{4,64}$/.test(text) ? { from: text, to: `${text}g` } : null
}

/** Whether a text of the collation C is in a range; never without one. */
export const isInRange = (column: string, range: TextRange | null) => {
  const { from, to } = range ?? { from: '1', to: '0' }
  const text = fragment`${fragment.ref(column)} collate "C"`
  return fragment<SqlBool>`(${text} >= ${from} and ${text} <= ${to})`
}
