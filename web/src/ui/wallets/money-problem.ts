import type { ApiError } from '../../kernel/api.ts'
import { sentenceOf } from '../../kernel/transport.ts'

/** What is wrong with a form of money, and at which of its fields; null: at none of them. */
export type MoneyProblem<Field extends string> = { readonly field: Field | null; readonly text: string }

/** Reads a refusal by the field that it is about; a refusal without a field is shown below the form. */
export const problemAt =
  <Field extends string>(fields: Readonly<Record<string, Field>>) =>
  (error: ApiError): MoneyProblem<Field> => ({ field: fields[error.code] ?? null, text: sentenceOf(error) })
