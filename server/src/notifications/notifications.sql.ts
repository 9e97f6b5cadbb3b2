import { cappedCount } from '../kernel/capped-count.ts'
import { firstIdAt } from '../kernel/ids.ts'
import { anyOf, changedOne, type Queries } from '../kernel/queries.ts'
import type { Notice } from './notification.ts'

const pruned = 1000

/** A notice for one person about one event. */
export type ToldNotice = {
  readonly id: string
  readonly eventId: string
  readonly userId: string
  readonly companyId: string
  readonly notice: Notice
  readonly at: Date
}

/** Records that a person gets a notice of an event. False: it was recorded before. */
export const recordEvent = async (
  sql: Queries,
  { eventId, userId, companyId, at }: Pick<ToldNotice, 'eventId' | 'userId' | 'companyId' | 'at'>,
): Promise<boolean> =>
  changedOne(
    await sql
      .insertInto('notifiedEvent')
      .values({ eventId, userId, companyId, at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )

/**
 * Stores a notice in its own row, or in the row of its payment or load. An event that is older than the row
 * changes nothing. Returns whether anything changed.
 */
export const showNotice = async (sql: Queries, told: ToldNotice): Promise<boolean> => {
  const { id, companyId, userId, eventId, at } = told
  const { kind, facts, path, subjectId, isNews } = told.notice
  const shown = { kind, facts, path, eventId }
  const news = { newsId: id, at }
  return changedOne(
    await sql
      .insertInto('notification')
      .values({ id, companyId, userId, subjectId, ...shown, ...news })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'subjectId'])
          .where('subjectId', 'is not', null)
          .doUpdateSet({ ...shown, ...(isNews ? { ...news, readAt: null } : {}) })
          .whereRef('notification.eventId', '<', 'excluded.eventId'),
      )
      .executeTakeFirst(),
  )
}

const notificationsOf = (sql: Queries, userId: string) =>
  sql.selectFrom('notification').where('userId', '=', userId)

/** Counts a person's unread notifications. The count stops one above the cap. */
export const countUnread = async (sql: Queries, userId: string): Promise<number> => {
  const unread = notificationsOf(sql, userId).where('readAt', 'is', null)
  return (await cappedCount(sql, unread).executeTakeFirstOrThrow()).count
}

/** Marks these notifications, or all, as read. Returns how many were unread. */
export const markRead = async (
  sql: Queries,
  { userId, ids, at }: { userId: string; ids: readonly string[] | null; at: Date },
): Promise<number> => {
  const marked = await sql
    .updateTable('notification')
    .set({ readAt: at })
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(ids !== null, (update) => update.where('id', '=', anyOf(ids ?? [])))
    .executeTakeFirst()
  return Number(marked.numUpdatedRows)
}

/** Removes some of the notifications whose news is older. Returns how many. */
export const pruneNotifications = async (sql: Queries, before: Date): Promise<number> => {
  const old = sql
    .selectFrom('notification')
    .select('id')
    .where('newsId', '<', firstIdAt(before))
    .limit(pruned)
  const gone = await sql.deleteFrom('notification').where('id', 'in', old).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
