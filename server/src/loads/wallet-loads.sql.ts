import { anyOf, type Queries } from '../kernel/queries.ts'
import { loadOfRow, type LoadRecord } from './load-record.ts'

const mostWaiting = 200

/** Loads whose money is ours and not on the card yet, oldest first. */
export const listWaitingLoads = async (sql: Queries, userId: string): Promise<LoadRecord[]> => {
  const waiting = await sql
    .selectFrom('load')
    .selectAll()
    .where('userId', '=', userId)
    .where('cardId', 'is not', null)
    .where('status', 'in', ['held', 'crediting', 'credit_failed', 'review'])
    .orderBy('acceptedAt', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(mostWaiting)
    .execute()
  return waiting.map(loadOfRow)
}

/** Those of these people who ever made a load. */
export const listPeopleWithLoads = async (sql: Queries, userIds: readonly string[]): Promise<string[]> => {
  const people = sql
    .selectFrom('load')
    .select('userId')
    .distinct()
    .where('userId', '=', anyOf(userIds))
    .where('cardId', 'is not', null)
  return (await people.execute()).map(({ userId }) => userId)
}
