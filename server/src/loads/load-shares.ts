import type { CompanyLoad } from '@cardamom/contract/loads/company-loads'
import { readBrandNames } from '../companies/companies.sql.ts'
import { onlyOwnerOf, type ShareReader } from '../companies/share-access.ts'
import { readNames } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { shareState, shownDue } from '../shares/share-state.ts'
import { listStatesOfLoadShares } from '../shares/shares.sql.ts'

/** The shares of a load that the reader may see: of other levels none (domain §13.9). */
export const readLoadShares = async (
  sql: Queries,
  { loadId, me, now }: { readonly loadId: string; readonly me: ShareReader; readonly now: Date },
): Promise<CompanyLoad['shares']> => {
  const rows = await listStatesOfLoadShares(sql, { loadId, ownerId: onlyOwnerOf(me), now })
  const ids = [...new Set(rows.map(({ ownerId }) => ownerId))]
  const companies = await readBrandNames(sql, ids)
  const people = await readNames(sql, ids)
  return rows.map((row) => ({
    id: row.id,
    ownerName: companies.get(row.ownerId) ?? people.get(row.ownerId) ?? '',
    level: row.level,
    wallet: row.walletType,
    state: shareState(row, now),
    amount: row.leftCents - row.owedLeftCents,
    returned: row.undoneCents + row.owedLeftCents,
    owed: row.owedCents,
    dueAt: shownDue(row),
  }))
}
