import { anyOf, type Queries } from './queries.ts'
import type { Lane } from './lanes.ts'

export type JobRow = {
  readonly id: string
  readonly name: string
  readonly payload: Record<string, unknown>
  readonly due_at: Date
  readonly attempts: number
  /** Number of the claim: who does not name it any more has lost the job. */
  readonly lease: number
}

/** A job as the one who runs it names it. */
export type Held = Pick<JobRow, 'id' | 'lease'>

// Several of each name are looked at, as other workers may be claiming the first of them at this moment.
const heads = `select head.id from unnest($4::text[]) handled (name) cross join lateral (
    select id from job where job.name = handled.name and not dead and due_at <= $1
      and (leased_until is null or leased_until < $3) order by due_at, id limit 16) head`
const claim = `update job set leased_until = $2, leased_by = $5, lease = lease + 1 where id in (
    select id from job where id in (${heads}) and not dead and due_at <= $1
      and (leased_until is null or leased_until < $3)
    order by due_at, id limit 1 for update skip locked)
  returning id, name, payload, due_at, attempts, lease`
const held = 'id = $1 and lease = $2'
const putBack = `update job set attempts = $3, due_at = $4, leased_until = null, last_error = $5, dead = $6 where ${held}`
const again = `update job set due_at = $3, attempts = 0, leased_until = null, last_error = null,
    payload = coalesce($4::jsonb, payload) where ${held}`
const finish = `delete from job where ${held}`
// The weakest lock that a claim has to pass: nobody takes the job over while this transaction is open, and its lease is
// renewed all the same.
const lock = `select 1 from job where ${held} for key share`
const renew = `update job set leased_until = $3 from unnest($1::uuid[], $2::int[]) held (id, lease)
  where job.id = held.id and job.lease = held.lease`
const revive = 'update job set dead = false where dead and key = any($1)'
const nextDue =
  'select due_at from job where not dead and ($1 or key is distinct from name) order by due_at limit 1'
const oldestDue = `select handled.lane, min(head.due_at) as "dueAt" from unnest($1::text[], $2::text[]) handled (name, lane)
  cross join lateral (select due_at from job where job.name = handled.name and not dead and due_at <= $3
    and (leased_until is null or leased_until < $4) order by due_at limit 1) head
  group by handled.lane`

export const claimJob = (
  sql: Queries,
  of: { names: readonly string[]; now: Date; realNow: Date; until: Date; holder: number | null },
): Promise<JobRow | null> => sql.maybe<JobRow>(claim, [of.now, of.until, of.realNow, of.names, of.holder])

/** False: the job belongs to somebody else by now. The same holds for the others here. */
export const putJobBack = async (
  sql: Queries,
  { id, lease }: Held,
  of: { attempts: number; dueAt: Date; error: string; dead: boolean },
): Promise<boolean> => (await sql.run(putBack, [id, lease, of.attempts, of.dueAt, of.error, of.dead])) > 0

export const scheduleAgain = async (
  sql: Queries,
  { id, lease }: Held,
  of: { dueAt: Date; payload: Readonly<Record<string, unknown>> | null },
): Promise<boolean> =>
  (await sql.run(again, [id, lease, of.dueAt, of.payload && JSON.stringify(of.payload)])) > 0

export const finishJob = async (sql: Queries, { id, lease }: Held): Promise<boolean> =>
  (await sql.run(finish, [id, lease])) > 0

/** Keeps the job ours until this transaction ends. */
export const lockHeld = async (sql: Queries, { id, lease }: Held): Promise<boolean> =>
  (await sql.maybe(lock, [id, lease])) !== null

export const renewLeases = (sql: Queries, of: { held: readonly Held[]; until: Date }): Promise<number> =>
  sql.run(renew, [of.held.map(({ id }) => id), of.held.map(({ lease }) => lease), of.until])

/** Lets jobs that are always there run again. */
export const reviveJobs = (sql: Queries, names: readonly string[]): Promise<number> =>
  sql.run(revive, [names])

export const readNextDue = async (sql: Queries, which: 'all' | 'besidesKept'): Promise<Date | null> =>
  (await sql.maybe<{ due_at: Date }>(nextDue, [which === 'all']))?.due_at ?? null

/** Whether a job of one of these names is still to run. */
export const isAnyJobWaiting = async (sql: Queries, names: readonly string[]): Promise<boolean> => {
  const waiting = sql
    .selectFrom('job')
    .select('id')
    .where((eb) => eb.not('dead'))
    .where('name', '=', anyOf(names))
    .limit(1)
  return (await waiting.executeTakeFirst()) !== undefined
}

/** Of each lane that has any: when the first of its jobs that nobody runs became due. */
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
