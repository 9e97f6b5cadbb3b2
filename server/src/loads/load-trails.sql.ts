import { anyOf, type Queries } from '../kernel/queries.ts'

/** A transaction on a chain that is final. */
type CryptoPayment = { readonly network: string; readonly hash: string }

/** From where a load was paid, and the issuer's row of its credit. */
export type LoadTrail = {
  readonly ref: string
  readonly payments: readonly CryptoPayment[]
  readonly credit: { readonly id: string; readonly at: Date } | null
}

/** The transactions in scope that paid loads or deposits by crypto, by their ids. */
export const readCryptoPayments = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CryptoPayment[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('chainTransfer')
    .select(['loadId', 'network', 'txHash'])
    .where('loadId', '=', anyOf(ids))
    .where('status', '=', 'final')
    .orderBy('id')
    .execute()
  const found = new Map<string, CryptoPayment[]>()
  for (const { loadId, network, txHash } of rows)
    if (loadId !== null) found.set(loadId, [...(found.get(loadId) ?? []), { network, hash: txHash }])
  return found
}

/** The trails of loads in scope, by their ids. */
export const readLoadTrails = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoadTrail>> => {
  if (ids.length === 0) return new Map()
  const loads = await sql.selectFrom('load').select(['id', 'ref']).where('id', '=', anyOf(ids)).execute()
  const payments = await readCryptoPayments(sql, ids)
  const credits = await sql
    .selectFrom('issuerTransfer')
    .innerJoin('issuerHistoryRow', 'issuerHistoryRow.issuerTransferId', 'issuerTransfer.id')
    .select(['issuerTransfer.loadId', 'issuerHistoryRow.rowId', 'issuerHistoryRow.seenAt'])
    .where('issuerTransfer.loadId', '=', anyOf(ids))
    .where('issuerTransfer.status', '=', 'done')
    .execute()
  const creditOf = new Map(credits.map(({ loadId, rowId, seenAt }) => [loadId, { id: rowId, at: seenAt }]))
  return new Map(
    loads.map(({ id, ref }) => [
      id,
      {
        ref,
        payments: payments.get(id) ?? [],
        credit: creditOf.get(id) ?? null,
      },
    ]),
  )
}
