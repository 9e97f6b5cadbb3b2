import { transitions, type EventOf, type StateOf } from '../../kernel/states.ts'

/** Transitions of a recovery of lost factors (permissions §3). */
export const factorRecoveryTransitions = transitions({
  table: 'factorRecovery',
  initial: ['mailed'],
  states: {
    mailed: { 'selfie.started': 'selfie', 'recovery.cancelled': 'cancelled' },
    selfie: {
      'selfie.passed': 'waiting',
      'selfie.failed': 'failed',
      'recovery.cancelled': 'cancelled',
    },
    waiting: { 'recovery.completed': 'done', 'recovery.cancelled': 'cancelled' },
    done: {},
    cancelled: {},
    failed: {},
  },
})

export type FactorRecoveryStatus = StateOf<typeof factorRecoveryTransitions>
export type FactorRecoveryEvent = EventOf<typeof factorRecoveryTransitions>
