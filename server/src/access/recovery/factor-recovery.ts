import { moveTable, type EventOf, type StateOf } from '../../kernel/states.ts'

/** Moves of a recovery of lost factors (roles, Bootstrap; issue of account security). */
export const factorRecoveryMoves = moveTable({
  mailed: { 'selfie.begun': 'selfie', 'recovery.cancelled': 'cancelled' },
  selfie: {
    'selfie.passed': 'waiting',
    'selfie.failed': 'failed',
    'recovery.cancelled': 'cancelled',
  },
  waiting: { 'recovery.completed': 'done', 'recovery.cancelled': 'cancelled' },
  done: {},
  cancelled: {},
  failed: {},
})

export type FactorRecoveryStatus = StateOf<typeof factorRecoveryMoves>
export type FactorRecoveryEvent = EventOf<typeof factorRecoveryMoves>
