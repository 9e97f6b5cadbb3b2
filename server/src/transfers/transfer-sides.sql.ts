import type { Queries } from '../kernel/queries.ts'
import { daysToday } from '../loads/load-limits.ts'
import type { WalletHolder } from '../wallets/wallet-holder.ts'
import { holderOf, holdersFound, type HolderRow } from '../wallets/wallet-holders.sql.ts'

/** What `transfer_terms` has of a sender. */
export type TermsRow = {
  readonly rates: bigint[]
  readonly min_cents: bigint
  readonly max_cents: bigint
  readonly daily_cents: bigint
  /** What was sent today; null: the start of the sender's day was not known before its company was read. */
  readonly sent_cents: bigint | null
}

export type ReadSides = {
  /** Null: there is none in the scope. */
  readonly from: WalletHolder | null
  readonly to: WalletHolder | null
  /** The sender's; null: there is no sender. */
  readonly terms: TermsRow | null
}

// The day starts in the time zone of the sender's company, which this statement reads itself. So it gets the starts of the
// days of the zones in use, and takes the one that applies.
const sides = `select h.*, t.* from ${holdersFound} h
  left join lateral transfer_terms(case when h.id = $2::uuid then h.id end, h.company_id, $3,
    ($5::timestamptz[])[array_position($4::text[], h.time_zone)]) t on true`

/** Both sides of a transfer and the sender's terms, by one statement and thus by one snapshot. */
export const readTransferSides = async (
  sql: Queries,
  of: { readonly fromOwnerId: string; readonly toOwnerId: string; readonly now: Date },
): Promise<ReadSides> => {
  const { fromOwnerId, toOwnerId, now } = of
  const ids = fromOwnerId === toOwnerId ? [fromOwnerId] : [fromOwnerId, toOwnerId]
  const { zones, starts } = daysToday(now)
  const rows = await sql.rows<HolderRow & TermsRow>(sides, [
    ids,
    fromOwnerId,
    now.toISOString(),
    zones,
    starts,
  ])
  const rowOf = (id: string) => rows.find((row) => row.id === id) ?? null
  const [fromRow, toRow] = [rowOf(fromOwnerId), rowOf(toOwnerId)]
  return { from: fromRow && holderOf(fromRow), to: toRow && holderOf(toRow), terms: fromRow }
}
