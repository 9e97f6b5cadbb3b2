import type { Queries } from '../kernel/database.ts'
import { loadOfRow, type LoadRecord, type LoadRow } from './load-record.ts'

/** A further payment counts once it is accepted: before that anybody could use up somebody's limit with dust. */
const today = `status not in ('cancelled', 'expired', 'refunded') and (parent_id is null or accepted_at is not null)`

/** Gross of the loads that count for today's limits of a person, in cents. */
export const readGrossSince = async (sql: Queries, of: { userId: string; since: Date }): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(gross_cents), 0)::int8 as sum from load where user_id = $1 and quoted_at >= $2 and ${today}`,
    [of.userId, of.since],
  )
  return row.sum
}

/** Gross of a card's immediate loads since an instant, in cents: what counts against the maximum emergency load. */
export const readImmediateSince = async (
  sql: Queries,
  of: { cardId: string; since: Date },
): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(gross_cents), 0)::int8 as sum from load
     where card_id = $1 and quoted_at >= $2 and speed = 'immediate' and ${today}`,
    [of.cardId, of.since],
  )
  return row.sum
}

export const readIsFirstLoad = async (sql: Queries, cardId: string): Promise<boolean> =>
  (await sql.maybe('select 1 from load where card_id = $1 and accepted_at is not null limit 1', [cardId])) ===
  null

/** Makes the quotes of one person wait for each other until the transaction ends. */
export const lockPersonsLimits = async (sql: Queries, userId: string): Promise<void> => {
  await sql.one('select id from app_user where id = $1 for update', [userId])
}

const releasable = `select * from load where status = 'held' and speed = $1 and release_from <= $2
  and ($3::uuid is null or (accepted_at, id) > ((select accepted_at from load where id = $3), $3))
  order by accepted_at, id limit 200`

/** A page of held loads of one speed whose release has come, oldest first. */
export const readReleasable = async (
  sql: Queries,
  of: { speed: LoadRecord['speed']; now: Date; after: Pick<LoadRecord, 'id'> | null },
): Promise<LoadRecord[]> => {
  const rows = await sql.rows<LoadRow>(releasable, [of.speed, of.now, of.after?.id ?? null])
  return rows.map(loadOfRow)
}

/** Net of the regular loads that will be released until an instant: float that immediate loads must leave. */
export const readDueUntil = async (sql: Queries, until: Date): Promise<bigint> => {
  const row = await sql.one<{ sum: bigint }>(
    `select coalesce(sum(net_cents), 0)::int8 as sum from load where status = 'held' and speed = 'regular' and release_from <= $1`,
    [until],
  )
  return row.sum
}
