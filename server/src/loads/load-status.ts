import { transitions } from '../kernel/states.ts'
import type { EventOf, StateOf } from '../kernel/states.ts'

/**
 * States of a load and of an order paid in crypto (domain §15). Events that post have the
 * name of their posting kind; money §4.2 says what each needs.
 */
export const loadTransitions = transitions({
  quoted: {
    'load.detected': 'detected',
    'load.cancelled': 'cancelled',
    'load.expired': 'expired',
  },
  detected: {
    'load.confirmed': 'confirmed',
    'load.undetected': 'quoted',
    'load.undetected_after_time': 'expired',
  },
  cancelled: { 'load.paid_late': 'review' },
  expired: { 'load.paid_late': 'review' },
  confirmed: {
    'load.accepted': 'held',
    'load.set_aside': 'review',
  },
  review: {
    'load.accepted': 'held',
    'refund.sent': 'refunding',
  },
  held: {
    'issuer.transfer_started': 'crediting',
    'load.undone': 'review',
  },
  crediting: {
    'load.credited': 'credited',
    'issuer.transfer_refused': 'held',
    'load.credit_failed': 'credit_failed',
  },
  credit_failed: {
    'issuer.transfer_started': 'crediting',
    'load.undone': 'review',
  },
  credited: { 'load.reversed': 'review' },
  refunding: {
    'refund.confirmed': 'refunded',
    'refund.failed': 'review',
  },
  refunded: {},
})

/** State of a load. */
export type LoadStatus = StateOf<typeof loadTransitions>
/** What may happen to a load. */
export type LoadEvent = EventOf<typeof loadTransitions>

/**
 * Why the money of a load is not as quoted: a second column beside the state, kept after it is solved
 * (domain §15). A load without one is as quoted.
 */
export const loadExceptions = [
  'underpaid',
  'overpaid',
  'late',
  'wrong_asset',
  'second_payment',
  'below_minimum',
  'over_limit',
  'kyc',
  'screening',
] as const

/** One of `loadExceptions`. */
export type LoadException = (typeof loadExceptions)[number]
