import { nextStatus, transitions, type StateOf } from '../kernel/states.ts'

/**
 * Transitions of a top-up (domain §15). While a second person has not approved it, it is a request of the approvals and no
 * row.
 */
export const topUpTransitions = transitions({
  table: 'topUp',
  initial: ['pending', 'available'],
  states: {
    pending: { 'topup.matured': 'available', 'topup.reversed': 'reversed' },
    available: { 'topup.reversed': 'reversed' },
    reversed: {},
  },
})

/** Whether a statement has the wire of a top-up, in its column `wire`. One by crypto has no wire, and null there. */
export const wireTransitions = transitions({
  table: 'topUp',
  column: 'wire',
  initial: ['unmatched'],
  states: { unmatched: { 'topup.matched': 'matched' }, matched: {} },
})

/** Whether a top-up can still be reversed. */
export const isReversible = ({ status }: { readonly status: StateOf<typeof topUpTransitions> }): boolean =>
  nextStatus(topUpTransitions, status, 'topup.reversed') !== null
