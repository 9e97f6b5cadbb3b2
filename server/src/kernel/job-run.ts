import { after, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import type { Queries } from './queries.ts'
import { LeaseLost, type JobLeases } from './job-leases.ts'
import type { FinishedRun } from './job-runs.sql.ts'
import { finishJob, putJobBack, scheduleAgain, type JobRow } from './job-rows.sql.ts'
import type { Log } from './log.ts'

/** When a job runs again, and its new payload if that changes. Long work continues where it stopped. */
export type NextRun = { readonly againAt: Date; readonly payload?: Readonly<Record<string, unknown>> }

/** The code of a job, and whether the job is always there. */
export type JobCode = {
  readonly isRecurring: boolean
  readonly run: (row: JobRow) => Promise<NextRun | void>
}

/** Runs a claimed job. One transaction writes its result and claims the next job, which it returns. */
export type JobRun = (
  row: JobRow,
  claimNext: (sql: Queries) => Promise<JobRow | null>,
) => Promise<JobRow | null>

const retryPausesMs = [1000, 5000, 30_000, 120_000, 600_000, 3_600_000]
const maxAttempts = 30
/** Longest pause of a recurring job after a failure. It never runs out of retries. */
const longestRecurringPauseMs = 60_000
/**
 * A wait for a lock that another session holds is no fault of the job. It counts as the third attempt at
 * most, and the job runs again soon after the lock is free.
 */
const mostLockAttempts = 3
const longestLockPauseMs = 30_000
const lockTimeoutCode = '55P03'

const waitedForLock = (error: unknown): boolean =>
  error instanceof Error &&
  ((error as { code?: string }).code === lockTimeoutCode || waitedForLock(error.cause))

/** The number of attempts after a failure, the pause before the next one, and whether there is none. */
const nextAttempt = (row: JobRow, of: { isRecurring: boolean; wasLocked: boolean }) => {
  const { isRecurring, wasLocked } = of
  const counted = row.attempts + 1
  const attempts = wasLocked ? Math.max(row.attempts, Math.min(counted, mostLockAttempts)) : counted
  const longestMs = Math.min(
    isRecurring ? longestRecurringPauseMs : Infinity,
    wasLocked ? longestLockPauseMs : Infinity,
  )
  const growingMs = retryPausesMs[Math.min(attempts, retryPausesMs.length) - 1] ?? 1000
  const dead = !isRecurring && attempts >= maxAttempts
  return { attempts, pauseMs: Math.min(growingMs, longestMs), dead }
}

/** Measures a run; the returned function records its end, with its error if it has failed. */
const startRun = (
  { name }: JobRow,
  { clock, record }: { readonly clock: Clock; readonly record: (run: FinishedRun) => void },
): ((error: string | null) => void) => {
  const [startedAt, realStart] = [clock.now(), clock.realNow()]
  return (error) => {
    const durationMs = clock.realNow().getTime() - realStart.getTime()
    const failure = error === null ? null : { at: clock.now(), error }
    record({ name, startedAt, durationMs, hasFailed: error !== null, failure })
  }
}

export const createJobRun = (deps: {
  db: Database
  clock: Clock
  log: Log
  leases: JobLeases
  find: (name: string) => JobCode | undefined
  /** Called after each run that was this worker's to the end. */
  record: (run: FinishedRun) => void
}): JobRun => {
  const { db, clock, log, leases } = deps
  const withoutSecrets = (text: string) => log.redact?.(text) ?? text
  const sayLost = (row: JobRow) =>
    log.warn('A job continued without its lease: another worker has it', { job: row.name, jobId: row.id })

  const failed = async (row: JobRow, error: unknown, record: ReturnType<typeof startRun>) => {
    if (error instanceof LeaseLost) return sayLost(row)
    const isRecurring = deps.find(row.name)?.isRecurring === true
    const { attempts, pauseMs, dead } = nextAttempt(row, { isRecurring, wasLocked: waitedForLock(error) })
    const fields = { job: row.name, jobId: row.id, attempts }
    log.error(
      dead ? 'A job failed and has no retries left: a person must make it run again' : 'A job failed',
      error,
      fields,
    )
    const dueAt = after(clock.now(), pauseMs)
    const lastError = withoutSecrets(String(error)).slice(0, 500)
    record(lastError)
    const facts = { attempts, dueAt, lastError, dead, failedAt: clock.now() }
    if (!(await db.write(wholeInstallation, (sql) => putJobBack(sql, row, facts)))) sayLost(row)
  }

  return async (row, claimNext) => {
    const record = startRun(row, deps)
    try {
      const code = deps.find(row.name)
      if (!code) throw new Error(`No handler for ${row.name}`)
      const next = await leases.whileHeld(row, () => code.run(row))
      return await db.write(wholeInstallation, async (sql) => {
        const isOurs = next
          ? await scheduleAgain(sql, row, { dueAt: next.againAt, payload: next.payload ?? null })
          : await finishJob(sql, row)
        if (!isOurs) sayLost(row)
        else record(null)
        return claimNext(sql)
      })
    } catch (error) {
      await failed(row, error, record).catch((lost: unknown) =>
        log.error('A failed job could not be scheduled again', lost),
      )
      return null
    }
  }
}
