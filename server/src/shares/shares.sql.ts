import type { Queries } from '../kernel/queries.ts'

/** What an owner's daily runs have still to pay out, by wallet and by the instant at which it is due. */
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
