import { useEffect, useEffectEvent, useState } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import { ApiError } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { retryMs } from '../../kernel/read-again.ts'
import { useContractForm, type ContractForm } from '../form.tsx'
import type { Rules } from '../form-rules.ts'
import type { MoneyProblem } from './money-problem.ts'

export type MoneyForm<V extends FieldValues, Shown> = ContractForm<V> & {
  /** What the preview answered, once the review was requested. */
  readonly shown: Shown | null
  /** What is wrong with no field in particular. */
  readonly other: string | null
  /** The last refusal, until something changes. */
  readonly refusal: ApiError | null
  /** Ends the review with a refusal of the call itself. */
  readonly refuse: (error: ApiError) => Promise<void>
  /** Checks the fields and reads the preview. */
  readonly review: () => void
  readonly close: () => void
}

const rateAgainMs = (error: ApiError | null) => error?.code === 'rate_unavailable' && retryMs(error)

/** Requests the review again after the pause that the server named, while a refusal is about a missing rate. */
const useReviewAgain = (refusal: ApiError | null, review: () => void): void => {
  const reviewAgain = useEffectEvent(review)
  useEffect(() => {
    const ms = rateAgainMs(refusal)
    if (ms === false) return
    const timer = setTimeout(reviewAgain, ms)
    return () => clearTimeout(timer)
  }, [refusal])
}

/** The problem of a refusal, with a second sentence where the price is read again. */
const useProblem = <V extends FieldValues>(problemOf: (error: ApiError) => MoneyProblem<FieldPath<V>>) => {
  const t = useText('moneyForms')
  return (error: ApiError): MoneyProblem<FieldPath<V>> => {
    const { field, text } = problemOf(error)
    return { field, text: rateAgainMs(error) === false ? text : `${text}. ${t('priceAgain')}` }
  }
}

/**
 * A form of money over the input of its preview. The contract's rules check the fields; then `read` reads the preview,
 * which the review shows. A refusal of the preview is shown at the field that it is about. A change ends both. A preview that
 * cannot be answered now, because there is no rate, is read again by itself.
 */
export const useMoneyForm = <V extends FieldValues, Shown>({
  schema,
  start,
  problemOf,
  read,
}: {
  schema: Rules<V>
  start: NoInfer<DefaultValues<V>>
  /** Reads a refusal of the preview: `useProblemAt`. */
  problemOf: (error: ApiError) => MoneyProblem<FieldPath<V>>
  read: (values: V) => Promise<Shown>
}): MoneyForm<V, Shown> => {
  const found = useProblem<V>(problemOf)
  const form = useContractForm<V>({ schema, defaultValues: start, confirmsLeaving: false })
  const [shown, setShown] = useState<Shown | null>(null)
  const [refusal, setRefusal] = useState<ApiError | null>(null)
  const { subscribe, forgetRefusals } = form
  useEffect(() => {
    let typed: string | null = null
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        // The library also calls when a field was only left or checked.
        const now = JSON.stringify(values)
        if (now === typed) return
        typed = now
        setRefusal(null)
        setShown(null)
        forgetRefusals()
      },
    })
  }, [subscribe, forgetRefusals])
  const refuse = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    setShown(null)
    setRefusal(error)
    const { field, text } = found(error)
    if (field !== null) await form.showRefusals({ [field]: [text] })
  }
  const problem = refusal && found(refusal)
  const review = form.send(async (values) => {
    setRefusal(null)
    const wasTyped = JSON.stringify(values)
    await read(values).then((preview) => {
      // A preview is of the values that it was read with.
      if (JSON.stringify(form.getValues()) === wasTyped) setShown(preview)
    }, refuse)
    return false
  })
  useReviewAgain(refusal, () => review())
  return {
    ...form,
    shown,
    other: problem?.field === null ? problem.text : null,
    refusal,
    refuse,
    review: () => review(),
    close: () => setShown(null),
  }
}
