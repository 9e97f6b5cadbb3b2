import type { Queries } from '../kernel/queries.ts'
import { quoteOverBefore } from './load-quote.ts'
import { loadOfRow, storeChain, type LoadRecord } from './load-record.ts'

export type TransferRow = {
  id: string
  tx_hash: string
  log_index: number
  block_number: bigint
  block_hash: string
  block_time: Date
  token_address: string
  asset: string | null
  sender: string
  recipient: string
  contract_units: string
  units: bigint | null
  residue: bigint | null
  load_id: string | null
  company_id: string | null
  user_id: string | null
  status: 'seen' | 'final' | 'gone' | 'unlisted'
  seen_at: Date
  final_at: Date | null
  /** Of a final one: the wallet that sent it was not cleared. */
  screened_out: boolean
}

const loads = (sql: Queries) => sql.selectFrom('load').selectAll()
const one = (row: Parameters<typeof loadOfRow>[0] | undefined): LoadRecord | null =>
  row ? loadOfRow(row) : null

export const readLoadById = async (sql: Queries, id: string): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).executeTakeFirst())

/** The same, held until the end of the transaction. */
export const lockLoad = async (sql: Queries, id: string): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).forUpdate().executeTakeFirst())

/** Loads of a card that the issuer refused. */
export const readFailedOfCard = async (sql: Queries, cardId: string): Promise<LoadRecord[]> => {
  const failed = loads(sql).where('cardId', '=', cardId).where('status', '=', 'credit_failed')
  return (await failed.orderBy('acceptedAt').execute()).map(loadOfRow)
}

/** The load of a person, or null for somebody else's. */
export const readOwnLoad = async (
  sql: Queries,
  { id, userId }: { id: string; userId: string },
): Promise<LoadRecord | null> =>
  one(await loads(sql).where('id', '=', id).where('userId', '=', userId).executeTakeFirst())

/** Stores a load as it was quoted. */
export const insertLoad = async (sql: Queries, load: LoadRecord, feeScheduleId: string): Promise<void> => {
  const { chain, rates, ...quoted } = load
  await sql
    .insertInto('load')
    .values({ ...quoted, rates: [...rates], chain: storeChain(chain), feeScheduleId, kind: 'load' })
    .execute()
}

export const insertHistory = (
  sql: Queries,
  entry: {
    id: string
    load: Pick<LoadRecord, 'id' | 'companyId' | 'userId'>
    status: string
    exception: string | null
    at: Date
  },
) =>
  sql.run(
    'insert into load_history (id, load_id, company_id, user_id, status, exception, at) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      entry.id,
      entry.load.id,
      entry.load.companyId,
      entry.load.userId,
      entry.status,
      entry.exception,
      entry.at,
    ],
  )

/** Those of these addresses that we gave out and that money may still arrive on. */
export const readOurAddresses = async (
  sql: Queries,
  of: { network: string; among: readonly string[]; since: Date },
): Promise<Set<string>> => {
  const rows = await sql.rows<{ address: string }>(
    `select address from load where address = any($2) and network = $1 and quoted_at > $3 and parent_id is null`,
    [of.network, of.among, of.since],
  )
  return new Set(rows.map(({ address }) => address))
}

/** Time of the block that was read last; null: none was. */
export const readScannedUntil = async (sql: Queries, network: string): Promise<Date | null> =>
  (
    await sql.maybe<{ time: Date | null }>(
      'select time from chain_block where network = $1 order by number desc limit 1',
      [network],
    )
  )?.time ?? null

const over = `select id from load where network = $1 and status in ('quoted', 'detected') and expires_at < $2
  and not exists (select 1 from job where key = 'loads.time_over:' || load.id) order by expires_at limit 200`

/** Loads on which nothing that comes now is in time, and that nobody decides yet. */
export const readLoadsOver = async (sql: Queries, network: string, scannedUntil: Date): Promise<string[]> =>
  (await sql.rows<{ id: string }>(over, [network, quoteOverBefore(scannedUntil)])).map(({ id }) => id)

export const readLoadOfAddress = async (sql: Queries, address: string) =>
  one(await loads(sql).where('address', '=', address).executeTakeFirst())

export const readTransfers = (sql: Queries, loadId: string) =>
  sql.rows<TransferRow>('select * from chain_transfer where load_id = $1 order by id', [loadId])

export const readHistory = (sql: Queries, loadId: string) =>
  sql.rows<{ status: string; at: Date }>(
    'select status, at from load_history where load_id = $1 order by id',
    [loadId],
  )

/**
 * A further payment to a used address becomes a load of its own, in review, with the rates of the first and the amounts
 * of what came.
 */
export const copyLoadForFurtherPayment = async (
  sql: Queries,
  copy: {
    id: string
    ref: string
    from: string
    transferId: string
    exception: string
    at: Date
    amounts: { dueUnits: bigint; grossCents: bigint; feeCents: bigint; netCents: bigint }
  },
): Promise<void> => {
  await sql.run(
    `insert into load (id, ref, company_id, user_id, card_id, speed, status, exception, asset, network, decimals, due_units, rate,
       mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, gross_cents, fee_cents, net_cents, address, salt, quoted_at,
       expires_at, release_from, release_by, parent_id)
     select $1, $2, company_id, user_id, card_id, speed, 'review', $10, asset, network, decimals, $6, rate,
       mid_rate, spread_hundredths_bp, fee_schedule_id, rates, chain, $7, $8, $9, address || '#' || $4::text, salt,
       $5, expires_at, release_from, release_by, id
     from load where id = $3`,
    [
      copy.id,
      copy.ref,
      copy.from,
      copy.transferId,
      copy.at,
      copy.amounts.dueUnits,
      copy.amounts.grossCents,
      copy.amounts.feeCents,
      copy.amounts.netCents,
      copy.exception,
    ],
  )
  await sql.run('update chain_transfer set load_id = $2 where id = $1', [copy.transferId, copy.id])
}
