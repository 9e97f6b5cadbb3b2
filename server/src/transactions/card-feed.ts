import type { Journal } from '../kernel/plan.ts'
import { credit, debit, journal } from '../ledger/posting.ts'

/** Types of the issuer's events; `void` cancels an authorisation, `lapse` means that it expired. */
export type CardFeedEventType =
  | 'authorisation'
  | 'increment'
  | 'reversal'
  | 'clearing'
  | 'void'
  | 'lapse'
  | 'refund'
  | 'decline'

/**
 * One stored event, already translated from the issuer's terms; billed amount in USD cents, never negative.
 */
export type CardFeedEvent = {
  /** The issuer's event id: events with the same id count once. */
  readonly id: string
  readonly type: CardFeedEventType
  readonly amountCents: bigint
  /** On a clearing: it is the last one, so nothing stays held. */
  readonly isFinal?: boolean
}

/** State of one issuer transaction: the amount held on the card, and cleared less refunded. Cents. */
export type CardFeedState = { readonly floatingCents: bigint; readonly settledCents: bigint }

/** The state before the first event. */
export const nothingFed: CardFeedState = { floatingCents: 0n, settledCents: 0n }

const kindOf: Readonly<Record<Exclude<CardFeedEventType, 'decline'>, string>> = {
  authorisation: 'card.authorised',
  increment: 'card.authorised',
  reversal: 'card.reversed',
  void: 'card.reversed',
  lapse: 'card.lapsed',
  clearing: 'card.cleared',
  refund: 'card.refunded',
}

const ends = ({ type, isFinal }: CardFeedEvent) =>
  type === 'void' || type === 'lapse' || (type === 'clearing' && isFinal === true)

/**
 * Computes the state of one issuer transaction from the set of its events. Their order, repetition and delay
 * do not matter (money §3, Card feed). Throws RangeError for a negative amount.
 */
export const cardFeedState = (events: readonly CardFeedEvent[]): CardFeedState => {
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()]
  if (distinct.some(({ amountCents }) => amountCents < 0n))
    throw new RangeError('A feed amount must not be negative')
  const sum = (...types: CardFeedEventType[]) =>
    distinct
      .filter(({ type }) => types.includes(type))
      .reduce((total, event) => total + event.amountCents, 0n)
  const cleared = sum('clearing')
  const held = sum('authorisation', 'increment') - sum('reversal') - cleared
  return {
    floatingCents: distinct.some(ends) || held < 0n ? 0n : held,
    settledCents: cleared - sum('refund'),
  }
}

/**
 * The journal of an event: the change of its transaction, or null when it changes nothing or was declined
 * (money §4.5). `before` is the state that was posted so far, `after` the state with this event.
 */
export const cardFeedJournal = (change: {
  readonly event: CardFeedEvent
  readonly before: CardFeedState
  readonly after: CardFeedState
  readonly card: { readonly ownerId: string; readonly companyId: string }
  readonly transactionId: string
  readonly effectiveAt: Date
}): Journal | null => {
  const { event, before, after, card } = change
  if (event.type === 'decline') return null
  const floatingCents = after.floatingCents - before.floatingCents
  const settledCents = after.settledCents - before.settledCents
  if (floatingCents === 0n && settledCents === 0n) return null
  return journal({
    kind: kindOf[event.type],
    key: `issuer:${event.id}`,
    command: `event ${event.id}`,
    effectiveAt: change.effectiveAt,
    subjectId: change.transactionId,
    legs: [
      debit({ code: 'card.available', ...card }, floatingCents + settledCents),
      credit({ code: 'card.floating', ...card }, floatingCents),
      credit({ code: 'issuer.allocated' }, settledCents),
    ],
  })
}
