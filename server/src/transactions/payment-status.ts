import type { TransactionStatus } from '@cardamom/contract/transactions'
import { transitions } from '../kernel/states.ts'

/**
 * States of a payment. They follow from the set of its events (`paymentState`), which come in any order and only grow: so
 * nothing becomes declined, and what was cleared or refunded is never released.
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

/** The event that leads to a state, which the set of the payment's events says. */
export const eventTo = (status: Exclude<TransactionStatus, 'declined'>) => `payment.${status}` as const
