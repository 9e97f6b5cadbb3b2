import type { LaneState } from './jobs.ts'
import type { Lane } from './lanes.ts'

/** When a job waits longer than this, its lane is overloaded or its service is silent. */
export const overdueAfterMs = 120_000
/** Workers that did not check for jobs for this time hang. All of their calls have shorter time limits. */
export const stalledAfterMs = 600_000

export type LaneHealth = {
  /**
   * Lanes whose jobs wait too long. A restart does not help, because the service is silent or the load is too
   * high.
   */
  readonly overdue: readonly Lane[]
  /** Lanes whose workers in this process hang. */
  readonly stalled: readonly Lane[]
}

export const laneHealth = (states: readonly LaneState[]): LaneHealth => ({
  overdue: states.filter(({ waitMs }) => waitMs > overdueAfterMs).map(({ lane }) => lane),
  stalled: states.filter(({ silentMs }) => silentMs > stalledAfterMs).map(({ lane }) => lane),
})
