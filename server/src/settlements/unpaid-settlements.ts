import type { Queries } from '../kernel/queries.ts'
import { sumDraft } from '../shares/share-settlements.sql.ts'
import type { UnpaidSettlement } from '../wallets/pending-parts.ts'
import { settlementRef } from './settlements.list.ts'
import { listUnpaid } from './settlements.sql.ts'

/** Settlements of an owner that are drawn up and not paid, with what is pending in them. The caller may see the owner. */
export const readUnpaidSettlements = async (sql: Queries, ownerId: string): Promise<UnpaidSettlement[]> => {
  const unpaid: UnpaidSettlement[] = []
  for (const { id, wallet, status, maturedCents, shareCount } of await listUnpaid(sql, ownerId)) {
    const isDraft = status === 'draft'
    // A share that was reversed has left a draft.
    const of = isDraft ? await sumDraft(sql, id) : { cents: maturedCents, count: shareCount }
    if (of.cents > 0n)
      unpaid.push({
        id,
        ref: settlementRef(id),
        status: isDraft ? 'draft' : 'approved',
        wallet,
        amount: of.cents,
        count: of.count,
      })
  }
  return unpaid
}
