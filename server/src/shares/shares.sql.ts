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
      eb.cast<bigint>(eb.fn.sum('leftCents'), 'int8').as('amountCents'),
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
  const shares = sql
    .selectFrom('share')
    .select('id')
    .where('sourceKind', '=', 'load')
    .where('sourceId', '=', loadId)
  const waiting = await shares.where('dueAt', 'is', null).where('undoneAt', 'is', null).execute()
  return waiting.map(({ id }) => id)
}

/** A share as it was read, to take a part of it back. */
type UndoneShare = {
  readonly id: string
  readonly amountCents: bigint
  readonly undoneCents: bigint
  readonly settlementId: string | null
}

/**
 * Takes a part of a share back, or the rest of it: the updates of a plan, which is refused when the share was changed or
 * settled since it was read. There is none for 0, which is what a partner's part of a small refund may be. Throws
 * RangeError for an amount below 0, or one that the share does not have any more: a bug of the caller.
 */
export const undoShare = (share: UndoneShare, cents: bigint, at: Date): readonly GuardedUpdate[] => {
  const undoneCents = share.undoneCents + cents
  if (cents < 0n || undoneCents > share.amountCents)
    throw new RangeError(`${cents} of the share ${share.id} cannot be taken back`)
  if (cents === 0n) return []
  return [
    guardedUpdate({
      table: 'share',
      id: share.id,
      from: { undoneCents: share.undoneCents, settlementId: share.settlementId },
      set: { undoneCents, undoneAt: undoneCents === share.amountCents ? at : null },
    }),
  ]
}

/** Sets the due date of a share, for a plan; refused where it has one already. */
export const shareBecomesDue = (id: string, at: Date): GuardedUpdate =>
  guardedUpdate({ table: 'share', id, from: { dueAt: null }, set: { dueAt: at } })
