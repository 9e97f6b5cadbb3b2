import { sql as fragment } from 'kysely'
import type { Queries } from '../kernel/queries.ts'

/** Adjustments of wallets that were posted. */
export const adjustmentRows = (sql: Queries) =>
  sql.selectFrom('walletAdjustment').selectAll('walletAdjustment')

/** What adjustments of a holder's wallets have moved since an instant, in cents. Credits and debits count. */
export const readAdjustedSince = async (
  sql: Queries,
  { ownerId, since }: { ownerId: string; since: Date },
): Promise<bigint> => {
  const sum = fragment<bigint>`adjusted_since(${ownerId}, ${since})`
  return (await sql.selectNoFrom(sum.as('cents')).executeTakeFirstOrThrow()).cents
}
