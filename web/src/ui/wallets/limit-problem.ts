import type { LimitHit } from '@cardamom/contract/wallets/wallet-money'
import type { ApiError } from '../../kernel/api.ts'
import { useText } from '../../kernel/i18n.tsx'
import { moneyText } from '../../kernel/money-text.ts'
import { problemAt, type MoneyProblem } from './money-problem.ts'

const limitHitOf = ({ code, data }: ApiError): LimitHit | null =>
  code === 'invalid_amount' && typeof data === 'object' && data !== null && 'leftToday' in data
    ? (data as LimitHit)
    : null

type LimitText = (
  key: `limit.${LimitHit['why']}`,
  amounts: Readonly<Record<'amount' | 'limit' | 'left', string>>,
) => string

/** Reads a refusal as `problemAt` does; an amount outside of its limits is told which one it is, and what is left today. */
export const problemWithLimit = <Field extends string>(
  fields: Readonly<Record<string, Field>>,
  t: LimitText,
) => {
  const read = problemAt(fields)
  return (error: ApiError): MoneyProblem<Field> => {
    const found = read(error)
    const hit = limitHitOf(error)
    if (!hit) return found
    const { why, amount, minimum, maximum, leftToday } = hit
    const sentence = t(`limit.${why}`, {
      amount: moneyText(amount),
      limit: moneyText(why === 'below_minimum' ? minimum : maximum),
      left: moneyText(leftToday),
    })
    return { ...found, text: `${found.text}. ${sentence}` }
  }
}

/** The same in the language of the page. */
export const useProblemAt = <Field extends string>(fields: Readonly<Record<string, Field>>) =>
  problemWithLimit(fields, useText('moneyForms'))
