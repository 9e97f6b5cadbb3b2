import type { loadExceptions } from '@cardamom/contract/loads/load-exceptions'
import { transitions } from '../kernel/states.ts'
import type { EventOf, StateOf } from '../kernel/states.ts'

/**
 * States of a load and of an order paid in crypto (domain §15). Events that post have the name of their
 * posting kind; money §4.2 says what each needs.
 */
export const loadTransitions = transitions({
  table: 'load',
  // A further payment to the address of a load is a separate load that starts in review.
  initial: ['quoted', 'review'],
  versioned: true,
  states: {
    quoted: {
      'load.detected': 'detected',
      'load.cancelled': 'cancelled',
      'load.expired': 'expired',
      'load.set_aside': 'review',
    },
    detected: {
      'load.accepted': 'held',
      // The crypto was for a wallet: what follows is about its top-up.
      'topup.accepted': 'topped_up',
      'load.set_aside': 'review',
      'load.undetected': 'quoted',
      'load.undetected_after_time': 'expired',
    },
    cancelled: { 'load.paid_late': 'review' },
    expired: { 'load.paid_late': 'review' },
    review: { 'load.accepted': 'held', 'topup.accepted': 'topped_up', 'refund.sent': 'refunding' },
    topped_up: { 'topup.reversed': 'review' },
    held: { 'issuer.transfer_started': 'crediting', 'load.undone': 'review' },
    crediting: {
      'load.credited': 'credited',
      'issuer.transfer_refused': 'held',
      'load.credit_failed': 'credit_failed',
    },
    credit_failed: { 'issuer.transfer_started': 'crediting', 'load.undone': 'review' },
    credited: { 'load.reversed': 'review' },
    refunding: { 'refund.confirmed': 'refunded', 'refund.failed': 'review' },
    refunded: {},
  },
})

/** State of a load. */
export type LoadStatus = StateOf<typeof loadTransitions>
/** What may happen to a load. */
export type LoadEvent = EventOf<typeof loadTransitions>
/**
 * An entry of a load's history. `confirmed`: its money is final; the load continues in the same transaction.
 */
export type LoadMilestone = LoadStatus | 'confirmed'

/** States of a transfer to an address of ours on the chain. `unlisted`: a token that pays nothing. */
export const chainTransferTransitions = transitions({
  table: 'chainTransfer',
  initial: ['seen', 'unlisted'],
  states: {
    seen: { 'transfer.finalised': 'final', 'transfer.reorganised': 'gone' },
    gone: { 'transfer.seen': 'seen' },
    final: {},
    unlisted: {},
  },
})

/** States of a refund that a payer requested. */
export const loadRefundTransitions = transitions({
  table: 'loadRefund',
  initial: ['requested'],
  states: {
    requested: { 'refund.approved': 'queued', 'refund.withdrawn': 'withdrawn' },
    // Two people have approved it. It waits to be sent.
    queued: { 'refund.sent': 'sending', 'refund.stopped': 'failed' },
    sending: { 'refund.confirmed': 'paid', 'refund.failed': 'failed' },
    paid: {},
    failed: {},
    withdrawn: {},
  },
})

/** States of a reversal of a credited load, whose money the card issuer takes off the card. */
export const loadReversalTransitions = transitions({
  table: 'loadReversal',
  initial: ['pending'],
  states: {
    pending: { 'reversal.completed': 'completed', 'reversal.refused': 'refused' },
    completed: {},
    refused: {},
  },
})

/** One of `loadExceptions`. */
export type LoadException = (typeof loadExceptions)[number]
