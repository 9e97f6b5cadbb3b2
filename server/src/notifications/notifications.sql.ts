import { accepted } from '../kernel/answer.ts'
import type { Queries } from '../kernel/database.ts'
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

/** Keeps what a person is told, once for each event however often the event is handed over. */
export const insertNotification = async (
  sql: Queries,
  told: { id: string; eventId: string; userId: string; companyId: string; notice: Notice; at: Date },
): Promise<boolean> =>
  (await sql.run(
    `insert into notification (id, company_id, user_id, event_id, kind, facts, path, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (event_id, user_id) do nothing`,
    [
      told.id,
      told.companyId,
      told.userId,
      told.eventId,
      told.notice.kind,
      JSON.stringify(told.notice.facts),
      told.notice.path,
      told.at,
    ],
  )) === 1

export const countUnread = async (sql: Queries, userId: string): Promise<number> => {
  const row = await sql.one<{ count: bigint }>(
    `select count(*) from (select 1 from notification where user_id = $1 and read_at is null limit ${countCap + 1}) counted`,
    [userId],
  )
  return Number(row.count)
}

/** Marks the ones named, or all, as read. */
export const markRead = (sql: Queries, of: { userId: string; ids: readonly string[] | null; at: Date }) =>
  sql.run(
    'update notification set read_at = $3 where user_id = $1 and read_at is null and ($2::uuid[] is null or id = any ($2))',
    [of.userId, of.ids, of.at],
  )

export const listNotificationsOf = async (
  sql: Queries,
  of: { userId: string; limit: number; cursor?: string | undefined },
) => {
  const filter = { list: 'notifications' }
  const after = idOfCursor(of.cursor, filter)
  if (!after.accepted) return after
  const rows = await sql.rows<NotificationRow>(
    `select id, kind, facts, path, read_at, at from notification
     where user_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [of.userId, after.value, of.limit + 1],
  )
  const { count } = await sql.one<{ count: bigint }>(
    `select count(*) from (select 1 from notification where user_id = $1 limit ${countCap + 1}) counted`,
    [of.userId],
  )
  return accepted(pageFrom(rows, { limit: of.limit, filter, count: Number(count) }))
}
