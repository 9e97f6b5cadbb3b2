import type { GuardedUpdate } from '../kernel/guarded-update.ts'
import { inOneUpdate, transition, transitions, type EventOf, type StateOf } from '../kernel/states.ts'

/** Transitions of a withdrawal (domain §15). */
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

/** Where a withdrawal is between its request and its end, in its column `step`. */
export const withdrawalSteps = transitions({
  table: 'withdrawal',
  column: 'step',
  initial: ['requested'],
  states: {
    requested: {
      'withdrawal.approved': 'approved',
      'withdrawal.rejected': 'ended',
      'withdrawal.cancelled': 'ended',
    },
    approved: {
      'withdrawal.started': 'sending',
      'withdrawal.stopped': 'failed',
      'withdrawal.rejected': 'ended',
    },
    sending: {
      'withdrawal.confirmed': 'done',
      'attempt.failed': 'approved',
      'withdrawal.failed': 'failed',
    },
    failed: { 'withdrawal.rejected': 'ended' },
    done: {},
    ended: {},
  },
})

type StepRow = { readonly id: string; readonly step: StateOf<typeof withdrawalSteps> }
type PendingRow = StepRow & { readonly status: 'PENDING' }
type Change = NonNullable<Parameters<typeof transition<typeof withdrawalSteps>>[3]>

/** Changes the step of a pending withdrawal. */
export const stepTo = (row: StepRow, event: EventOf<typeof withdrawalSteps>, of: Change): GuardedUpdate =>
  transition(withdrawalSteps, { id: row.id, status: row.step }, event, {
    ...of,
    guard: { ...of.guard, status: 'PENDING' },
  })

/** Ends a withdrawal: its status and its step change together. */
export const endWithdrawal = (
  row: PendingRow,
  event: EventOf<typeof withdrawalTransitions>,
  of: Change,
): GuardedUpdate => inOneUpdate(transition(withdrawalTransitions, row, event), stepTo(row, event, of))
