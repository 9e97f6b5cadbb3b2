import { listProcesses, readProcess, resumeProcess, runProcess } from '@cardamom/contract/processes'
import { accepted, refused } from '../kernel/answer.ts'
import { listFailedJobs, resumeJobs } from '../kernel/dead-jobs.sql.ts'
import { readJobRuns, readJobStates } from '../kernel/job-runs.sql.ts'
import { runEarly } from '../kernel/job-rows.sql.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { failedJobView } from './failed-jobs.ts'
import { jobsOf, processStepUps } from './process-step-up.ts'
import { processViews } from './process-view.ts'

/** The background work of the product, for the people who operate it. */
export const processesModule = (kernel: Kernel) => {
  const { mount, jobs, clock } = kernel
  const mountedAt = clock.realNow()
  const seesAll = (me: SessionPrincipal) => me.scope.kind === 'all'
  const readViews = async (sql: Queries, me: SessionPrincipal) => {
    const [now, realNow, names] = [clock.now(), clock.realNow(), jobs.names()]
    const since = (at: Date) => realNow.getTime() - at.getTime()
    const advancedAt = clock.advancedAt()
    return processViews({
      names,
      recurring: jobs.recurringNames(),
      states: await readJobStates(sql, { names, now, realNow }),
      runs: await readJobRuns(sql),
      now,
      mostWaitMs: Math.min(since(mountedAt), advancedAt === null ? Infinity : since(advancedAt)),
      seesText: seesAll(me),
    })
  }

  mount(listProcesses, async ({ sql, me, now }) => accepted({ asOf: now, items: await readViews(sql, me) }))

  mount(readProcess, async ({ sql, me, now, params }) => {
    const found = (await readViews(sql, me)).find(({ process }) => process === params.process)
    if (!found) return refused('record_not_found')
    const names = jobsOf(jobs.names(), params.process)
    const failed = await listFailedJobs(sql, names)
    return accepted({
      asOf: now,
      process: found,
      jobs: names,
      failed: failed.map((row) => failedJobView(row, { seesAll: seesAll(me) })),
    })
  })
  mountChanges(kernel)
  return { stepUps: processStepUps(jobs) }
}

/** What makes work run again. Both record who did it; the effects of the work are recorded with the work. */
const mountChanges = ({ mount, jobs, clock }: Kernel): void => {
  const missing = (process: string) =>
    jobsOf(jobs.names(), process).length === 0 ? ('record_not_found' as const) : null

  mount(
    runProcess,
    async ({ sql, now, params: { process }, recordChange }) => {
      const names = jobsOf(jobs.recurringNames(), process)
      if (names.length === 0) return refused('process_not_recurring')
      const started = await runEarly(sql, { names, now, realNow: clock.realNow() })
      const after = { startedJobs: started }
      recordChange({ entity: 'process', entityId: process, companyId: null, before: null, after })
      return accepted({ started })
    },
    ({ params }) => Promise.resolve(missing(params.process)),
  )

  mount(
    resumeProcess,
    async ({ sql, now, params: { process }, input: { jobIds }, recordChange }) => {
      const resumed = await resumeJobs(sql, {
        names: jobsOf(jobs.names(), process),
        ids: jobIds ?? null,
        now,
      })
      const after = { resumedJobs: resumed }
      recordChange({ entity: 'process', entityId: process, companyId: null, before: null, after })
      const isResumed = new Set(resumed)
      return accepted({ results: (jobIds ?? resumed).map((id) => ({ id, isResumed: isResumed.has(id) })) })
    },
    ({ params }) => Promise.resolve(missing(params.process)),
  )
}
