import { previewTopUp } from '@cardamom/contract/deposits'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { call, type ApiError } from '../kernel/api.ts'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import type { Holder } from '../ui/wallets/holder-field.tsx'
import { useProblemAt, problemAt, type MoneyProblem } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
import type { Wallet } from '../ui/wallets/wallet-choice.tsx'
import type { Proof } from './proof-field.tsx'

type Field = 'company' | 'amount' | 'reference' | 'date' | 'proof'
export type Problem = MoneyProblem<Field> & { readonly first?: FirstTopUp | undefined }
/** The top-up that has the typed bank reference. */
export type FirstTopUp = { readonly id: string; readonly ref: string }
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

const fields: Readonly<Record<string, Field>> = {
  company_not_found: 'company',
  wallet_not_found: 'company',
  invalid_amount: 'amount',
  bank_reference_used: 'reference',
  value_date_wrong: 'date',
  proof_not_found: 'proof',
}

/** A refusal at its field, with the deposit that it names. */
export const problemOf = (error: ApiError): Problem => {
  const { id, ref } = (error.data ?? {}) as Partial<FirstTopUp>
  return {
    ...problemAt(fields)(error),
    first: id !== undefined && ref !== undefined ? { id, ref } : undefined,
  }
}

const shortestReference = 3

/** The typed wire, what is wrong with it, and its preview once it was requested. */
export const useDepositForm = () => {
  const t = useText('topUps')
  const w = useText('walletMoney')
  const [company, setCompany] = useState<Holder | null>(null)
  const [wallet, setWallet] = useState<Wallet>('regular')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [valuedOn, setValuedOn] = useState(() => todayIn('UTC', now()))
  const [proof, setProof] = useState<Proof | null>(null)
  const problemOfAmount = useProblemAt(fields)
  const money = useMoneyReview<DepositReview, Problem>((error) => ({
    ...problemOf(error),
    ...problemOfAmount(error),
  }))

  const missing = (): Problem | null => {
    if (company?.kind !== 'company')
      return { field: 'company', text: company ? t('form.noCompany') : w('missing') }
    if (amountOf(amount) === null) return { field: 'amount', text: t('form.amountWrong') }
    if (reference.trim().length < shortestReference)
      return { field: 'reference', text: t('form.referenceMissing') }
    if (!/^\d{4}-\d\d-\d\d$/.test(valuedOn)) return { field: 'date', text: t('form.dateMissing') }
    return proof ? null : { field: 'proof', text: t('form.proofMissing') }
  }
  return {
    ...money,
    company,
    wallet,
    amount,
    reference,
    valuedOn,
    proof,
    isTyped: amount !== '' || reference !== '' || proof !== null,
    review: () =>
      money.review(missing(), async () => {
        const input = { companyId: company?.id ?? '', wallet, gross: amountOf(amount) ?? '' }
        const entered = { bankReference: reference.trim(), valuedOn, proofId: proof?.id ?? '' }
        return { input, entered, preview: await call(previewTopUp, { input, errors: 'none' }) }
      }),
    setCompany: money.typing(setCompany),
    setWallet: money.typing(setWallet),
    setAmount: money.typing(setAmount),
    setReference: money.typing(setReference),
    setValuedOn: money.typing(setValuedOn),
    setProof: money.typing(setProof),
  }
}
