import type { recordTreasuryOperation, treasuryKinds } from '@cardamom/contract/treasury/treasury-operations'
import type { InputOf } from '@cardamom/contract/endpoint'
import { parseUnits } from '@cardamom/contract/money'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Journal, JournalDetail } from '../kernel/plan.ts'
import { bookValueOf, ledgerDecimalsOf, rateAgainSeconds } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { PaymentAsset } from '../providers/rail/port.ts'
import { availableOf, openWallet, type WalletHolder } from '../wallets/wallet-holder.ts'
import {
  bankFeeCharged,
  capitalWithdrawn,
  fundingReturned,
  suspenseResolved,
  type SuspenseTarget,
} from './bank-postings.ts'
import { unitsBought, unitsSold } from './position-postings.ts'
import { capitalContributed, issuerFundingSent } from './treasury-postings.ts'
import type { TreasuryRow } from './treasury-operations.sql.ts'
import { effectiveOn, isValueDate } from './value-date.ts'

type TreasuryKind = (typeof treasuryKinds)[number]
export type TreasuryEntry = Omit<InputOf<typeof recordTreasuryOperation>, 'reason' | 'value'>

/** What a record depends on apart from its input. */
export type TreasuryFacts = {
  readonly assets: readonly PaymentAsset[]
  readonly gasCoin: PaymentAsset
  /** Of the coin of a conversion; null: there is no reliable rate. */
  readonly midRate: bigint | null
  /** The wire that came back, or that money in suspense was. */
  readonly funding:
    | (Pick<TreasuryRow, 'id' | 'kind' | 'status' | 'amountCents' | 'usedCents'> & {
        /** What of it neither arrived nor came back. */
        readonly leftCents: bigint
      })
    | null
  readonly holder: WalletHolder | null
  /** Whether an operation of the kind has this reference. */
  readonly isReferenceUsed: boolean
  readonly now: Date
}

/** A conversion: how many units of what, what the bank paid or got for them, and their value in the books. */
export type Conversion = {
  readonly asset: string
  readonly account: 'crypto.venue' | 'crypto.gas'
  readonly units: bigint
  readonly feeCents: bigint
  readonly paidCents: bigint
  readonly valueCents: bigint
  readonly venue: string
}

export type TreasuryDecision = {
  readonly entered: TreasuryEntry
  readonly conversion: Conversion | null
  readonly funding: TreasuryFacts['funding']
  readonly target: SuspenseTarget | null
  readonly holder: WalletHolder | null
  /** A wire ends by this record. */
  readonly fundingEnds: 'wire.arrived' | 'wire.returned' | null
  readonly effectiveAt: Date
}

export type TreasuryRefusal =
  | 'validation'
  | 'invalid_amount'
  | 'value_date_wrong'
  | 'rate_unavailable'
  | 'funding_not_open'
  | 'record_not_found'
  | 'wallet_not_found'
  | 'reference_used'

const missing = (field: string, code = 'required') =>
  refused('validation', { data: { errors: { [field]: [code] } } })

/** The largest number of a column. */
const mostUnits = 2n ** 63n - 1n

const ofConversion = ['asset', 'coins', 'fee', 'venue'] as const
const ofResolution = ['suspenseId', 'target', 'targetId'] as const
/** Fields of an entry that only some kinds have. */
const ownFields: Readonly<Partial<Record<TreasuryKind, readonly (keyof TreasuryEntry)[]>>> = {
  coins_bought: ofConversion,
  coins_sold: ofConversion,
  funding_returned: ['fundingId'],
  suspense_resolved: ofResolution,
}
const kindFields = [...ofConversion, 'fundingId', ...ofResolution] as const

/** A field that the kind does not have: two people would confirm what is not booked. */
const foreignField = (entered: TreasuryEntry) =>
  kindFields.find((field) => entered[field] !== undefined && !ownFields[entered.kind]?.includes(field))

const decideConversion = (
  { kind, amount, asset, coins, fee, venue }: TreasuryEntry,
  { assets, gasCoin, midRate }: TreasuryFacts,
): Answer<Conversion, TreasuryRefusal> => {
  const found = [...assets, gasCoin].find(
    (each) => ledgerAssetOf({ asset: each.symbol, network: each.network }) === asset,
  )
  if (!found || asset === undefined) return missing('asset')
  if (venue === undefined) return missing('venue')
  const ledgerDecimals = ledgerDecimalsOf(found.decimals)
  const units = parseUnits({ text: coins ?? '', decimals: ledgerDecimals })
  if (units === null || units <= 0n || units > mostUnits) return missing('coins', 'invalid')
  if (midRate === null)
    return refused('rate_unavailable', { field: 'asset', data: { retryAfterSeconds: rateAgainSeconds } })
  const feeCents = fee ?? 0n
  const paidCents = kind === 'coins_bought' ? amount + feeCents : amount - feeCents
  if (paidCents <= 0n) return refused('invalid_amount', { field: 'fee' })
  const valueCents = bookValueOf({ units, midRate, ledgerDecimals })
  const account = found === gasCoin ? 'crypto.gas' : 'crypto.venue'
  return accepted({ asset, account, units, feeCents, paidCents, valueCents, venue })
}

const isOpen = (funding: TreasuryFacts['funding']) =>
  funding?.kind === 'funding_sent' && funding.status === 'in_transit'

type Ends = Pick<TreasuryDecision, 'target' | 'fundingEnds'>
const nothingEnds: Ends = { target: null, fundingEnds: null }

/** What money in suspense was. A part of a wire leaves the rest of it in transit. */
const decideTarget = (
  { amount, suspenseId, target, targetId }: TreasuryEntry,
  { funding, holder }: TreasuryFacts,
): Answer<Ends, TreasuryRefusal> => {
  if (suspenseId === undefined) return missing('suspenseId')
  if (target === undefined) return missing('target')
  // Nobody sent it and nobody is owed it: it ends the difference that it would otherwise stay.
  if (target === 'operator') {
    if (targetId !== undefined) return missing('targetId', 'invalid')
    return accepted({ target: { account: { code: 'expense.reconciliation' } }, fundingEnds: null })
  }
  if (targetId === undefined) return missing('targetId')
  if (target === 'wallet') {
    if (!holder) return refused('record_not_found', { field: 'targetId' })
    if (!openWallet(holder, 'regular')) return refused('wallet_not_found', { field: 'targetId' })
    return accepted({ target: { account: availableOf(holder, 'regular') }, fundingEnds: null })
  }
  if (!funding || !isOpen(funding)) return refused('funding_not_open', { field: 'targetId' })
  if (amount > funding.leftCents) return refused('invalid_amount', { field: 'amount' })
  return accepted({
    target: { account: { code: 'issuer.transit' }, ref: funding.id },
    fundingEnds: amount === funding.leftCents ? 'wire.arrived' : null,
  })
}

/** What is left of a wire comes back as a whole: what the bank withheld of it is a fee of its own. */
const decideReturn = (
  { amount, fundingId }: TreasuryEntry,
  { funding }: TreasuryFacts,
): Answer<Ends, TreasuryRefusal> => {
  if (fundingId === undefined) return missing('fundingId')
  if (!funding || !isOpen(funding)) return refused('funding_not_open', { field: 'fundingId' })
  if (amount !== funding.leftCents) return refused('invalid_amount', { field: 'amount' })
  // The other part of it has arrived.
  const isWhole = amount === funding.amountCents
  return accepted({ target: null, fundingEnds: isWhole ? 'wire.returned' : 'wire.arrived' })
}

const decideEnds = (entered: TreasuryEntry, facts: TreasuryFacts): Answer<Ends, TreasuryRefusal> => {
  if (entered.kind === 'funding_returned') return decideReturn(entered, facts)
  return entered.kind === 'suspense_resolved' ? decideTarget(entered, facts) : accepted(nothingEnds)
}

export const isConversion = ({ kind }: TreasuryEntry) => kind === 'coins_bought' || kind === 'coins_sold'

/** Decides what a record of the treasury posts (money §4.1). The preview, the request and the booking use this. */
export const decideTreasury = (
  entered: TreasuryEntry,
  facts: TreasuryFacts,
): Answer<TreasuryDecision, TreasuryRefusal> => {
  const { amount, valuedOn } = entered
  const { now, funding, holder } = facts
  const foreign = foreignField(entered)
  if (foreign) return missing(foreign, 'invalid')
  if (amount <= 0n) return refused('invalid_amount', { field: 'amount' })
  if (!isValueDate(valuedOn, now)) return refused('value_date_wrong', { field: 'valuedOn' })
  if (facts.isReferenceUsed) return refused('reference_used', { field: 'reference' })
  const converted = isConversion(entered) ? decideConversion(entered, facts) : accepted(null)
  if (!converted.accepted) return converted
  const ends = decideEnds(entered, facts)
  if (!ends.accepted) return ends
  return accepted({
    entered,
    conversion: converted.value,
    funding,
    holder: entered.target === 'wallet' ? holder : null,
    ...ends.value,
    effectiveAt: effectiveOn(valuedOn, now),
  })
}

/** Nobody pays out of the bank account what is not there; a fee of the bank has happened already. */
const neverBelowZero = (journal: Journal): Journal => ({
  ...journal,
  legs: journal.legs.map((leg) =>
    leg.account.code === 'bank.settlement' && leg.amount > 0n ? { ...leg, atLeast: 0n } : leg,
  ),
})

/** The journal of a record, for its preview and for its booking. */
export const treasuryJournal = (
  { entered, conversion, funding, target, effectiveAt }: TreasuryDecision,
  of: { readonly id: string; readonly detail?: JournalDetail },
): Journal => {
  const { kind, amount: amountCents, reference } = entered
  const record = { ...of, amountCents, effectiveAt }
  if (kind === 'bank_fee') return bankFeeCharged({ ...record, line: reference })
  if (kind === 'capital_contributed') return capitalContributed(record)
  if (kind === 'capital_withdrawn') return neverBelowZero(capitalWithdrawn(record))
  if (kind === 'funding_sent') return neverBelowZero(issuerFundingSent(record))
  if (kind === 'funding_returned' && funding) return fundingReturned({ ...record, fundingId: funding.id })
  if (kind === 'suspense_resolved' && target)
    return suspenseResolved({ ...record, suspenseId: entered.suspenseId ?? '', to: target })
  if (!conversion) throw new Error(`A decision about ${kind} has all that its journal needs`)
  const trade = { ...of, ...conversion, reference, effectiveAt }
  return neverBelowZero(kind === 'coins_bought' ? unitsBought(trade) : unitsSold(trade))
}
