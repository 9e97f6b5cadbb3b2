import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import type { CheckName } from './findings.sql.ts'
import { recordFailure } from './reconciliation-runs.sql.ts'

const mostCharacters = 300

/** Runs a check, and stores the first line of the error that ended it. */
export const recordingErrors =
  (log: Log, names: readonly CheckName[], run: RecurringJobHandler): RecurringJobHandler =>
  async (job, work) => {
    try {
      return await run(job, work)
    } catch (error) {
      const [line = ''] = String(error).split('\n')
      const failure = (log.redact?.(line) ?? line).slice(0, mostCharacters)
      const at = work.clock.now()
      // A worker that lost its job may write nothing, and the error of the check is the one to report.
      await work.write(({ sql }) => recordFailure(sql, names, { at, failure })).catch(() => undefined)
      throw error
    }
  }

/** A provider did not answer: the check runs again soon. */
export const recordSilence = (work: Work, names: readonly CheckName[], provider: string): Promise<void> =>
  work.write(({ sql }) =>
    recordFailure(sql, names, { at: work.clock.now(), failure: `The ${provider} did not answer` }),
  )
