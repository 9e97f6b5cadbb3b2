import type { Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { LoadReversal as Columns } from '../kernel/schema.ts'

/** A reversal of a load that was on its card. */
export type LoadReversal = Readonly<Selectable<Columns>>

const reversals = (sql: Queries) => sql.selectFrom('loadReversal').selectAll()

export const readReversal = async (sql: Queries, id: string): Promise<LoadReversal | null> =>
  (await reversals(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** The last reversal of a load, also one that the issuer refused. */
export const readLastReversal = async (sql: Queries, loadId: string): Promise<LoadReversal | null> =>
  (await reversals(sql).where('loadId', '=', loadId).orderBy('id', 'desc').limit(1).executeTakeFirst()) ??
  null

/** Whether the issuer has not made a reversal of a load of this person yet. */
export const hasPendingReversal = async (sql: Queries, userId: string): Promise<boolean> => {
  const pending = sql.selectFrom('loadReversal').select('id').where('userId', '=', userId)
  return (await pending.where('status', '=', 'pending').limit(1).executeTakeFirst()) !== undefined
}
