import { anyOf, type Queries } from '../kernel/queries.ts'

/** From where a load was paid, and the issuer's row of its credit. */
export type LoadTrail = {
  readonly ref: string
  readonly payments: readonly { readonly network: string; readonly hash: string }[]
  readonly credit: { readonly id: string; readonly at: Date } | null
}

/** The trails of loads in scope, by their ids. */
export const readLoadTrails = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadTrail>> => {
  if (ids.length === 0) return new Map()
  const loads = await sql.selectFrom('load').select(['id', 'ref']).where('id', '=', anyOf(ids)).execute()
  const payments = await sql
    .selectFrom('chainTransfer')
    .select(['loadId', 'network', 'txHash'])
    .where('loadId', '=', anyOf(ids))
    .where('status', '=', 'final')
    .orderBy('id')
    .execute()
  const credits = await sql
    .selectFrom('issuerTransfer')
    .innerJoin('issuerHistoryRow', 'issuerHistoryRow.issuerTransferId', 'issuerTransfer.id')
    .select(['issuerTransfer.loadId', 'issuerHistoryRow.rowId', 'issuerHistoryRow.seenAt'])
    .where('issuerTransfer.loadId', '=', anyOf(ids))
    .where('issuerTransfer.status', '=', 'done')
    .execute()
  const creditOf = new Map(credits.map(({ loadId, rowId, seenAt }) => [loadId, { id: rowId, at: seenAt }]))
  const paymentsOf = Map.groupBy(payments, ({ loadId }) => loadId)
  return new Map(
    loads.map(({ id, ref }) => [
      id,
      {
        ref,
        payments: (paymentsOf.get(id) ?? []).map(({ network, txHash }) => ({ network, hash: txHash })),
        credit: creditOf.get(id) ?? null,
      },
    ]),
  )
}
