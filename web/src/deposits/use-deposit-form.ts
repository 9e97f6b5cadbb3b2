import { previewTopUp } from '@cardamom/contract/deposits'
import type { SentInputOf, WireOf } from '@cardamom/contract/endpoint'
import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { ApiError, call } from '../kernel/api.ts'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { sentenceOf } from '../kernel/transport.ts'
import type { Holder } from '../ui/wallets/holder-field.tsx'
import { amountOf, type Wallet } from '../ui/wallets/wallet-choice.tsx'
import type { Proof } from './proof-field.tsx'

type Field = 'company' | 'amount' | 'reference' | 'date' | 'proof' | null
export type Problem = {
  readonly field: Field
  readonly text: string
  readonly first?: FirstTopUp | undefined
}
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
    field: fields[error.code] ?? null,
    text: sentenceOf(error),
    first: id !== undefined && ref !== undefined ? { id, ref } : undefined,
  }
}

const shortestReference = 3

/** The typed wire, what is wrong with it, and its preview once it was asked for. */
export const useDepositForm = () => {
  const t = useText('topUps')
  const w = useText('walletMoney')
  const [company, setCompany] = useState<Holder | null>(null)
  const [wallet, setWallet] = useState<Wallet>('regular')
  const [amount, setAmount] = useState('')
  const [reference, setReference] = useState('')
  const [valuedOn, setValuedOn] = useState(() => todayIn('UTC', now()))
  const [proof, setProof] = useState<Proof | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [isReading, setReading] = useState(false)
  const [shown, setShown] = useState<DepositReview | null>(null)

  const missing = (): Problem | null => {
    if (company?.kind !== 'company')
      return { field: 'company', text: company ? t('form.noCompany') : w('missing') }
    if (amountOf(amount) === null) return { field: 'amount', text: t('form.amountWrong') }
    if (reference.trim().length < shortestReference)
      return { field: 'reference', text: t('form.referenceMissing') }
    if (!/^\d{4}-\d\d-\d\d$/.test(valuedOn)) return { field: 'date', text: t('form.dateMissing') }
    return proof ? null : { field: 'proof', text: t('form.proofMissing') }
  }
  const review = async () => {
    const first = missing()
    setProblem(first)
    if (first || !company || !proof || isReading) return
    const input = { companyId: company.id, wallet, gross: amountOf(amount) ?? '' }
    const entered = { bankReference: reference.trim(), valuedOn, proofId: proof.id }
    setReading(true)
    try {
      setShown({ input, entered, preview: await call(previewTopUp, { input, errors: 'none' }) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown(null)
      setProblem(problemOf(error))
    } finally {
      setReading(false)
    }
  }
  /** A change ends the problem that was shown. */
  const typing =
    <T>(store: (value: T) => void) =>
    (value: T) => {
      setProblem(null)
      store(value)
    }
  return {
    company,
    wallet,
    amount,
    reference,
    valuedOn,
    proof,
    problem,
    isReading,
    shown,
    review,
    isTyped: amount !== '' || reference !== '' || proof !== null,
    errorOf: (field: Field) => (problem?.field === field ? problem.text : null),
    setCompany: typing(setCompany),
    setWallet: typing(setWallet),
    setAmount: typing(setAmount),
    setReference: typing(setReference),
    setValuedOn: typing(setValuedOn),
    setProof: typing(setProof),
    close: () => setShown(null),
    refuse: (found: Problem) => {
      setShown(null)
      setProblem(found)
    },
  }
}
