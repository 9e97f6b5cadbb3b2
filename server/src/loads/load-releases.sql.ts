import { sql as fragment, type SqlBool } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import { loadOfRow, type LoadRecord } from './load-record.ts'

const mostReleased = 200

/** A page of held loads of one speed that are due for release, oldest first. */
export const readReleasable = async (
  sql: Queries,
  { speed, now, after }: { speed: LoadRecord['speed']; now: Date; after: Pick<LoadRecord, 'id'> | null },
): Promise<LoadRecord[]> => {
  const isPast = (id: string) =>
    fragment<SqlBool>`(accepted_at, id) > ((select accepted_at from load where id = ${id}), ${id})`
  const rows = await sql
    .selectFrom('load')
    .selectAll()
    .where('status', '=', constant('held'))
    .where('speed', '=', speed)
    .where('releaseFrom', '<=', now)
    .$if(after !== null, (held) => held.where(isPast(after!.id)))
    .orderBy('acceptedAt')
    .orderBy('id')
    .limit(mostReleased)
    .execute()
  return rows.map(loadOfRow)
}

/** When the next held load may be released; in the past where one waits for float. */
export const readNextRelease = async (sql: Queries): Promise<Date | null> => {
  const held = sql.selectFrom('load').where('status', '=', constant('held'))
  return (await held.select(({ fn }) => fn.min('releaseFrom').as('at')).executeTakeFirstOrThrow()).at
}

/**
 * Net of the regular loads that will be released until an instant, and of the money of wallets that the next release takes:
 * float that immediate loads must leave.
 */
export const readDueUntil = async (sql: Queries, until: Date): Promise<bigint> => {
  const due = sql
    .selectFrom('load')
    .select(fragment<bigint>`coalesce(sum(net_cents), 0)::int8`.as('sum'))
    .where('status', '=', constant('held'))
    .where('speed', '=', 'regular')
    .where('releaseFrom', '<=', until)
  const waiting = fragment<bigint>`wallet_loads_waiting()`
  const { cents } = await sql.selectNoFrom(waiting.as('cents')).executeTakeFirstOrThrow()
  return cents + (await due.executeTakeFirstOrThrow()).sum
}

/**
 * Net of the loads that will be released until an instant, by the hour from which they are due; what wallets send to cards
 * next is due now. Scope: jobs.
 */
export const listDueReleases = async (
  sql: Queries,
  { now, until }: { now: Date; until: Date },
): Promise<{ at: Date; cents: bigint }[]> => {
  const loads = await sql
    .selectFrom('load')
    .select([
      fragment<Date>`date_trunc('hour', greatest(release_from, ${now}::timestamptz))`.as('at'),
      fragment<bigint>`sum(net_cents)::int8`.as('cents'),
    ])
    .where('status', '=', constant('held'))
    .where('releaseFrom', '<=', until)
    .groupBy(fragment`1`)
    .orderBy(fragment`1`)
    .execute()
  const waiting = fragment<bigint>`wallet_loads_waiting()`
  const { cents } = await sql.selectNoFrom(waiting.as('cents')).executeTakeFirstOrThrow()
  return cents > 0n ? [{ at: now, cents }, ...loads] : loads
}
