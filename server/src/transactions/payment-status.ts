import type { TransactionStatus } from '@cardamom/contract/transactions'
import { transitions } from '../kernel/states.ts'

/**
 * States of a payment. They follow from the set of its events (`paymentState`). Events come in any order and
 * the set only grows, so nothing becomes declined, and a cleared or refunded payment is never released.
 */
export const paymentTransitions = transitions({
  table: 'cardTransaction',
  initial: ['floating', 'settled', 'refunded', 'released', 'declined'],
  versioned: true,
  states: {
    declined: {
      'payment.floating': 'floating',
      'payment.settled': 'settled',
      'payment.refunded': 'refunded',
      'payment.released': 'released',
    },
    floating: {
      'payment.settled': 'settled',
      'payment.refunded': 'refunded',
      'payment.released': 'released',
    },
    released: {
      'payment.floating': 'floating',
      'payment.settled': 'settled',
      'payment.refunded': 'refunded',
    },
    settled: { 'payment.floating': 'floating', 'payment.refunded': 'refunded' },
    refunded: { 'payment.floating': 'floating', 'payment.settled': 'settled' },
  },
})

/** The transition event that leads to a state. */
export const eventTo = (status: Exclude<TransactionStatus, 'declined'>) => `payment.${status}` as const
