import { guardedUpdate } from '../kernel/guarded-update.ts'
import { transitions } from '../kernel/states.ts'

/** Transitions of an adjustment. That of a wallet is born completed; that of a card waits for the card issuer. */
export const adjustmentTransitions = transitions({
  table: 'walletAdjustment',
  initial: ['completed', 'pending'],
  states: {
    pending: { 'adjustment.completed': 'completed', 'adjustment.refused': 'refused' },
    completed: {},
    refused: {},
  },
})

/** Links an adjustment to the one that undoes it, which only one can. */
export const undoneBy = (id: string, of: { readonly from: string | null; readonly to: string | null }) =>
  guardedUpdate({
    table: 'walletAdjustment',
    id,
    from: { status: 'completed', reversalOf: null, reversedBy: of.from },
    set: { reversedBy: of.to },
  })
