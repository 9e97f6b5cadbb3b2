import { after, type Clock } from './clock.ts'
import { allTenants, type Database } from './database.ts'
import { renewLeases, type Held } from './job-rows.sql.ts'
import type { Log } from './log.ts'

/** The job was given to another worker: this one was silent for longer than its lease. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The leases of the jobs that this process runs. */
export type JobLeases = {
  /** Until when a lease that is taken or renewed now lasts, in real time. */
  readonly until: () => Date
  /** Keeps the lease of a job alive while `run` goes on. */
  readonly whileHeld: <T>(held: Held, run: () => Promise<T>) => Promise<T>
}

/**
 * Renews the leases of running jobs three times in each lease, so that a job may take as long as it needs, while one
 * whose process died or hangs is free again after one lease.
 */
export const createJobLeases = (deps: {
  db: Database
  clock: Clock
  log: Log
  leaseMs: number
}): JobLeases => {
  const running = new Set<Held>()
  const until = () => after(deps.clock.realNow(), deps.leaseMs)
  let timer: NodeJS.Timeout | null = null
  let renewing = false
  const renew = async () => {
    if (renewing) return
    renewing = true
    const held = [...running]
    await deps.db
      .write(allTenants, (sql) => renewLeases(sql, { held, until: until() }))
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
