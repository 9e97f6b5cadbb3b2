import type { SpendingCategory, TransactionPurpose, TransactionStatus } from '@cardamom/contract/transactions'
import type { IssuerTransactionEvent } from '../providers/issuer/port.ts'
import { cardFeedState, type CardFeedEvent, type CardFeedState } from './card-feed.ts'
import { categoryOf, isCash } from './spending-category.ts'

/** The amount in the shop's currency; null where that is USD. */
type OriginalAmount = {
  readonly amount: string
  readonly currency: string
  readonly rate: string | null
}

/**
 * The columns of a payment's row or a related row that follow from its events. Cents; money out is negative.
 */
export type PaymentRow = {
  readonly status: TransactionStatus
  readonly purpose: TransactionPurpose
  readonly amountCents: bigint
  readonly heldCents: bigint
  readonly settledCents: bigint
  readonly original: OriginalAmount | null
  readonly at: Date
  readonly authorisedAt: Date | null
  readonly settledAt: Date | null
  readonly holdsUntil: Date | null
  readonly declineReason: string | null
  readonly reason: string | null
  readonly refundOf: Date | null
}

/** A fee, a refund or a declined increment: a row of its own, identified by its event and purpose. */
export type RelatedRow = PaymentRow & { readonly issuerEventId: string }

export type PaymentState = {
  readonly feed: CardFeedState
  readonly category: SpendingCategory
  readonly own: PaymentRow
  readonly related: readonly RelatedRow[]
  /** A clearing came without an authorisation (domain §12). */
  readonly isUnauthorised: boolean
}

type Event = IssuerTransactionEvent
type Type = Event['type']

export const feedEvent = (event: Event): CardFeedEvent => ({
  id: event.eventId,
  type: event.type,
  amountCents: event.amountCents,
  isFinal: event.final,
})

const byTime = (left: Event, right: Event) =>
  left.occurredAt.getTime() - right.occurredAt.getTime() || (left.eventId < right.eventId ? -1 : 1)

const sumCents = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const cents = (events: readonly Event[]) => sumCents(events.map(({ amountCents }) => amountCents))
const latest = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((last, date) => (last && last >= date ? last : date), null)
const feesOf = (events: readonly Event[]) => events.flatMap(({ fees }) => fees)

const decimals = (text: string) => text.split('.')[1]?.length ?? 0
/** The sum of decimal texts of one currency. Events with `takesOff` are subtracted. */
const sumOriginal = (events: readonly { event: Event; subtracts: boolean }[]): string => {
  const fractionDigits = Math.max(...events.map(({ event }) => decimals(event.originalAmount)))
  const units = events.map(({ event, subtracts }) => {
    const [whole = '0', fraction = ''] = event.originalAmount.split('.')
    const size = BigInt(whole + fraction.padEnd(fractionDigits, '0'))
    return subtracts ? -size : size
  })
  const digits = sumCents(units)
    .toString()
    .padStart(fractionDigits + 1, '0')
  return fractionDigits === 0
    ? digits
    : `${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`
}

const originalOf = (added: readonly Event[], subtracted: readonly Event[] = []): OriginalAmount | null => {
  const last = added.at(-1)
  if (!last || last.originalCurrency === 'USD') return null
  const amount = sumOriginal([
    ...added.map((event) => ({ event, subtracts: false })),
    ...subtracted.map((event) => ({ event, subtracts: true })),
  ])
  return amount.startsWith('-') ? null : { amount, currency: last.originalCurrency, rate: last.rate }
}

type SortedEvents = Readonly<Record<Type, readonly Event[]>> & { readonly all: readonly Event[] }

const sortEvents = (events: readonly Event[]): SortedEvents => {
  const all = [...new Map(events.map((event) => [event.eventId, event])).values()].sort(byTime)
  const of = (type: Type) => all.filter((event) => event.type === type)
  return {
    all,
    authorisation: of('authorisation'),
    increment: of('increment'),
    reversal: of('reversal'),
    clearing: of('clearing'),
    refund: of('refund'),
    decline: of('decline'),
    lapse: of('lapse'),
  }
}

const statusOf = (sorted: SortedEvents, { floatingCents }: CardFeedState): TransactionStatus => {
  if (sorted.decline.length === sorted.all.length) return 'declined'
  if (floatingCents > 0n) return 'floating'
  if (sorted.clearing.length === 0) return sorted.refund.length > 0 ? 'settled' : 'released'
  const cleared = cents(sorted.clearing)
  return cleared > 0n && cents(sorted.refund) >= cleared ? 'refunded' : 'settled'
}

const plain = {
  heldCents: 0n,
  settledCents: 0n,
  original: null,
  authorisedAt: null,
  settledAt: null,
  holdsUntil: null,
  declineReason: null,
  reason: null,
  refundOf: null,
}

const declinedRow = (event: Event, purpose: TransactionPurpose): PaymentRow => ({
  ...plain,
  status: 'declined',
  purpose,
  amountCents: -event.amountCents,
  original: originalOf([event]),
  at: event.occurredAt,
  declineReason: event.declineReason ?? 'other',
})

const refundRow = (events: readonly Event[], refundOf: Date | null): PaymentRow => {
  const at = latest(events.map(({ occurredAt }) => occurredAt))
  return {
    ...plain,
    status: 'settled',
    purpose: 'refund',
    amountCents: cents(events),
    settledCents: cents(events),
    original: originalOf(events),
    at: at ?? new Date(0),
    settledAt: at,
    reason: events.some(({ reason }) => reason === 'chargeback') ? 'chargeback' : null,
    refundOf,
  }
}

/** The row of a payment that was authorised or cleared, without its fees and refunds. */
const spendingRow = (sorted: SortedEvents, feed: CardFeedState, purpose: TransactionPurpose): PaymentRow => {
  const { authorisation, increment, reversal, clearing } = sorted
  const status = statusOf(sorted, feed)
  const settledCents = sumCents(feesOf(clearing).map(({ amountCents }) => amountCents)) - cents(clearing)
  const clearedAt = latest(clearing.map(({ occurredAt }) => occurredAt))
  const held = [...authorisation, ...increment]
  const first = held[0] ?? clearing[0] ?? sorted.all[0]
  const isReleased = status === 'released'
  return {
    ...plain,
    status,
    purpose,
    amountCents: isReleased ? -cents(held) : settledCents - feed.floatingCents,
    heldCents: feed.floatingCents,
    settledCents,
    original: clearing.length > 0 ? originalOf(clearing) : originalOf(held, isReleased ? [] : reversal),
    at: clearedAt ?? first?.occurredAt ?? new Date(0),
    authorisedAt: held[0]?.occurredAt ?? null,
    settledAt: status === 'floating' || isReleased ? null : clearedAt,
    holdsUntil: status === 'floating' ? latest(sorted.all.flatMap(({ lapsesAt }) => lapsesAt ?? [])) : null,
  }
}

const feeRows = (clearing: readonly Event[]): RelatedRow[] =>
  clearing.flatMap((event) =>
    [...Map.groupBy(event.fees, ({ type }) => type)]
      .map(([type, fees]) => ({ type, amountCents: sumCents(fees.map((fee) => fee.amountCents)) }))
      .filter(({ amountCents }) => amountCents !== 0n)
      .map(({ type, amountCents }) => ({
        ...plain,
        issuerEventId: event.eventId,
        status: 'settled' as const,
        purpose: 'fee' as const,
        amountCents: -amountCents,
        settledCents: -amountCents,
        at: event.occurredAt,
        settledAt: event.occurredAt,
        reason: type,
      })),
  )

/**
 * Computes a payment from the set of its events: the held and settled amounts, its row and its related rows
 * (money §3 and §4.5; domain §6). The order and the repetition of events do not change the result. Throws
 * when the set is empty.
 */
export const paymentState = (events: readonly Event[]): PaymentState => {
  const sorted = sortEvents(events)
  const [first] = sorted.all
  if (!first) throw new RangeError('A payment has at least one event')
  const feed = cardFeedState(sorted.all.map(feedEvent))
  const category = categoryOf(first.merchant.mcc)
  const purpose = isCash({ mcc: first.merchant.mcc, channel: first.channel }) ? 'cash' : 'purchase'
  const common = {
    feed,
    category,
    isUnauthorised: sorted.clearing.length > 0 && sorted.authorisation.length === 0,
  }
  const isDeclined = sorted.decline.length === sorted.all.length
  if (isDeclined) return { ...common, own: declinedRow(first, purpose), related: [] }
  const declines = sorted.decline.map((event) => ({
    ...declinedRow(event, purpose),
    issuerEventId: event.eventId,
  }))
  const spends = sorted.all.some(({ type }) => type !== 'refund' && type !== 'decline')
  if (!spends) return { ...common, own: refundRow(sorted.refund, null), related: declines }
  const own = spendingRow(sorted, feed, purpose)
  const refunds = sorted.refund.map((event) => ({
    ...refundRow([event], own.authorisedAt ?? sorted.clearing[0]?.occurredAt ?? null),
    issuerEventId: event.eventId,
  }))
  return { ...common, own, related: [...feeRows(sorted.clearing), ...refunds, ...declines] }
}
