import { sql as fragment, type SqlBool } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { loadOfRow, type LoadRecord } from './load-record.ts'

/** A further payment counts once it is accepted: before that anybody could use up somebody's limit with dust. */
const today = `status not in ('cancelled', 'expired', 'refunded') and (parent_id is null or accepted_at is not null)`

/** By its quote; money that was not as quoted also on the day on which the payer chose the credit. */
const since = `(quoted_at >= $2 or (accepted_at >= $2 and exception is not null)) and id is distinct from $3 and ${today}`

/** Gross of the loads that count for today's limits of a person, in cents; `besides` is one that does not. */
export const readGrossSince = async (
  sql: Queries,
  of: { userId: string; since: Date; besides: string | null },
): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(gross_cents), 0)::int8 as sum from load where user_id = $1 and ${since}`,
    [of.userId, of.since, of.besides],
  )
  return row.sum
}

/** Gross of a card's immediate loads since an instant, in cents: what counts against the maximum emergency load. */
export const readImmediateSince = async (
  sql: Queries,
  of: { cardId: string; since: Date; besides: string | null },
): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(gross_cents), 0)::int8 as sum from load
     where card_id = $1 and speed = 'immediate' and ${since}`,
    [of.cardId, of.since, of.besides],
  )
  return row.sum
}

export const readIsFirstLoad = async (sql: Queries, cardId: string): Promise<boolean> =>
  (await sql.maybe('select 1 from load where card_id = $1 and accepted_at is not null limit 1', [cardId])) ===
  null

/** Quotes of a person that still wait for their payment. */
export const countOpenQuotes = async (sql: Queries, of: { userId: string; now: Date }): Promise<number> => {
  const row = await sql.one<{ n: number }>(
    `select count(*)::int as n from load where user_id = $1 and status = 'quoted' and expires_at > $2`,
    [of.userId, of.now],
  )
  return row.n
}

const use = `insert into load_limit_use (id, company_id, user_id) values ($1, $2, $1)
  on conflict (id) do update set version = load_limit_use.version + 1`

/** Makes what uses the limits of one person wait for each other until the transaction ends. */
export const lockPersonsLimits = async (
  sql: Queries,
  person: { userId: string; companyId: string },
): Promise<void> => {
  await sql.run(use, [person.userId, person.companyId])
}

/** The row whose version a plan advances that uses the limits of a person; made when it is missing. */
export const readLimitUse = async (
  sql: Queries,
  userId: string,
): Promise<{ id: string; version: number } | null> =>
  sql.maybe<{ id: string; version: number }>('select id, version from load_limit_use where id = $1', [userId])

const mostReleased = 200

/** A page of held loads of one speed whose release has come, oldest first. */
export const readReleasable = async (
  sql: Queries,
  { speed, now, after }: { speed: LoadRecord['speed']; now: Date; after: Pick<LoadRecord, 'id'> | null },
): Promise<LoadRecord[]> => {
  const isPast = (id: string) =>
    fragment<SqlBool>`(accepted_at, id) > ((select accepted_at from load where id = ${id}), ${id})`
  const rows = await sql
    .selectFrom('load')
    .selectAll()
    .where('status', '=', 'held')
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
export const readNextRelease = async (sql: Queries): Promise<Date | null> =>
  (await sql.one<{ at: Date | null }>(`select min(release_from) as at from load where status = 'held'`)).at

/** Net of the regular loads that will be released until an instant: float that immediate loads must leave. */
export const readDueUntil = async (sql: Queries, until: Date): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(net_cents), 0)::int8 as sum from load where status = 'held' and speed = 'regular' and release_from <= $1`,
    [until],
  )
  return row.sum
}
