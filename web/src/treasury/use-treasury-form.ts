import {
  previewTreasuryOperation,
  suspenseTargets,
  treasuryKinds,
} from '@cardamom/contract/treasury/treasury-operations'
import { todayIn } from '@cardamom/contract/dates'
import { useState } from 'react'
import { call } from '../kernel/api.ts'
import { now } from '../kernel/clock.ts'
import { useText } from '../kernel/i18n.tsx'
import { useQueryParams } from '../kernel/router.tsx'
import type { Holder } from '../ui/wallets/holder-field.tsx'
import { useMoneyReview, type MoneyProblem } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/wallet-choice.tsx'
import type { TreasuryReview } from './treasury-dialog.tsx'

export type TreasuryKind = (typeof treasuryKinds)[number]
type Target = (typeof suspenseTargets)[number]

/** The fields of all kinds, as they are typed. */
const typedFields = {
  amount: '',
  asset: '',
  coins: '',
  fee: '',
  venue: '',
  fundingId: '',
  suspenseId: '',
  reference: '',
  proof: '',
}
export type TypedField = keyof typeof typedFields
export type Field = TypedField | 'valuedOn' | 'holder'

const fieldsOfRefusals: Readonly<Record<string, Field>> = {
  invalid_amount: 'amount',
  value_date_wrong: 'valuedOn',
  reference_used: 'reference',
  rate_unavailable: 'asset',
  funding_not_open: 'fundingId',
  record_not_found: 'holder',
  wallet_not_found: 'holder',
}

export const isConversion = (kind: TreasuryKind) => kind === 'coins_bought' || kind === 'coins_sold'
const shortestReference = 3
const isKind = (text: string | undefined): text is TreasuryKind => treasuryKinds.some((kind) => kind === text)

/** The typed record, what is wrong with it, and its preview once it was requested for. */
export const useTreasuryForm = () => {
  const t = useText('treasuryOperations')
  const [query] = useQueryParams()
  const [kind, setKind] = useState<TreasuryKind>(isKind(query['kind']) ? query['kind'] : 'funding_sent')
  const [typed, setTyped] = useState({ ...typedFields, suspenseId: query['suspense'] ?? '' })
  const [target, setTarget] = useState<Target>('funding')
  const [holder, setHolder] = useState<Holder | null>(null)
  const [valuedOn, setValuedOn] = useState(() => todayIn('UTC', now()))
  const money = useMoneyReview<TreasuryReview, Field>(fieldsOfRefusals)

  const isResolution = kind === 'suspense_resolved'
  const needsWire = kind === 'funding_returned' || (isResolution && target === 'funding')
  const needsHolder = isResolution && target === 'wallet'
  const coins = typed.coins.replaceAll(/[\s,]/g, '')
  const fee = typed.fee.trim() === '' ? '0' : amountOf(typed.fee)
  const problems: readonly (readonly [boolean, Field, string])[] = [
    [isResolution && typed.suspenseId === '', 'suspenseId', t('form.wrong.choose')],
    [needsWire && typed.fundingId === '', 'fundingId', t('form.wrong.choose')],
    [needsHolder && !holder, 'holder', t('form.wrong.choose')],
    [isConversion(kind) && typed.asset === '', 'asset', t('form.wrong.choose')],
    [isConversion(kind) && !/^\d{1,12}(\.\d{1,8})?$/.test(coins), 'coins', t('form.wrong.coins')],
    [amountOf(typed.amount) === null, 'amount', t('form.wrong.amount')],
    [isConversion(kind) && fee === null, 'fee', t('form.wrong.amount')],
    [isConversion(kind) && typed.venue.trim().length < shortestReference, 'venue', t('form.wrong.reference')],
    [typed.reference.trim().length < shortestReference, 'reference', t('form.wrong.reference')],
    [!/^\d{4}-\d\d-\d\d$/.test(valuedOn), 'valuedOn', t('form.wrong.date')],
  ]
  const missing = (): MoneyProblem<Field> | null => {
    const found = problems.find(([isWrong]) => isWrong)
    return found ? { field: found[1], text: found[2] } : null
  }
  const inputOf = (): TreasuryReview['input'] => {
    const { asset, venue, fundingId, suspenseId, reference, proof } = typed
    return {
      kind,
      amount: amountOf(typed.amount) ?? '',
      valuedOn,
      reference: reference.trim(),
      ...(proof.trim() === '' ? {} : { proof: proof.trim() }),
      ...(isConversion(kind) ? { asset, coins, fee: fee ?? '', venue: venue.trim() } : {}),
      ...(kind === 'funding_returned' ? { fundingId } : {}),
      ...(isResolution ? { suspenseId, target, targetId: needsHolder ? (holder?.id ?? '') : fundingId } : {}),
    }
  }
  const review = () =>
    money.review(missing(), async () => {
      const input = inputOf()
      return { input, preview: await call(previewTreasuryOperation, { input, errors: 'none' }) }
    })
  return {
    ...money,
    review,
    kind,
    typed,
    target,
    holder,
    valuedOn,
    needsWire,
    needsHolder,
    isTyped: Object.entries(typed).some(([field, text]) => text !== '' && field !== 'suspenseId'),
    set: (field: TypedField) =>
      money.typing((text: string) => setTyped((before) => ({ ...before, [field]: text }))),
    /** Chooses what the record is about; its amount is proposed. */
    choose: money.typing(
      ({ field, id, amount }: { field: 'fundingId' | 'suspenseId'; id: string; amount: string }) =>
        setTyped((before) => ({ ...before, [field]: id, amount: amount === '' ? before.amount : amount })),
    ),
    setKind: money.typing(setKind),
    setTarget: money.typing(setTarget),
    setHolder: money.typing(setHolder),
    setValuedOn: money.typing(setValuedOn),
  }
}

export type TreasuryForm = ReturnType<typeof useTreasuryForm>
