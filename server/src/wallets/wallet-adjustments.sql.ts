import { sql as fragment, type Selectable } from 'kysely'
import type { Queries } from '../kernel/queries.ts'
import type { WalletAdjustment } from '../kernel/schema.ts'
import { readSetting } from '../settings/settings.sql.ts'

/** An adjustment of a wallet or of a card. */
export type AdjustmentRecord = Readonly<Selectable<WalletAdjustment>>

/** Adjustments of wallets and cards. */
export const adjustmentRows = (sql: Queries) =>
  sql.selectFrom('walletAdjustment').selectAll('walletAdjustment')

/** Above this amount a second person approves an adjustment (domain §7). */
export const readAdjustmentLimit = (sql: Queries): Promise<bigint> =>
  readSetting(sql, 'secondPersonAdjustment')

/** An adjustment of the scope; null: there is none. */
export const readAdjustment = async (sql: Queries, id: string): Promise<AdjustmentRecord | null> =>
  (await adjustmentRows(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** What adjustments of a holder's wallets, or of a card, have moved since an instant, in cents. Credits and debits count. */
export const readAdjustedSince = async (
  sql: Queries,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`adjusted_since(${ownerId}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}
