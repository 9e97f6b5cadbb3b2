import { after, type Clock } from './clock.ts'
import type { Database } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import { renewLeases, type HeldJob } from './job-rows.sql.ts'
import type { Log } from './log.ts'

/** The job was assigned to another worker, because this one did not renew its lease in time. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Leases of the jobs that this process runs. */
export type JobLeases = {
  /** Real time at which a lease that is claimed or renewed now ends. */
  readonly until: () => Date
  /** Renews the lease of a job while `run` is running. */
  readonly whileHeld: <T>(held: HeldJob, run: () => Promise<T>) => Promise<T>
}

/**
 * Renews the leases of running jobs three times per lease. A job may run as long as it needs, and a job
 * whose process died or hangs is free again after one lease.
 */
export const createJobLeases = (deps: {
  db: Database
  clock: Clock
  log: Log
  leaseMs: number
}): JobLeases => {
  const running = new Set<HeldJob>()
  const until = () => after(deps.clock.realNow(), deps.leaseMs)
  let timer: NodeJS.Timeout | null = null
  let renewing = false
  const renew = async () => {
    if (renewing) return
    renewing = true
    const held = [...running]
    await deps.db
      .write(wholeInstallation, (sql) => renewLeases(sql, { held, until: until() }))
      .catch((error: unknown) => deps.log.error('The leases of running jobs could not be renewed', error))
    renewing = false
  }
  const endTimer = () => {
    if (timer) clearInterval(timer)
    timer = null
  }
  return {
    until,
    whileHeld: async (held, run) => {
      running.add(held)
      timer ??= setInterval(() => void renew(), deps.leaseMs / 3)
      try {
        return await run()
      } finally {
        running.delete(held)
        if (running.size === 0) endTimer()
      }
    },
  }
}
