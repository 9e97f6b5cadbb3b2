import { isAdminArea } from '@cardamom/contract/roles'
import { sql as fragment } from 'kysely'
import { anyOf, type Queries } from '../kernel/queries.ts'
import { numberSetting } from '../settings/settings.sql.ts'

type LastUse = { userId: string; lastUsedAt: Date }

/** Open sessions of this role were created and used after these instants. */
export const openSince = (roleId: number, now: Date) => {
  const isAdmin = isAdminArea(roleId)
  const idle = numberSetting(isAdmin ? 'adminSessionIdleMinutes' : 'sessionIdleMinutes')
  const longest = isAdmin
    ? fragment`make_interval(hours => ${numberSetting('adminSessionHours')})`
    : fragment`make_interval(days => ${numberSetting('sessionDays')})`
  return {
    createdAfter: fragment<Date>`${now}::timestamptz - ${longest}`,
    usedAfter: fragment<Date>`${now}::timestamptz - make_interval(mins => ${idle})`,
  }
}

/** Sessions of a person that are still open now, the last used first. */
export const listOpenSessions = (
  sql: Queries,
  { userId, roleId, now, limit }: { userId: string; roleId: number; now: Date; limit: number },
) => {
  const { createdAfter, usedAfter } = openSince(roleId, now)
  return sql
    .selectFrom('session')
    .select(['id', 'device', 'address', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('createdAt', '>', createdAfter)
    .where('lastUsedAt', '>', usedAfter)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/**
 * When the person of a row last used the product, for files. Most people have no stored session, and the planner may look
 * them up in a hash of those who have.
 */
export const lastActiveOf = (userId: string) => {
  const id = fragment.ref(userId)
  return fragment<Date | null>`case when exists (select from session h where h.user_id = ${id})
    then (select max(s.last_used_at) from session s where s.user_id = ${id}) end`
}

/**
 * When each person last used the product, as far as their sessions are stored. A seller sees it of their people without
 * the sessions.
 */
export const readLastActive = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await sql
    .selectFrom('session')
    .select(['userId', ({ fn }) => fn.max('lastUsedAt').as('lastUsedAt')])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .unionAll(
      sql
        .selectFrom(fragment<LastUse>`last_uses_for_seller(${userIds})`.as('seen'))
        .select(['seen.userId', 'seen.lastUsedAt']),
    )
    .execute()
  return new Map(rows.map(({ userId, lastUsedAt }) => [userId, lastUsedAt]))
}
