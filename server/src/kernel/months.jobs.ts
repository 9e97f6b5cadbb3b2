import { after } from './clock.ts'
import type { Jobs } from './jobs.ts'
import type { Queries } from './queries.ts'

const dayMs = 24 * 3_600_000
/** 13 months (docs/operations.md, Retention). */
const retentionDays = 396
/** Removes a batch of old rows; returns how many were removed. */
type Prune = (sql: Queries, before: Date) => Promise<number>

/** Age at which rows are removed; in real time, or in business time where the rows have it. */
type Retention = { readonly days: number; readonly time: 'realNow' | 'now' }

/**
 * Creates a job that removes rows older than 13 months, or than `retention`, once a day in batches. Where a function of
 * the database has its own age, `prune` does not use this one.
 */
export const pruneDaily = (
  jobs: Jobs,
  name: string,
  prune: Prune,
  retention: Retention = { days: retentionDays, time: 'realNow' },
): void =>
  jobs.recurring(name, async (_job, { write, clock }) => {
    const removed = await write(({ sql }) =>
      prune(sql, after(clock[retention.time](), -retention.days * dayMs)),
    )
    return { againAt: removed > 0 ? clock.now() : after(clock.now(), dayMs) }
  })

/** One table at a time, so each lock is short. */
const turn = 'select turn_partitions() as count'
const forget = 'select forget_answers() as count'
const countOf = async (sql: Queries, statement: string) => (await sql.one<{ count: number }>(statement)).count

/** Creates and drops the partitions of growing tables, and removes old idempotent answers. */
export const scheduleMonths = (jobs: Jobs): void => {
  pruneDaily(jobs, 'kernel.months', (sql) => countOf(sql, turn))
  pruneDaily(jobs, 'kernel.answers', (sql) => countOf(sql, forget))
}
