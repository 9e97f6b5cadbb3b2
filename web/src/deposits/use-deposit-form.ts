import { previewTopUp } from '@cardamom/contract/deposits'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { call, type ApiError } from '../kernel/api.ts'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { useProblemAt } from '../ui/wallets/limit-problem.ts'
import { problemAt } from '../ui/wallets/money-problem.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import { useMoneyForm } from '../ui/wallets/use-money-form.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'

export type TypedWire = {
  readonly companyId: string
  readonly wallet: Wallet
  readonly amount: string
  readonly reference: string
  readonly valuedOn: string
  readonly proofId: string
}
/** The top-up that has the typed bank reference. */
type FirstTopUp = { readonly id: string; readonly ref: string }
export type WireFacts = {
  readonly bankReference: string
  readonly valuedOn: string
  readonly proofId: string
}
export type DepositReview = {
  readonly input: SentInputOf<typeof previewTopUp>
  readonly entered: WireFacts
  readonly preview: WireOf<typeof previewTopUp>
}

const fields = {
  company_not_found: 'companyId',
  wallet_not_found: 'companyId',
  invalid_amount: 'amount',
  bank_reference_used: 'reference',
  value_date_wrong: 'valuedOn',
  proof_not_found: 'proofId',
} as const

/** Whether a refusal is about a field of the form other than the amount. */
export const isOfForm = (error: ApiError): boolean => {
  const { field } = problemAt<string>(fields)(error)
  return field !== null && field !== 'amount'
}

/** The deposit that a refusal names. */
export const firstOf = (error: ApiError | null): FirstTopUp | null => {
  const { id, ref } = (error?.data ?? {}) as Partial<FirstTopUp>
  return id === undefined || ref === undefined ? null : { id, ref }
}

const readPreview = async ({ companyId, wallet, amount, reference, valuedOn, proofId }: TypedWire) => {
  const input = { companyId, wallet, gross: amountOf(amount) ?? '' }
  const entered = { bankReference: reference.trim(), valuedOn, proofId }
  return { input, entered, preview: await call(previewTopUp, { input, errors: 'none' }) }
}

/** The form of a wire of a company. */
export const useDepositForm = () => {
  const t = useText('topUps')
  const [start] = useState<TypedWire>(() => ({
    companyId: '',
    wallet: 'regular',
    amount: '',
    reference: '',
    valuedOn: todayIn('UTC', now()),
    proofId: '',
  }))
  return useMoneyForm({
    schema: async () =>
      (await import('./deposit-rules.ts')).typedWire({
        reference: t('form.referenceMissing'),
        valuedOn: t('form.dateMissing'),
        proofId: t('form.proofMissing'),
      }),
    start,
    problemOf: useProblemAt(fields),
    read: readPreview,
  })
}
