import type { Selectable } from 'kysely'
import { longDue, wakeWorkers } from './job-rows.sql.ts'
import { anyOf, type Queries } from './queries.ts'
import type { Job } from './schema.ts'
import { readWaiting, type WaitingWork } from './waiting-work.ts'

const mostListed = 1000

/** Jobs that used up their retries and wait for a person. */
export const listDeadJobs = (sql: Queries) =>
  sql
    .selectFrom('job')
    .select(['id', 'name', 'attempts', 'lastError'])
    .where('dead', '=', true)
    .orderBy('dueAt')
    .orderBy('id')
    .limit(mostListed)
    .execute()

const mostFailed = 200

/** A job that failed at its last attempt. */
export type FailedJobRow = Readonly<
  Pick<
    Selectable<Job>,
    'id' | 'name' | 'attempts' | 'dead' | 'dueAt' | 'firstFailedAt' | 'failedAt' | 'lastError'
  >
> & { readonly payload: Readonly<Record<string, unknown>> }

/** Failing jobs of these names, those without retries first, then the oldest failures. */
export const listFailedJobs = async (sql: Queries, names: readonly string[]): Promise<FailedJobRow[]> =>
  (await sql
    .selectFrom('job')
    .select(['id', 'name', 'attempts', 'dead', 'dueAt', 'firstFailedAt', 'failedAt', 'lastError', 'payload'])
    .where('name', '=', anyOf(names))
    .where((eb) => eb.or([eb('failedAt', 'is not', null), eb('dead', '=', true)]))
    .orderBy('dead', 'desc')
    .orderBy('firstFailedAt')
    .orderBy('id')
    .limit(mostFailed)
    .execute()) as FailedJobRow[]

/** Of all jobs, or of those with these names. */
export const countDeadJobs = async (sql: Queries, names?: readonly string[]): Promise<number> => {
  const dead = sql
    .selectFrom('job')
    .where('dead', '=', true)
    .$if(names !== undefined, (jobs) => jobs.where('name', '=', anyOf(names ?? [])))
  const { count } = await dead.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Makes one dead job, or all, run again, and returns how many. Their effects have keys, so nothing happens
 * twice.
 */
export const resumeDeadJobs = async (sql: Queries, { id }: { id: string | null }): Promise<number> => {
  const { numUpdatedRows } = await sql
    .updateTable('job')
    .set({ dead: false, attempts: 0, dueAt: longDue, leasedUntil: null })
    .where('dead', '=', true)
    .$if(id !== null, (jobs) => jobs.where('id', '=', id))
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await wakeWorkers(sql)
  return Number(numUpdatedRows)
}

/** Makes dead jobs of these names due, all or those of `ids`, the oldest first, and returns their ids. */
export const resumeJobs = async (
  sql: Queries,
  { names, ids, now }: { names: readonly string[]; ids: readonly string[] | null; now: Date },
): Promise<string[]> => {
  const dead = sql
    .selectFrom('job')
    .select('id')
    .where('dead', '=', true)
    .where('name', '=', anyOf(names))
    .$if(ids !== null, (jobs) => jobs.where('id', '=', anyOf(ids ?? [])))
    .orderBy('firstFailedAt')
    .limit(mostListed)
  const resumed = await sql
    .updateTable('job')
    .set({ dead: false, attempts: 0, dueAt: now, leasedUntil: null })
    .where('dead', '=', true)
    .where('id', 'in', dead)
    .returning('id')
    .execute()
  if (resumed.length > 0) await wakeWorkers(sql)
  return resumed.map(({ id }) => id)
}

/** Dead jobs, for administrators who see the work of the whole installation. */
export const jobWork = {
  failingJobs: {
    tag: 'processes.view',
    read: (sql, { scope }) =>
      scope.kind === 'all'
        ? readWaiting(sql, sql.selectFrom('job').where('dead', '=', true), { by: 'dueAt', time: 'dueAt' })
        : Promise.resolve({ count: 0, oldestAt: null }),
  },
} satisfies Record<string, WaitingWork>
