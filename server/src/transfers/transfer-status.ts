import { nextStatus, transitions, type StateOf } from '../kernel/states.ts'

/** Transitions of a transfer (domain §15). A transfer back is a row of its own, which is born completed. */
export const transferTransitions = transitions({
  table: 'walletTransfer',
  initial: ['completed', 'pending'],
  states: {
    // Of transfers to cards alone.
    pending: { 'wallet_load.credited': 'completed', 'wallet_load.released': 'cancelled' },
    cancelled: {},
    completed: { 'transfer.reversed': 'reversed' },
    reversed: {},
  },
})

/** Kind and state of a transfer, by which it may be returned. */
export type TransferState = {
  readonly kind: 'transfer' | 'reversal' | 'card_load'
  readonly status: StateOf<typeof transferTransitions>
}

/** Whether a transfer can still be returned: it was not yet, and is itself no transfer back. */
export const isReturnable = ({ kind, status }: TransferState): boolean =>
  kind === 'transfer' && nextStatus(transferTransitions, status, 'transfer.reversed') !== null
