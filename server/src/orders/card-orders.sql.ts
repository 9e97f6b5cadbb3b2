import type { Selectable } from 'kysely'
import { constant, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'

export type CardOrderRecord = Readonly<Selectable<DB['cardOrder']>>

/** Orders of cards in the scope. */
export const cardOrderRows = (sql: Queries) => sql.selectFrom('cardOrder').selectAll('cardOrder')

export const readOrder = async (sql: Queries, id: string): Promise<CardOrderRecord | null> =>
  (await cardOrderRows(sql).where('cardOrder.id', '=', id).executeTakeFirst()) ?? null

/** The order whose card this is; null: nobody ordered the card. */
export const readOrderOfCard = async (sql: Queries, cardId: string): Promise<CardOrderRecord | null> =>
  (await cardOrderRows(sql).where('cardOrder.cardId', '=', cardId).executeTakeFirst()) ?? null

/** Types of cards of which a person has an order under way. */
export const readOrderedTypes = async (sql: Queries, userId: string): Promise<ReadonlySet<string>> => {
  const open = sql
    .selectFrom('cardOrder')
    .select('cardTypeId')
    .where('userId', '=', userId)
    .where('status', '=', constant('paid'))
  return new Set((await open.execute()).map(({ cardTypeId }) => cardTypeId))
}
