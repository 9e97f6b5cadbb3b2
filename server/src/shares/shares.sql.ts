import type { Insertable } from 'kysely'
import { guardedUpdate, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Share } from '../kernel/schema.ts'

/** The unpaid shares of an owner, by wallet and by the instant at which they are due. */
export const listPendingShares = (sql: Queries, ownerId: string) =>
  sql
    .selectFrom('share')
    .select((eb) => [
      'walletType as wallet',
      'dueAt',
      eb.cast<bigint>(eb.fn.sum('amountCents'), 'int8').as('amountCents'),
      eb.cast<number>(eb.fn.countAll(), 'int4').as('count'),
    ])
    .where('ownerId', '=', ownerId)
    .where('settlementId', 'is', null)
    .where('undoneAt', 'is', null)
    .groupBy(['walletType', 'dueAt'])
    .orderBy('dueAt', (order) => order.asc().nullsLast())
    .execute()

/** Shares of an owner that are not paid out yet. */
export type DueShares = Awaited<ReturnType<typeof listPendingShares>>[number]

/** A share as a plan inserts it. Its money is in the owner's pending bucket (money §2). */
export const newShare = (row: Insertable<Share>): RowInsert => ({ table: 'share', row })

/** Shares of a load that become due when its card is credited. */
export const readSharesWithoutDate = async (sql: Queries, loadId: string): Promise<string[]> => {
  const shares = sql.selectFrom('share').select('id').where('loadId', '=', loadId)
  const waiting = await shares.where('dueAt', 'is', null).where('undoneAt', 'is', null).execute()
  return waiting.map(({ id }) => id)
}

/** Sets the due date of a share, for a plan; refused where it has one already. */
export const shareBecomesDue = (id: string, at: Date): GuardedUpdate =>
  guardedUpdate({ table: 'share', id, from: { dueAt: null }, set: { dueAt: at } })
