import { transitions } from '../kernel/states.ts'

/** Transitions of a withdrawal (domain §15). Where its payment is, is its column `step`. */
export const withdrawalTransitions = transitions({
  table: 'withdrawal',
  initial: ['PENDING'],
  states: {
    PENDING: {
      'withdrawal.confirmed': 'COMPLETED',
      'withdrawal.rejected': 'REJECTED',
      'withdrawal.cancelled': 'CANCELLED',
    },
    COMPLETED: {},
    REJECTED: {},
    CANCELLED: {},
  },
})
