import { sql as fragment, type Expression } from 'kysely'
import type { RowInsert } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'

/** A final transaction and when it ended, to the microsecond. */
export type EndedTransaction = { readonly txHash: string; readonly at: string }

/** Transactions after one of them, in the order in which they ended. */
export type TransactionPage = {
  readonly network: string
  readonly after: EndedTransaction
  readonly limit: number
}

/** Whether the receipt of a transaction was not read, for conditions of the tables that have transactions. */
export const isUnread = (of: {
  readonly network: Expression<string>
  readonly txHash: Expression<string>
}): Expression<boolean> =>
  fragment<boolean>`not exists (select from gas_fee f where f.network = ${of.network} and f.tx_hash = ${of.txHash})`

/**
 * Final transactions of the payout wallet whose receipts were not read, in the order in which they ended: payments, and
 * what used their nonces. Scope: jobs.
 */
export const listUnreadAttempts = (
  sql: Queries,
  { network, after, limit }: TransactionPage,
): Promise<EndedTransaction[]> =>
  sql
    .selectFrom('payoutAttempt')
    .select(['txHash', fragment<string>`ended_at::text`.as('at')])
    .where('network', '=', network)
    .where('endedAt', 'is not', null)
    .where(fragment<boolean>`(ended_at, tx_hash) > (${after.at}::timestamptz, ${after.txHash})`)
    .where((attempt) =>
      isUnread({
        network: attempt.ref('payoutAttempt.network'),
        txHash: attempt.ref('payoutAttempt.txHash'),
      }),
    )
    .orderBy('endedAt')
    .orderBy('txHash')
    .limit(limit)
    .execute()

export const insertGasFee = async (
  sql: Queries,
  of: {
    readonly network: string
    readonly txHash: string
    readonly feeWei: bigint
    readonly blockNumber: bigint
    readonly at: Date
  },
): Promise<void> => {
  const { network, txHash, feeWei, blockNumber, at } = of
  await sql
    .insertInto('gasFee')
    .values({ network, txHash, feeWei: String(feeWei), blockNumber, readAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * What was spent on a network so far, in wei, and what of it is booked, in ledger units. With a block: what was spent until
 * it. Scope: jobs.
 */
export const readGas = async (
  sql: Queries,
  network: string,
  block: bigint | null = null,
): Promise<{ readonly spentWei: bigint; readonly bookedUnits: bigint }> => {
  const found = await sql.one<{ spent: string; booked: string }>(
    `select (select coalesce(sum(fee_wei), 0) from gas_fee where network = $1
         and ($2::bigint is null or block_number is null or block_number <= $2))::text as spent,
       (select coalesce(sum(units), 0) from gas_day where network = $1)::text as booked`,
    [network, block],
  )
  return { spentWei: BigInt(found.spent), bookedUnits: BigInt(found.booked) }
}

/** The row that a plan stores with the journal of a day. */
export const gasDayRow = (row: {
  readonly id: string
  readonly companyId: string
  readonly network: string
  readonly day: string
  readonly units: bigint
  readonly valueCents: bigint
  readonly bookedAt: Date
}): RowInsert => ({ table: 'gasDay', row })
