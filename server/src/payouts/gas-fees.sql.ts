import type { RowInsert } from '../kernel/guarded-update.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'

/** Final transactions of the payout wallet since an instant: payments, and what used their nonces. Scope: jobs. */
export const listEndedTransactions = async (
  sql: Queries,
  { network, since }: { readonly network: string; readonly since: Date },
): Promise<string[]> => {
  const attempts = sql.selectFrom('payoutAttempt').select('txHash').distinct().where('network', '=', network)
  const ended = attempts.where('outcome', 'is not', null).where('endedAt', '>=', since)
  return (await ended.execute()).map(({ txHash }) => txHash)
}

/** Those of these transactions whose receipts were not read. */
export const listUnread = async (
  sql: Queries,
  { network, hashes }: { readonly network: string; readonly hashes: readonly string[] },
): Promise<string[]> => {
  const fees = sql.selectFrom('gasFee').select('txHash').where('network', '=', network)
  const read = new Set((await fees.where('txHash', '=', anyOf(hashes)).execute()).map(({ txHash }) => txHash))
  return [...new Set(hashes)].filter((hash) => !read.has(hash))
}

export const insertGasFee = async (
  sql: Queries,
  of: { readonly network: string; readonly txHash: string; readonly feeWei: bigint; readonly at: Date },
): Promise<void> => {
  await sql
    .insertInto('gasFee')
    .values({ network: of.network, txHash: of.txHash, feeWei: String(of.feeWei), readAt: of.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** When a receipt was last read; null: never. */
export const readLastReadAt = async (sql: Queries, network: string): Promise<Date | null> => {
  const fees = sql.selectFrom('gasFee').where('network', '=', network)
  return (await fees.select(({ fn }) => fn.max('readAt').as('at')).executeTakeFirst())?.at ?? null
}

/** What was spent on a network so far, in wei, and what of it is booked, in ledger units. Scope: jobs. */
export const readGas = async (
  sql: Queries,
  network: string,
): Promise<{ readonly spentWei: bigint; readonly bookedUnits: bigint }> => {
  const found = await sql.one<{ spent: string; booked: string }>(
    `select (select coalesce(sum(fee_wei), 0) from gas_fee where network = $1)::text as spent,
       (select coalesce(sum(units), 0) from gas_day where network = $1)::text as booked`,
    [network],
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
