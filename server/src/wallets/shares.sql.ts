import type { Queries } from '../kernel/queries.ts'

/** Shares of an owner that are not paid out yet, by the instant at which they are due. */
export type DueShares = {
  readonly wallet: 'regular' | 'immediate'
  readonly dueAt: Date | null
  readonly amountCents: bigint
  readonly count: number
}

const pending = `select wallet_type, due_at, sum(amount_cents)::int8 as amount, count(*)::int4 as count from share
  where owner_id = $1 and settlement_id is null and undone_at is null
  group by wallet_type, due_at order by due_at nulls last`

/** What waits for an owner's daily runs. */
export const listPendingShares = async (sql: Queries, ownerId: string): Promise<DueShares[]> => {
  type Row = { wallet_type: DueShares['wallet']; due_at: Date | null; amount: bigint; count: number }
  return (await sql.rows<Row>(pending, [ownerId])).map((row) => ({
    wallet: row.wallet_type,
    dueAt: row.due_at,
    amountCents: row.amount,
    count: row.count,
  }))
}
