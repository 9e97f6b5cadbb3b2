import type { SpendingCategory } from '@cardamom/contract/transactions'
import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import { matching, type RowFilter } from './transactions.sql.ts'

/** Purposes that count as spending; loads, transfers and adjustments do not. */
const spent = ['purchase', 'cash', 'fee', 'refund'] as const

/**
 * Sums the money in and the money spent of the filtered rows, in cents. Holds count as spent; refunds are
 * subtracted.
 */
export const sumInAndSpent = (sql: Queries, filter: RowFilter): Promise<{ in: bigint; spent: bigint }> => {
  const fees = sql
    .selectFrom('cardTransaction')
    .select(({ fn }) => ['paymentId', fn.sum('settledCents').as('settledCents')])
    .where((eb) => eb.lit(filter.foldsFees))
    .where('userId', '=', filter.userId)
    .where('purpose', '=', 'fee')
    .where('paymentId', 'is not', null)
    .groupBy('paymentId')
    .as('fee')
  return matching(sql, filter)
    .clearSelect()
    .leftJoin(fees, 'fee.paymentId', 'cardTransaction.id')
    .select((eb) => {
      const settled = eb.ref('cardTransaction.settledCents')
      const size = fragment<bigint>`${eb.ref('cardTransaction.heldCents')} - ${settled}
        - coalesce(${eb.ref('fee.settledCents')}, 0)`
      const came = eb.fn.sum(settled).filterWhere('cardTransaction.purpose', 'not in', spent)
      const went = eb.fn.sum(size).filterWhere('cardTransaction.purpose', 'in', spent)
      return [
        eb.cast<bigint>(eb.fn.coalesce(came, eb.lit(0)), 'int8').as('in'),
        eb.cast<bigint>(eb.fn.coalesce(went, eb.lit(0)), 'int8').as('spent'),
      ]
    })
    .executeTakeFirstOrThrow()
}

/** Sums a person's spending between two instants by category: settled and held, minus refunds. */
export const sumSpending = (
  sql: Queries,
  { userId, cardId, from, before }: { userId: string; cardId: string | null; from: Date; before: Date },
) => {
  const category = fragment<SpendingCategory>`coalesce(category, 'other')`
  const rows = sql.selectFrom('cardTransaction').where('userId', '=', userId)
  return (cardId === null ? rows : rows.where('cardId', '=', cardId))
    .select((eb) => [
      category.as('category'),
      eb.cast<bigint>(eb.fn.sum(eb('heldCents', '-', eb.ref('settledCents'))), 'int8').as('amountCents'),
      eb.cast<bigint>(eb.fn.sum('heldCents'), 'int8').as('heldCents'),
      eb
        .cast<number>(eb.fn.countAll().filterWhere('purpose', 'in', ['purchase', 'cash']), 'int4')
        .as('count'),
    ])
    .where('at', '>=', from)
    .where('at', '<', before)
    .where('purpose', 'in', spent)
    .where('status', 'in', ['floating', 'settled', 'refunded'])
    .groupBy(category)
    .execute()
}
