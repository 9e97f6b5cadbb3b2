import { processNames, processOf } from '@cardamom/contract/processes/process-names'
import { countDeadJobs } from '../kernel/dead-jobs.sql.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { textOf, type StepUpDescribers } from '../kernel/step-up-facts.ts'

/** Names of the registered jobs of a process. */
export const jobsOf = (names: readonly string[], process: string): string[] =>
  names.filter((name) => processOf(name) === process)

const isProcess = (process: string): boolean => processNames.some((name) => name === process)

/** What a person reads before they start work again. Jobs have their names of the log, which need no translation. */
export const processStepUps = (jobs: Pick<Jobs, 'names' | 'recurringNames'>) =>
  ({
    'POST /processes/:process/run': async ({ params }) => {
      const process = textOf(params['process'])
      return isProcess(process) ? { jobs: jobsOf(jobs.recurringNames(), process).join(', ') } : {}
    },
    'POST /processes/:process/resume': async ({ sql, params, input }) => {
      const names = jobsOf(jobs.names(), textOf(params['process']))
      const { jobIds } = input
      const count = Array.isArray(jobIds) ? jobIds.length : await countDeadJobs(sql, names)
      return { jobs: names.join(', '), deadJobs: String(count) }
    },
  }) satisfies Partial<StepUpDescribers>
