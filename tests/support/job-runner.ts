import { createClock, type Clock } from '../../server/src/kernel/clock.ts'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { createJobs, writeWith, type Jobs } from '../../server/src/kernel/jobs.ts'
import type { Lane } from '../../server/src/kernel/lanes.ts'
import { createLeaseHolder } from '../../server/src/kernel/lease-holder.ts'
import { createLog, type Log } from '../../server/src/kernel/log.ts'
import { createOutbox } from '../../server/src/kernel/outbox.ts'
import type { JobDraft } from '../../server/src/kernel/plan.ts'
import type { TestDatabase } from './test-database.ts'

/** One copy of the server's background work, without the HTTP server. */
export type JobRunner = {
  readonly jobs: Jobs
  readonly clock: Clock
  readonly enqueue: (job: JobDraft) => Promise<void>
  /** Ends like a killed process: the lock that shows it is alive ends with its connection. */
  readonly die: () => Promise<void>
}

export const createJobRunner = (of: {
  database: TestDatabase
  log?: Log
  leaseMs?: number
  workers?: Partial<Record<Lane, number>>
  /** How far this copy's clock is ahead of the machine's. */
  aheadMs?: () => number
}): JobRunner => {
  const { db, appUrl } = of.database
  const log = of.log ?? createLog('silent')
  const clock = createClock(() => Date.now() + (of.aheadMs?.() ?? 0))
  const ids = createIds(() => clock.realNow().getTime())
  const outbox = createOutbox({ ids, clock })
  const holder = createLeaseHolder({ db, url: appUrl, log })
  const jobs = createJobs({
    db,
    outbox,
    clock,
    log,
    holder,
    apply: async () => ({ outcome: 'posted', journalIds: [] }),
    ...(of.leaseMs === undefined ? {} : { leaseMs: of.leaseMs }),
    ...(of.workers ? { workers: of.workers } : {}),
  })
  return {
    jobs,
    clock,
    die: holder.stop,
    enqueue: (job) => writeWith({ db, outbox })(allTenants, async (tx) => tx.enqueue(job)),
  }
}
