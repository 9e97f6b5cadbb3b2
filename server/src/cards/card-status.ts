import { nextStatus, transitions, statesOf } from '../kernel/states.ts'
import type { EventOf, StateOf } from '../kernel/states.ts'

/**
 * Transitions of a card (domain §6, §15). A transition that the issuer must make too goes through `pending`: see
 * `beginCardCall`.
 */
export const cardTransitions = transitions({
  new: {
    'card.associated': 'associated',
    'card.closed': 'closed',
  },
  associated: {
    'card.activation_requested': 'requested_activation',
    'card.activated': 'activated',
  },
  requested_activation: { 'card.activated': 'activated' },
  activated: {
    'card.blocked': 'blocked',
    'card.replaced': 'replaced',
    'card.expired': 'expired',
    'card.closing_started': 'closing',
  },
  blocked: {
    'card.resumed': 'activated',
    'card.replaced': 'replaced',
    'card.expired': 'expired',
    'card.closing_started': 'closing',
  },
  replaced: {},
  expired: {},
  closing: { 'card.closed': 'closed' },
  closed: {},
})

/** What may happen to a card. */
export type CardEvent = EventOf<typeof cardTransitions>
/** State of a card that waits for no answer of the issuer. */
export type SettledCardStatus = StateOf<typeof cardTransitions>
/** State of a card; `pending`: an issuer call is in flight, or its outcome is unknown. */
export type CardStatus = SettledCardStatus | 'pending'

/** Every state of a card, for a CHECK, a filter, the wire's enum. */
export const cardStatuses: readonly CardStatus[] = [...statesOf(cardTransitions), 'pending']

/** A card while an issuer call is in flight: which transition waits for its answer, and from which state. */
export type PendingCard = {
  readonly status: 'pending'
  readonly pendingCall: CardEvent
  readonly pendingFrom: SettledCardStatus
}

/**
 * How an issuer call ended: done, or refused or proved absent. While that is unknown the card stays pending.
 */
export type CardCallOutcome = 'ok' | 'rejected'

/**
 * The card while the issuer is asked for `event`; null when the card has no such transition (`card_invalid`).
 */
export const beginCardCall = (from: CardStatus, event: CardEvent): PendingCard | null =>
  from === 'pending' || nextStatus(cardTransitions, from, event) === null
    ? null
    : { status: 'pending', pendingCall: event, pendingFrom: from }

/** Where a pending card goes: the target of the call when the issuer did it, else back to where it was. */
export const endCardCall = (
  { pendingCall, pendingFrom }: Omit<PendingCard, 'status'>,
  outcome: CardCallOutcome,
): SettledCardStatus =>
  outcome === 'ok' ? (nextStatus(cardTransitions, pendingFrom, pendingCall) ?? pendingFrom) : pendingFrom

/** Why a card is blocked (domain §6). */
export const blockReasons = ['self', 'admin', 'issuer', 'fraud'] as const

/** One of `blockReasons`. */
export type BlockReason = (typeof blockReasons)[number]

/**
 * Whether a block may be undone by this party: the holder undoes their own, an admin an admin's, and only
 * the issuer's event undoes the issuer's and the fraud block (domain §15).
 */
export const mayResume = ({
  reason,
  by,
}: {
  reason: BlockReason
  by: 'holder' | 'admin' | 'issuer'
}): boolean => {
  const undoneBy = { self: 'holder', admin: 'admin', issuer: 'issuer', fraud: 'issuer' } as const
  return undoneBy[reason] === by
}
