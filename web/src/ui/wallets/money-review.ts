import { useState } from 'react'
import { ApiError } from '../../kernel/api.ts'
import { sentenceOf } from '../../kernel/transport.ts'

/** What is wrong with a form of money, and at which of its fields; null: at none of them. */
export type MoneyProblem<Field extends string> = { readonly field: Field | null; readonly text: string }

/**
 * The review of a form of money: what is wrong with it, and its preview once it was asked for. A change ends the problem
 * that was shown.
 */
export const useMoneyReview = <Shown, Field extends string>(
  /** The field that a refusal is about. */
  fields: Readonly<Record<string, Field>>,
) => {
  const [problem, setProblem] = useState<MoneyProblem<Field> | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  return {
    isReading,
    shown,
    errorOf: (field: Field | null) => (problem?.field === field ? problem.text : null),
    close: () => setShown(null),
    typing:
      <T>(store: (value: T) => void) =>
      (value: T) => {
        setProblem(null)
        store(value)
      },
    /** Shows what is missing; if nothing is, what `read` answers. */
    review: async (missing: MoneyProblem<Field> | null, read: () => Promise<Shown>) => {
      setProblem(missing)
      if (missing || isReading) return
      setReading(true)
      try {
        setShown(await read())
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setShown(null)
        setProblem({ field: fields[error.code] ?? null, text: sentenceOf(error) })
      } finally {
        setReading(false)
      }
    },
  }
}
