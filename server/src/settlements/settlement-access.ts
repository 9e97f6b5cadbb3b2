import { houseId } from '../companies/company.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSettlement, type SettlementRecord } from './settlements.sql.ts'

type Reader = Pick<SessionPrincipal, 'companyId' | 'scope'>

/**
 * Whose settlements a reader sees; null: those of their scope. Administrators of a company see what is paid to their company
 * only, not what another level is paid (domain §13.9).
 */
export const onlyOwnerOf = ({ companyId, scope }: Reader): string | null =>
  scope.kind === 'all' || companyId === houseId ? null : companyId

/** A settlement that an administrator may see. */
export const readSeen = async (sql: Queries, me: Reader, id: string): Promise<SettlementRecord | null> => {
  const row = await readSettlement(sql, id)
  const ownerId = onlyOwnerOf(me)
  return row && (ownerId === null || row.ownerId === ownerId) ? row : null
}
