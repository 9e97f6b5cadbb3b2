import { anyOf, type Queries } from '../kernel/queries.ts'
import { openSince } from './session.ts'

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

/** When each person last used the product, as far as their sessions are stored. */
export const readLastActive = async (
  sql: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  const rows = await sql
    .selectFrom('session')
    .select(['userId', ({ fn }) => fn.max('lastUsedAt').as('lastUsedAt')])
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, lastUsedAt }) => [userId, lastUsedAt]))
}
