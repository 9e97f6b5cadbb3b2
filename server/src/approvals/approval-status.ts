import { transitions } from '../kernel/states.ts'

/**
 * A request that needs a second person (permissions §5). `running` is only for calls to an outside service: the
 * request is claimed before the service is called, so two checkers have one effect.
 */
export const approvalTransitions = transitions({
  table: 'approval',
  initial: ['requested'],
  states: {
    requested: {
      'checker.approved': 'approved',
      'checker.rejected': 'rejected',
      'maker.withdrew': 'withdrawn',
      'time.expired': 'expired',
      'run.started': 'running',
      'run.failed': 'failed',
    },
    running: {
      'run.done': 'approved',
      'run.failed': 'failed',
    },
    approved: {},
    rejected: {},
    withdrawn: {},
    expired: {},
    failed: {},
  },
})
