import type { Queries } from './queries.ts'

/** A job that failed as often as jobs may, and waits for a person. */
export type DeadJob = {
  readonly id: string
  readonly name: string
  readonly attempts: number
  readonly lastError: string | null
}

const list = `select id, name, attempts, last_error as "lastError" from job where dead order by due_at, id limit 1000`
// Due for long, by whatever clock.
const resume = `update job set dead = false, attempts = 0, due_at = timestamptz 'epoch', leased_until = null
  where dead and ($1::uuid is null or id = $1)`

export const listDeadJobs = (sql: Queries): Promise<DeadJob[]> => sql.rows<DeadJob>(list)

/** Lets one of them run again, or all; gives how many. Their effects carry keys, so nothing happens twice. */
export const resumeDeadJobs = async (sql: Queries, which: { id: string | null }): Promise<number> => {
  const resumed = await sql.run(resume, [which.id])
  if (resumed > 0) await sql.run(`select pg_notify('job', '')`)
  return resumed
}
