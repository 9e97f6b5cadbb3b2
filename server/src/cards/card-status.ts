import { nextStatus, statesOf, transitions } from '../kernel/states.ts'
import type { EventOf, StateOf } from '../kernel/states.ts'

/**
 * Transitions of a card (domain §6, §15). A transition that the issuer must make too goes through `pending`:
 * see `startPending`.
 */
export const cardTransitions = transitions({
  table: 'card',
  initial: ['new'],
  versioned: true,
  waiting: 'pending',
  states: {
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
  },
})

/** States of a call to the issuer about a card. `unknown` from its sending until its outcome is known. */
export const cardCallTransitions = transitions({
  table: 'cardCall',
  initial: ['started'],
  states: {
    started: { 'call.sent': 'unknown', 'call.done': 'done', 'call.refused': 'refused' },
    unknown: { 'call.absent': 'started', 'call.done': 'done', 'call.refused': 'refused' },
    done: {},
    refused: {},
  },
})

/** What may happen to a card. */
export type CardEvent = EventOf<typeof cardTransitions>
/** State of a card without an open call to the issuer. */
export type SettledCardStatus = StateOf<typeof cardTransitions>
/** State of a card; `pending`: an issuer call is in flight, or its outcome is unknown. */
export type CardStatus = SettledCardStatus | 'pending'

/** Every state of a card, for a CHECK, a filter and the wire's enum. */
export const cardStatuses: readonly CardStatus[] = [...statesOf(cardTransitions), 'pending']

/** Whether this transition can be requested for a card: its state has it, and no other is open. */
export const canWaitFor = (status: CardStatus, event: CardEvent): status is SettledCardStatus =>
  status !== 'pending' && nextStatus(cardTransitions, status, event) !== null

/** Why a card is blocked (domain §6). */
export const blockReasons = ['self', 'admin', 'issuer', 'fraud'] as const

/** One of `blockReasons`. */
export type BlockReason = (typeof blockReasons)[number]

/**
 * Whether this party may undo a block: the holder undoes their own, an admin an admin's, and only the
 * issuer's event undoes the issuer's and the fraud block (domain §15).
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
