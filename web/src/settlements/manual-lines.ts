import { centsOf, differenceOf, sumOf } from '../kernel/cents.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'

/** As many lines by hand as the call takes. */
export const mostLines = 20

export type ManualLine = { readonly amount: string; readonly note: string }
/** A typed line; its key stays the same when others are removed. */
export type TypedLine = ManualLine & { readonly key: number }

/** The lines with one more, of which nothing is typed. */
export const withNewLine = (lines: readonly TypedLine[]): TypedLine[] => [
  ...lines,
  { key: (lines.at(-1)?.key ?? 0) + 1, amount: '', note: '' },
]

/** A typed amount of either sign that is not 0, or null. */
export const signedOf = (typed: string): string | null => {
  const text = typed.trim()
  const amount = amountOf(text.replace(/^[-−]/, ''))
  if (amount === null || centsOf(amount) === 0n) return null
  return /^[-−]/.test(text) ? `-${amount}` : amount
}

const isEmpty = ({ amount, note }: ManualLine): boolean => amount.trim() === '' && note.trim() === ''

/** The first field of the typed lines that is wrong. A line of which nothing is typed is none. */
export const wrongField = (
  lines: readonly ManualLine[],
): { readonly at: number; readonly field: keyof ManualLine } | null => {
  for (const [at, line] of lines.entries()) {
    if (isEmpty(line)) continue
    if (signedOf(line.amount) === null) return { at, field: 'amount' }
    if (line.note.trim() === '') return { at, field: 'note' }
  }
  return null
}

/** The lines as the call takes them. They have no wrong field. */
export const sentLines = (lines: readonly ManualLine[]): ManualLine[] =>
  lines.flatMap(({ amount, note }) => {
    const signed = signedOf(amount)
    return signed === null ? [] : [{ amount: signed, note: note.trim() }]
  })

/** Sums of the typed amounts above zero, of those below it without sign, and of all. A wrong amount is left out. */
export const typedSums = (lines: readonly ManualLine[]) => {
  const amounts = lines.flatMap(({ amount }) => signedOf(amount) ?? [])
  const added = sumOf(amounts.filter((amount) => !amount.startsWith('-')))
  const deducted = sumOf(amounts.filter((amount) => amount.startsWith('-')).map((amount) => amount.slice(1)))
  return { added, deducted, total: differenceOf(added, deducted) }
}
