import { listProcesses, readProcess } from '@cardamom/contract/processes'
import { processOf } from '@cardamom/contract/processes/process-names'
import { accepted, refused } from '../kernel/answer.ts'
import { listFailedJobs } from '../kernel/dead-jobs.sql.ts'
import { readJobRuns, readJobStates } from '../kernel/job-runs.sql.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { failedJobView } from './failed-jobs.ts'
import { processViews } from './process-view.ts'

/** The background work of the product, for the people who operate it. */
export const processesModule = ({ mount, jobs, clock }: Kernel): void => {
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
    const names = jobs.names().filter((name) => processOf(name) === params.process)
    const failed = await listFailedJobs(sql, names)
    return accepted({
      asOf: now,
      process: found,
      jobs: names,
      failed: failed.map((row) => failedJobView(row, { seesAll: seesAll(me) })),
    })
  })
}
