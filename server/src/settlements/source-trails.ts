import { listSeenTopUps } from '../deposits/top-ups.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import { creditAfter, readCryptoPayments, readLoadTrails } from '../loads/load-trails.sql.ts'

type Source = { readonly sourceKind: 'load' | 'topup'; readonly sourceId: string; readonly acceptedAt: Date }

/**
 * Where an administrator finds the load or the deposit of a share, and how it was paid: nothing of one out of the scope. A
 * deposit by wire has no transaction on a chain.
 */
export const readSourceTrails = async (sql: Queries, sources: readonly Source[]) => {
  const idsOf = (kind: Source['sourceKind']) => [
    ...new Set(sources.flatMap(({ sourceKind, sourceId }) => (sourceKind === kind ? [sourceId] : []))),
  ]
  const loads = await readLoadTrails(sql, idsOf('load'))
  const topUps = new Set(await listSeenTopUps(sql, idsOf('topup')))
  const deposited = await readCryptoPayments(sql, [...topUps])
  return ({ sourceKind, sourceId, acceptedAt }: Source) => {
    const load = sourceKind === 'load' ? loads.get(sourceId) : undefined
    const topUpId = sourceKind === 'topup' && topUps.has(sourceId) ? sourceId : null
    const payments = topUpId === null ? load?.payments : deposited.get(topUpId)
    return {
      loadId: load ? sourceId : null,
      topUpId,
      payments: [...(payments ?? [])],
      credit: load ? creditAfter(load, acceptedAt) : null,
    }
  }
}
