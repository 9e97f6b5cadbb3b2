import type { Queries } from '../kernel/queries.ts'
import { seesSharesOf, type ShareReader } from '../companies/share-access.ts'
import { readSettlement, type SettlementRecord } from './settlements.sql.ts'

/** A settlement that an administrator may see. */
export const readSeen = async (
  sql: Queries,
  me: ShareReader,
  id: string,
): Promise<SettlementRecord | null> => {
  const row = await readSettlement(sql, id)
  return row && seesSharesOf(me, row.ownerId) ? row : null
}
