import type { ApiError } from '../kernel/api-error.ts'
import type { ManualLine } from './manual-lines.ts'

export type DraftField = 'holder' | 'day' | `lines.${number}.${keyof ManualLine}`
export type DraftProblem = {
  readonly field: DraftField | null
  readonly text: string
  readonly settlementId?: string
}

/** What a refusal says about a draft, at the field that it is about. Only an error of the day is about the day. */
export const draftProblem = (
  { code, data, errors }: ApiError,
  { text, wrongDay }: { readonly text: string; readonly wrongDay: string },
): DraftProblem => {
  if (code === 'validation' && 'day' in errors) return { field: 'day', text: wrongDay }
  if (code === 'wallet_not_found' || code === 'record_not_found') return { field: 'holder', text }
  const id = (data as { settlementId?: unknown } | undefined)?.settlementId
  return { field: null, text, ...(typeof id === 'string' ? { settlementId: id } : {}) }
}
