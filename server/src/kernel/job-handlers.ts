import type { EventType } from '@cardamom/contract/events'
import type { Clock } from './clock.ts'
import type { NextRun } from './job-run.ts'
import type { EventMessage } from './outbox.ts'
import type { ApplyPlan } from './plan.ts'
import type { Queries } from './queries.ts'
import type { WriteTransaction } from './write-transaction.ts'

/**
 * What a job handler receives. Each transaction is separate, and no outside service is called inside one.
 * `write` throws LeaseLost, and changes nothing, when another worker has claimed the job. `apply` does not
 * check leases: the keys of its journals prevent a second effect.
 */
export type Work = {
  readonly read: <T>(use: (sql: Queries) => Promise<T>) => Promise<T>
  readonly write: <T>(use: (tx: WriteTransaction) => Promise<T>) => Promise<T>
  readonly apply: ApplyPlan
  readonly clock: Clock
}

export type Job = {
  readonly id: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly dueAt: Date
  /** Number of earlier attempts. */
  readonly attempts: number
}

/**
 * Does the work and returns the next run, or nothing when the job is done. It runs at least once, and a
 * second worker may run it while the first is frozen. An outside effect therefore needs a key that is stored
 * before the call.
 */
export type JobHandler = (job: Job, work: Work) => Promise<NextRun | void>

/** Consumes an event, like the work of a job. */
export type EventHandler<Type extends EventType> = (
  event: EventMessage<Type>,
  work: Work,
  job: Job,
) => Promise<NextRun | void>

/** The work of a recurring job: it always returns the next run, so the job is never deleted. */
export type RecurringJobHandler = (job: Job, work: Work) => Promise<NextRun>
