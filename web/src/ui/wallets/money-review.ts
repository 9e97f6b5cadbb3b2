import { useState } from 'react'
import { ApiError } from '../../kernel/api.ts'
import type { MoneyProblem } from './limit-problem.ts'

/**
 * The review of a form of money: what is wrong with it, and its preview once it was requested. A change ends the problem
 * that was shown.
 */
export const useMoneyReview = <Shown, Problem extends MoneyProblem<string>>(
  problemOf: (error: ApiError) => Problem,
) => {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<Shown | null>(null)
  /** Ends the review with a problem of the form. */
  const refuse = (found: Problem) => {
    setShown(null)
    setProblem(found)
  }
  return {
    problem,
    isReading,
    shown,
    errorOf: (field: Problem['field']) => (problem?.field === field ? problem.text : null),
    close: () => setShown(null),
    refuse,
    typing:
      <T>(store: (value: T) => void) =>
      (value: T) => {
        setProblem(null)
        store(value)
      },
    /** Shows what is missing; if nothing is, what `read` answers. */
    review: async (missing: Problem | null, read: () => Promise<Shown>) => {
      setProblem(missing)
      if (missing || isReading) return
      setReading(true)
      try {
        setShown(await read())
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refuse(problemOf(error))
      } finally {
        setReading(false)
      }
    },
  }
}
