import { accepted } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { countCap, idOfCursor, pageFrom } from '../kernel/keyset.ts'
import type { Notice } from './notification.ts'

export type NotificationRow = {
  id: string
  kind: string
  facts: Record<string, string>
  path: string | null
  read_at: Date | null
  at: Date
}

/** What a person is told of one event. */
export type ToldNotice = {
  readonly id: string
  readonly eventId: string
  readonly userId: string
  readonly companyId: string
  readonly notice: Notice
  readonly at: Date
}

const insertEvent = `insert into notified_event (event_id, user_id, company_id, at)
  values ($1, $2, $3, $4) on conflict do nothing`
const upsert = `insert into notification (id, news_id, company_id, user_id, event_id, kind, facts, path, subject_id, at)
  values ($1, $1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (user_id, subject_id) where subject_id is not null do update set
    event_id = excluded.event_id, kind = excluded.kind, facts = excluded.facts, path = excluded.path,
    news_id = case when $10 then excluded.news_id else notification.news_id end,
    at = case when $10 then excluded.at else notification.at end,
    read_at = case when $10 then null else notification.read_at end
  where notification.event_id < excluded.event_id`

/** Records that a person hears of an event. False: they heard of it before. */
export const recordEvent = async (
  sql: Queries,
  { eventId, userId, companyId, at }: Pick<ToldNotice, 'eventId' | 'userId' | 'companyId' | 'at'>,
): Promise<boolean> => (await sql.run(insertEvent, [eventId, userId, companyId, at])) === 1

/**
 * Shows a notice: in a row of its own, or in the row of its payment or load. An event that is older than what the row
 * says changes nothing. Returns whether anything changed.
 */
export const showNotice = async (sql: Queries, told: ToldNotice): Promise<boolean> => {
  const { kind, facts, path, subjectId, isNews } = told.notice
  const owner = [told.id, told.companyId, told.userId, told.eventId]
  const shown = [kind, JSON.stringify(facts), path, subjectId, told.at, isNews]
  return (await sql.run(upsert, [...owner, ...shown])) === 1
}

export const countUnread = async (sql: Queries, userId: string): Promise<number> => {
  const row = await sql.one<{ count: bigint }>(
    `select count(*) from (select 1 from notification where user_id = $1 and read_at is null limit ${countCap + 1}) counted`,
    [userId],
  )
  return Number(row.count)
}

/** Marks the ones named, or all, as read. Returns how many were unread. */
export const markRead = (
  sql: Queries,
  of: { userId: string; ids: readonly string[] | null; at: Date },
): Promise<number> =>
  sql.run(
    'update notification set read_at = $3 where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any ($2))',
    [of.userId, of.ids, of.at],
  )

/** One page, newest news first. The cursor is a `news_id`. */
export const listNotificationsOf = async (
  sql: Queries,
  of: { userId: string; limit: number; cursor?: string | undefined },
) => {
  const filter = { list: 'notifications' }
  const after = idOfCursor(of.cursor, filter)
  if (!after.accepted) return after
  const rows = await sql.rows<NotificationRow & { own_id: string }>(
    `select news_id as id, id as own_id, kind, facts, path, read_at, at from notification
     where user_id = $1 and ($2::uuid is null or news_id < $2) order by news_id desc limit $3`,
    [of.userId, after.value, of.limit + 1],
  )
  const { count } = await sql.one<{ count: bigint }>(
    `select count(*) from (select 1 from notification where user_id = $1 limit ${countCap + 1}) counted`,
    [of.userId],
  )
  const page = pageFrom(rows, { limit: of.limit, filter, count: Number(count) })
  const items: NotificationRow[] = page.items.map(({ own_id: id, ...row }) => ({ ...row, id }))
  return accepted({ ...page, items })
}
