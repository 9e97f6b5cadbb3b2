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

export const countDeadJobs = async (sql: Queries): Promise<number> => {
  const dead = sql.selectFrom('job').where('dead', '=', true)
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
