import { anyOf, type Queries } from '../kernel/queries.ts'

/** A transaction on a chain that is final. */
type CryptoPayment = { readonly network: string; readonly hash: string }

/** The issuer's row of a credit. */
type CreditRow = { readonly id: string; readonly at: Date }

/** From where a load was paid, and the issuer's rows of its credits: a load that was reversed may be credited again. */
export type LoadTrail = {
  readonly ref: string
  readonly payments: readonly CryptoPayment[]
  readonly credits: readonly (CreditRow & { readonly startedAt: Date })[]
}

/** The credit of what was accepted at an instant: the first one that was started then. */
export const creditAfter = ({ credits }: Pick<LoadTrail, 'credits'>, acceptedAt: Date): CreditRow | null => {
  const found = credits.find(({ startedAt }) => startedAt >= acceptedAt)
  return found ? { id: found.id, at: found.at } : null
}

/** Loads and deposits by crypto that a transaction in scope paid. */
export const findPaidBy = async (sql: Queries, hash: string): Promise<string[]> => {
  const paid = sql.selectFrom('chainTransfer').select(['id', 'loadId']).where('txHash', '=', hash)
  const found = await paid.execute()
  if (found.length === 0) return []
  const ids = found.flatMap(({ loadId }) => loadId ?? [])
  const parts = await sql
    .selectFrom('loadPart')
    .innerJoin('loadPartPayment', 'loadPartPayment.loadPartId', 'loadPart.id')
    .select('loadPart.partLoadId')
    .where('loadPart.loadId', '=', anyOf(ids))
    .where('loadPartPayment.transferId', '=', anyOf(found.map(({ id }) => id)))
    .execute()
  return [...ids, ...parts.map(({ partLoadId }) => partLoadId)]
}

/** The transactions in scope that paid loads or deposits by crypto, by their ids. */
export const readCryptoPayments = async (
  sql: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CryptoPayment[]>> => {
  if (ids.length === 0) return new Map()
  const paid = await sql
    .selectFrom('chainTransfer')
    .select(['id', 'loadId', 'network', 'txHash'])
    .where('loadId', '=', anyOf(ids))
    .where('status', '=', 'final')
    .execute()
  // A part of a load was paid by the payment of that load.
  const ofParts = await sql
    .selectFrom('loadPart')
    .innerJoin('loadPartPayment', 'loadPartPayment.loadPartId', 'loadPart.id')
    .innerJoin('chainTransfer', 'chainTransfer.id', 'loadPartPayment.transferId')
    .select([
      'chainTransfer.id',
      'loadPart.partLoadId as loadId',
      'chainTransfer.network',
      'chainTransfer.txHash',
    ])
    .where('loadPart.partLoadId', '=', anyOf(ids))
    .execute()
  const rows = [...paid, ...ofParts].toSorted((one, other) => (one.id < other.id ? -1 : 1))
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
    .select(['issuerTransfer.loadId', 'issuerTransfer.startedAt'])
    .select(['issuerHistoryRow.rowId', 'issuerHistoryRow.seenAt'])
    .where('issuerTransfer.loadId', '=', anyOf(ids))
    .where('issuerTransfer.status', '=', 'done')
    .orderBy('issuerTransfer.id')
    .execute()
  const creditsOf = Map.groupBy(credits, ({ loadId }) => loadId)
  return new Map(
    loads.map(({ id, ref }) => [
      id,
      {
        ref,
        payments: payments.get(id) ?? [],
        credits: (creditsOf.get(id) ?? []).map(({ rowId, seenAt, startedAt }) => ({
          id: rowId,
          at: seenAt,
          startedAt,
        })),
      },
    ]),
  )
}
