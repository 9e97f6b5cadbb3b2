import { transitions, type StateOf } from '../kernel/states.ts'

/**
 * States of a payout on a chain (domain §15, the withdrawal's step). `sending`: signed bytes are stored. `unknown`: the
 * answer of the broadcast was lost, and the chain is read.
 */
export const payoutTransitions = transitions({
  table: 'payout',
  initial: ['approved'],
  states: {
    approved: { 'payout.sent': 'sending', 'payout.stopped': 'failed' },
    sending: {
      'payout.lost': 'unknown',
      'payout.confirmed': 'done',
      'payout.failed': 'approved',
      'payout.ended_unpaid': 'failed',
    },
    unknown: {
      'payout.found': 'sending',
      'payout.confirmed': 'done',
      'payout.failed': 'approved',
      'payout.ended_unpaid': 'failed',
    },
    done: {},
    failed: {},
  },
})

/** State of a payout. */
export type PayoutStep = StateOf<typeof payoutTransitions>
