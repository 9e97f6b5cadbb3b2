import type { Expression, Selectable } from 'kysely'
import type { Lane } from './lanes.ts'
import type { JobDraft } from './plan.ts'
import { anyOf, changedOne, type Queries } from './queries.ts'
import type { Job } from './schema.ts'

/** A claimed job. `lease` is the number of its claim: a worker with another number has lost the job. */
export type JobRow = Readonly<Pick<Selectable<Job>, 'id' | 'name' | 'dueAt' | 'attempts' | 'lease'>> & {
  readonly payload: Record<string, unknown>
}

/** A job, identified by the claim of the worker that runs it. */
export type HeldJob = Pick<JobRow, 'id' | 'lease'>

// Raw SQL: workers run this all the time, and its plans must be exact.
// The query reads several jobs of each name, because other workers may be claiming the first ones at this
// moment.
const heads = `select head.id from unnest($4::text[]) handled (name) cross join lateral (
    select id from job where job.name = handled.name and not dead and due_at <= $1
      and (leased_until is null or leased_until < $3) order by due_at, id limit 16) head`
const claim = `update job set leased_until = $2, leased_by = $5, lease = lease + 1 where id in (
    select id from job where id in (${heads}) and not dead and due_at <= $1
      and (leased_until is null or leased_until < $3)
    order by due_at, id limit 1 for update skip locked)
  returning id, name, payload, due_at as "dueAt", attempts, lease`
const renew = `update job set leased_until = $3 from unnest($1::uuid[], $2::int[]) held (id, lease)
  where job.id = held.id and job.lease = held.lease`
const oldestDue = `select handled.lane, min(head.due_at) as "dueAt" from unnest($1::text[], $2::text[]) handled (name, lane)
  cross join lateral (select due_at from job where job.name = handled.name and not dead and due_at <= $3
    and (leased_until is null or leased_until < $4) order by due_at limit 1) head
  group by handled.lane`

export const claimJob = (
  sql: Queries,
  of: { names: readonly string[]; now: Date; realNow: Date; until: Date; holder: number | null },
): Promise<JobRow | null> => sql.maybe<JobRow>(claim, [of.now, of.until, of.realNow, of.names, of.holder])

const updateHeld = (sql: Queries, { id, lease }: HeldJob) =>
  sql.updateTable('job').where('id', '=', id).where('lease', '=', lease)

/** False: another worker has claimed the job. The same holds for the functions below. */
export const putJobBack = async (
  sql: Queries,
  held: HeldJob,
  { failedAt, ...retry }: { attempts: number; dueAt: Date; lastError: string; dead: boolean; failedAt: Date },
): Promise<boolean> =>
  changedOne(
    await updateHeld(sql, held)
      .set((eb) => ({
        ...retry,
        failedAt,
        firstFailedAt: eb.fn.coalesce(eb.ref('firstFailedAt'), eb.val(failedAt)),
        leasedUntil: null,
      }))
      .executeTakeFirstOrThrow(),
  )

export const scheduleAgain = async (
  sql: Queries,
  held: HeldJob,
  /** Null: the job continues with its present payload. */
  { dueAt, payload }: { dueAt: Date; payload: Readonly<Record<string, unknown>> | null },
): Promise<boolean> =>
  changedOne(
    await updateHeld(sql, held)
      .set({ dueAt, attempts: 0, leasedUntil: null, lastError: null, firstFailedAt: null, failedAt: null })
      .$if(payload !== null, (job) => job.set({ payload: JSON.stringify(payload) }))
      .executeTakeFirstOrThrow(),
  )

export const finishJob = async (sql: Queries, { id, lease }: HeldJob): Promise<boolean> => {
  const held = sql.deleteFrom('job').where('id', '=', id).where('lease', '=', lease)
  return changedOne(await held.executeTakeFirstOrThrow())
}

/**
 * Holds the job until this transaction ends, by the weakest lock that blocks a claim. Renewing the lease is
 * still possible.
 */
export const lockHeld = async (sql: Queries, { id, lease }: HeldJob): Promise<boolean> => {
  const held = sql.selectFrom('job').select('id').where('id', '=', id).where('lease', '=', lease)
  return (await held.forKeyShare().executeTakeFirst()) !== undefined
}

export const renewLeases = (sql: Queries, of: { held: readonly HeldJob[]; until: Date }): Promise<number> =>
  sql.run(renew, [of.held.map(({ id }) => id), of.held.map(({ lease }) => lease), of.until])

/** Makes dead recurring jobs run again. */
export const reviveJobs = async (sql: Queries, names: readonly string[]): Promise<void> => {
  const dead = sql.updateTable('job').where('dead', '=', true).where('key', '=', anyOf(names))
  await dead.set({ dead: false }).execute()
}

const alive = (sql: Queries) => sql.selectFrom('job').where((eb) => eb.not('dead'))

export const readNextDue = async (sql: Queries, which: 'all' | 'notRecurring'): Promise<Date | null> => {
  const next = await alive(sql)
    .select('dueAt')
    .$if(which === 'notRecurring', (jobs) => jobs.whereRef('key', 'is distinct from', 'name'))
    .orderBy('dueAt')
    .limit(1)
    .executeTakeFirst()
  return next?.dueAt ?? null
}

/** Number of due jobs, including those that are running. */
export const countDueJobs = async (sql: Queries, now: Date): Promise<number> => {
  const due = alive(sql).where('dueAt', '<=', now)
  const { count } = await due.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** For each lane with waiting jobs: when the first of them became due. */
export const readOldestDue = async (
  sql: Queries,
  of: { laneOf: ReadonlyMap<string, Lane>; now: Date; realNow: Date },
): Promise<ReadonlyMap<Lane, Date>> => {
  const rows = await sql.rows<{ lane: Lane; dueAt: Date }>(oldestDue, [
    [...of.laneOf.keys()],
    [...of.laneOf.values()],
    of.now,
    of.realNow,
  ])
  return new Map(rows.map(({ lane, dueAt }) => [lane, dueAt]))
}

/** The job of a key, as a condition of another query. */
export const withKey = (sql: Queries, key: Expression<string>) =>
  sql.selectFrom('job').select('id').where('key', '=', key)

/** Number of jobs of a name whose last error starts with this text. */
export const countFailing = async (sql: Queries, of: { name: string; error: string }): Promise<number> => {
  const failing = sql.selectFrom('job').where('name', '=', of.name).where('lastError', 'like', `${of.error}%`)
  const { count } = await failing
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Tells waiting workers that a job may be due. Without this notice they check at intervals. */
export const wakeWorkers = async (sql: Queries): Promise<void> => {
  await sql.run(`select pg_notify('job', '')`)
}

/** A time long ago, so the job is due by any clock. */
export const longDue = new Date(0)

/** Makes a job due now, or revives the dead job with its key. */
export const enqueueAnew = async (
  sql: Queries,
  { id, name, key, payload = {} }: JobDraft & { readonly id: string; readonly key: string },
): Promise<void> => {
  await sql
    .insertInto('job')
    .values({ id, name, key, payload: JSON.stringify(payload), dueAt: longDue })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ dead: false, attempts: 0 }))
    .execute()
  await wakeWorkers(sql)
}

/** When the job of a key runs next; null: there is none. */
export const readDueOf = async (sql: Queries, key: string): Promise<Date | null> =>
  (await alive(sql).select('dueAt').where('key', '=', key).executeTakeFirst())?.dueAt ?? null

/** Makes jobs due that wait for a later time, and returns how many. Those that are due or running are left as they are. */
export const runEarly = async (
  sql: Queries,
  { names, now, realNow }: { names: readonly string[]; now: Date; realNow: Date },
): Promise<number> => {
  const { numUpdatedRows } = await sql
    .updateTable('job')
    .set({ dueAt: now })
    .where('key', '=', anyOf(names))
    .where('dueAt', '>', now)
    .where((eb) =>
      eb.and([eb.not('dead'), eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<', realNow)])]),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) await wakeWorkers(sql)
  return Number(numUpdatedRows)
}

/** Makes the job of a key due now, if it exists. */
export const makeDue = async (sql: Queries, key: string): Promise<void> => {
  await sql.updateTable('job').set({ dueAt: longDue }).where('key', '=', key).execute()
  await wakeWorkers(sql)
}
