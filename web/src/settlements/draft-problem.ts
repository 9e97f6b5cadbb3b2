import type { ApiError } from '../kernel/api-error.ts'
import type { MoneyProblem } from '../ui/wallets/limit-problem.ts'

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
