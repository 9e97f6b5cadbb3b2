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
import { problemAt, type MoneyProblem } from '../ui/wallets/limit-problem.ts'
import { useMoneyReview } from '../ui/wallets/money-review.ts'
import { amountOf } from '../ui/wallets/typed-amount.ts'
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

type Entry = {
  readonly kind: TreasuryKind
  readonly typed: Readonly<Record<TypedField, string>>
  readonly target: Target
  readonly holder: Holder | null
  readonly valuedOn: string
}

const isResolution = ({ kind }: Entry) => kind === 'suspense_resolved'
const needsWire = (entry: Entry) =>
  entry.kind === 'funding_returned' || (isResolution(entry) && entry.target === 'funding')
const needsHolder = (entry: Entry) => isResolution(entry) && entry.target === 'wallet'
const coinsOf = ({ coins }: Entry['typed']) => coins.replaceAll(/[\s,]/g, '')
const feeOf = ({ fee }: Entry['typed']) => (fee.trim() === '' ? '0' : amountOf(fee))

type Wrong = 'amount' | 'coins' | 'reference' | 'date' | 'choose'

/** The first field that is missing or wrong, from the top of the form. */
const firstProblem = (entry: Entry): readonly [Field, Wrong] | null => {
  const { kind, typed, holder, valuedOn } = entry
  const isTrade = isConversion(kind)
  const problems: readonly (readonly [boolean, Field, Wrong])[] = [
    [isTrade && typed.asset === '', 'asset', 'choose'],
    [isTrade && !/^\d{1,12}(\.\d{1,8})?$/.test(coinsOf(typed)), 'coins', 'coins'],
    [isResolution(entry) && typed.suspenseId === '', 'suspenseId', 'choose'],
    [needsHolder(entry) && !holder, 'holder', 'choose'],
    [needsWire(entry) && typed.fundingId === '', 'fundingId', 'choose'],
    [amountOf(typed.amount) === null, 'amount', 'amount'],
    [isTrade && feeOf(typed) === null, 'fee', 'amount'],
    [isTrade && typed.venue.trim().length < shortestReference, 'venue', 'reference'],
    [typed.reference.trim().length < shortestReference, 'reference', 'reference'],
    [!/^\d{4}-\d\d-\d\d$/.test(valuedOn), 'valuedOn', 'date'],
  ]
  const found = problems.find(([isWrong]) => isWrong)
  return found ? [found[1], found[2]] : null
}

/** What is sent: only what the kind has. */
const inputOf = (entry: Entry): TreasuryReview['input'] => {
  const { kind, typed, target, holder, valuedOn } = entry
  const { asset, venue, fundingId, suspenseId, reference, proof } = typed
  const coins = coinsOf(typed)
  const targetId = needsHolder(entry) ? (holder?.id ?? '') : fundingId
  const resolved = { suspenseId, target, ...(target === 'operator' ? {} : { targetId }) }
  return {
    kind,
    amount: amountOf(typed.amount) ?? '',
    valuedOn,
    reference: reference.trim(),
    ...(proof.trim() === '' ? {} : { proof: proof.trim() }),
    ...(isConversion(kind) ? { asset, coins, fee: feeOf(typed) ?? '', venue: venue.trim() } : {}),
    ...(kind === 'funding_returned' ? { fundingId } : {}),
    ...(isResolution(entry) ? resolved : {}),
  }
}

/** The typed record, what is wrong with it, and its preview once it was requested. */
export const useTreasuryForm = () => {
  const t = useText('treasuryOperations')
  const [query] = useQueryParams()
  const [kind, setKind] = useState<TreasuryKind>(isKind(query['kind']) ? query['kind'] : 'funding_sent')
  const [typed, setTyped] = useState(typedFields)
  const [target, setTarget] = useState<Target>('funding')
  const [holder, setHolder] = useState<Holder | null>(null)
  const [valuedOn, setValuedOn] = useState(() => todayIn('UTC', now()))
  const money = useMoneyReview<TreasuryReview, MoneyProblem<Field>>(problemAt(fieldsOfRefusals))
  const entry: Entry = { kind, typed, target, holder, valuedOn }
  const missing = (): MoneyProblem<Field> | null => {
    const found = firstProblem(entry)
    return found && { field: found[0], text: t(`form.wrong.${found[1]}`) }
  }
  return {
    ...money,
    ...entry,
    review: () =>
      money.review(missing(), async () => {
        const input = inputOf(entry)
        return { input, preview: await call(previewTreasuryOperation, { input, errors: 'none' }) }
      }),
    needsWire: needsWire(entry),
    needsHolder: needsHolder(entry),
    isTyped: Object.values(typed).some((text) => text !== ''),
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
