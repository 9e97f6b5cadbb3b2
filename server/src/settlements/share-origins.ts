import { topUpRef } from '../deposits/top-up-plan.ts'
import type { EarningFacts } from '../shares/earnings.list.ts'
import { settlementRef } from './settlements.list.ts'
import { basisView, readShareBases } from './share-basis.ts'

/**
 * What shares come from and which settlement has them, for their owner. The load of a share is often not in the owner's
 * scope: the owner reads its reference and the own rates alone (domain §8).
 */
export const readShareOrigins: EarningFacts['readOrigins'] = async (sql, shares) => {
  const bases = await readShareBases(
    sql,
    shares.map(({ id }) => id),
  )
  return new Map(
    shares.map(({ id, sourceKind, sourceId, inSettlementId }) => {
      const found = bases.get(id)
      return [
        id,
        {
          ref: sourceKind === 'topup' ? topUpRef(sourceId) : (found?.ref ?? null),
          basis: found?.basis ? basisView(found.basis) : null,
          settlement:
            inSettlementId === null ? null : { id: inSettlementId, ref: settlementRef(inSettlementId) },
        },
      ]
    }),
  )
}
