import type { LaneState } from './jobs.ts'
import type { Lane } from './lanes.ts'

/** A job that waits longer than this has a lane with too much to do, or with a silent service. */
export const overdueAfterMs = 120_000
/** Workers that did not look for work for so long hang. All that they call has shorter time limits. */
export const stalledAfterMs = 600_000

export type LaneHealth = {
  /** Lanes whose jobs wait too long. A restart does not help: the service is silent, or there is too much to do. */
  readonly late: readonly Lane[]
  /** Lanes whose workers hang in this process. */
  readonly stalled: readonly Lane[]
}

export const laneHealth = (states: readonly LaneState[]): LaneHealth => ({
  late: states.filter(({ waitMs }) => waitMs > overdueAfterMs).map(({ lane }) => lane),
  stalled: states.filter(({ silentMs }) => silentMs > stalledAfterMs).map(({ lane }) => lane),
})
