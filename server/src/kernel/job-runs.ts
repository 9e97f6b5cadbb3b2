import type { Database } from './database.ts'
import { storeRuns, type FinishedRun } from './job-runs.sql.ts'
import type { Log } from './log.ts'
import { wholeInstallation } from './scopes.ts'

/** Longest time in real ms between a run and its row. */
const storeAfterMs = 2000

/** The last run of each job, as the page of the processes shows it. */
export type JobRuns = {
  readonly record: (run: FinishedRun) => void
  /** Stores what was recorded. A failure is logged, and the next call stores the same runs. */
  readonly store: () => Promise<void>
  /** From now on runs are stored by a timer too. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

/**
 * Collects the runs of this process and stores the last one of each name. A row for every run would make all workers of a
 * name wait for each other.
 */
export const createJobRuns = (deps: { db: Database; log: Log }): JobRuns => {
  let latest = new Map<string, FinishedRun>()
  let isOn = false
  let timer: NodeJS.Timeout | null = null
  const record = (run: FinishedRun) => {
    const before = latest.get(run.name)
    latest.set(run.name, { ...run, failure: run.failure ?? before?.failure ?? null })
    if (isOn) timer ??= setTimeout(() => void store(), storeAfterMs)
  }
  const store = async () => {
    if (timer) clearTimeout(timer)
    timer = null
    if (latest.size === 0) return
    const runs = [...latest.values()]
    latest = new Map()
    try {
      await deps.db.write(wholeInstallation, (sql) => storeRuns(sql, runs))
    } catch (error) {
      deps.log.warn('The last runs of jobs could not be stored', { error: String(error) })
      for (const run of runs) if (!latest.has(run.name)) latest.set(run.name, run)
    }
  }
  return {
    record,
    store,
    start: () => {
      isOn = true
    },
    stop: async () => {
      isOn = false
      await store()
    },
  }
}
