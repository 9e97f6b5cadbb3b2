import type { ApiError } from '../kernel/api-error.ts'
import { centsOf, differenceOf, sumOf } from '../kernel/cents.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import type { MoneyProblem } from '../ui/wallets/money-problem.ts'

/** As many lines by hand as the call takes. */
export const mostLines = 20

export type ManualLine = { readonly amount: string; readonly note: string }
/** A line of which nothing is typed. */
export const emptyLine: ManualLine = { amount: '', note: '' }

/** A typed amount of either sign that is not 0, or null. */
export const signedOf = (typed: string): string | null => {
  const text = typed.trim()
  const amount = amountOf(text.replace(/^[-−]/, ''))
  if (amount === null || centsOf(amount) === 0n) return null
  return /^[-−]/.test(text) ? `-${amount}` : amount
}

export const isEmptyLine = ({ amount, note }: ManualLine): boolean =>
  amount.trim() === '' && note.trim() === ''

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

/** What a refusal says about a draft, at the field that it is about. Only an error of the day is about the day. */
export const draftProblem = (
  { code, errors }: ApiError,
  { text, wrongDay }: { readonly text: string; readonly wrongDay: string },
): MoneyProblem<'ownerId' | 'day'> => {
  if (code === 'validation' && 'day' in errors) return { field: 'day', text: wrongDay }
  if (code === 'wallet_not_found' || code === 'record_not_found') return { field: 'ownerId', text }
  return { field: null, text }
}

/** The settlement of the same period that a refusal names, or null. */
export const settlementIdOf = (refusal: ApiError | null): string | null => {
  const id = (refusal?.data as { settlementId?: unknown } | undefined)?.settlementId
  return typeof id === 'string' ? id : null
}
