import type { Selectable } from 'kysely'
import type { Queries } from './queries.ts'
import type { JobRun } from './schema.ts'

/** One finished run of a job. Times are of business time, the duration is of real time. */
export type FinishedRun = {
  readonly name: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly hasFailed: boolean
  /** Of this run or, after a success, of an earlier one that is not stored yet. */
  readonly failure: { readonly at: Date; readonly error: string } | null
}

// Raw SQL: one statement for all names, in their order, so that two processes never wait for each other in a circle.
const store = `insert into job_run (name, started_at, duration_ms, failed, failed_at, error)
  select * from unnest($1::text[], $2::timestamptz[], $3::int[], $4::boolean[], $5::timestamptz[], $6::text[]) run
  order by 1
  on conflict (name) do update set started_at = excluded.started_at, duration_ms = excluded.duration_ms,
    failed = excluded.failed, failed_at = coalesce(excluded.failed_at, job_run.failed_at),
    error = coalesce(excluded.error, job_run.error)
  where job_run.started_at <= excluded.started_at`

export const storeRuns = async (sql: Queries, runs: readonly FinishedRun[]): Promise<void> => {
  await sql.run(store, [
    runs.map(({ name }) => name),
    runs.map(({ startedAt }) => startedAt),
    runs.map(({ durationMs }) => durationMs),
    runs.map(({ hasFailed }) => String(hasFailed)),
    runs.map(({ failure }) => failure?.at ?? null),
    runs.map(({ failure }) => failure?.error ?? null),
  ])
}

/** The jobs of a name now. Counts end one above `countCap`. */
export type JobState = {
  readonly name: string
  /** Due, and no worker has them. */
  readonly waiting: number
  /** When the first of them became due. */
  readonly oldestAt: Date | null
  readonly running: number
  /** When the next job that is not due yet becomes due. */
  readonly nextAt: Date | null
  /** Failed at their last attempt, and tried again. */
  readonly retrying: number
  /** Out of retries. */
  readonly dead: number
}

const countCap = 10_000
/** Workers claim the oldest due jobs, so those that run are among the first. */
const runningAmong = 500
const free = `name = handled.name and not dead and due_at <= $2 and (leased_until is null or leased_until < $3)`
const states = `select handled.name,
    (select count(*)::int from (select from job where ${free} limit ${countCap + 1}) each) as waiting,
    (select due_at from job where ${free} order by due_at limit 1) as "oldestAt",
    (select count(*)::int from (select leased_until from job where name = handled.name and not dead and due_at <= $2
      order by due_at, id limit ${runningAmong}) each where leased_until >= $3) as running,
    (select due_at from job where name = handled.name and not dead and due_at > $2 order by due_at limit 1) as "nextAt",
    (select count(*)::int from (select from job where name = handled.name and (failed_at is not null or dead) and not dead
      limit ${countCap + 1}) each) as retrying,
    (select count(*)::int from (select from job where name = handled.name and (failed_at is not null or dead) and dead
      limit ${countCap + 1}) each) as dead
  from unnest($1::text[]) handled (name)`

export const readJobStates = (
  sql: Queries,
  of: { readonly names: readonly string[]; readonly now: Date; readonly realNow: Date },
): Promise<JobState[]> => sql.rows<JobState>(states, [of.names, of.now, of.realNow])

export const readJobRuns = (sql: Queries): Promise<Selectable<JobRun>[]> =>
  sql.selectFrom('jobRun').selectAll().execute()
