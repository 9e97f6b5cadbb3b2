import { sql as fragment, type Expression } from 'kysely'
import { firstIdAt } from '../kernel/ids.ts'
import { constant, type Queries } from '../kernel/queries.ts'

/** Transfers of one asset of a network, up to a final block or after it. */
type AtBlock = { readonly network: string; readonly asset: string; readonly block: bigint }

const transfersOf = (sql: Queries, { network, asset }: AtBlock) =>
  sql.selectFrom('chainTransfer').where('network', '=', network).where('asset', '=', asset)

/**
 * Ledger units that are booked and arrived after a block, less those that arrived until then and are not
 * booked yet. For a statement that reads the book too.
 */
export const unitsAfter = (sql: Queries, of: AtBlock): Expression<bigint> => {
  const later = fragment<bigint>`coalesce(sum(case when block_number > ${of.block} then units else 0 end)
      filter (where status = 'final'), 0)
    - coalesce(sum(case when block_number <= ${of.block} then units else 0 end) filter (where status = 'seen'), 0)`
  return fragment<bigint>`(${transfersOf(sql, of).select(later.as('units'))})`
}

/** The parts below the ledger's unit that arrived until a block. */
export const residuesUntil = (sql: Queries, of: AtBlock): Expression<bigint> => {
  const residues = fragment<bigint>`coalesce(sum(residue), 0)`
  const arrived = transfersOf(sql, of).where('blockNumber', '<=', of.block)
  const onChain = arrived.where('status', 'in', [constant('seen'), constant('final')])
  return fragment<bigint>`(${onChain.select(residues.as('residue'))})`
}

type Page = { readonly network: string; readonly after: string; readonly limit: number }

/** Addresses of ours that have received a transfer, in their order. */
export const listPaidAddresses = async (sql: Queries, { network, after, limit }: Page): Promise<string[]> => {
  const paid = sql.selectFrom('chainTransfer').select('recipient').distinct().where('network', '=', network)
  const rows = await paid.where('recipient', '>', after).orderBy('recipient').limit(limit).execute()
  return rows.map(({ recipient }) => recipient)
}

/** Addresses of new quotes for which no transfer was seen, in their order: a missed payment is on one of them. */
export const listUnpaidAddresses = async (
  sql: Queries,
  { network, after, limit, since }: Page & { readonly since: Date },
): Promise<string[]> => {
  const rows = await sql
    .selectFrom('load')
    .select('address')
    .where('id', '>=', firstIdAt(since))
    .where('network', '=', network)
    .where('parentId', 'is', null)
    .where('address', '>', after)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chainTransfer')
            .select('chainTransfer.id')
            .whereRef('chainTransfer.network', '=', 'load.network')
            .whereRef('chainTransfer.recipient', '=', 'load.address'),
        ),
      ),
    )
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}
