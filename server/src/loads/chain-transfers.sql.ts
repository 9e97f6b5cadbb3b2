import { sql as fragment, type SqlBool } from 'kysely'
import { changedOne, constant, type Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { ScreenedPayment } from '../screening/payment-screening.ts'
import type { ChainTransfer } from '../providers/rail/port.ts'
import type { PaymentRecord } from './load-record.ts'
import { chainTransferTransitions } from './load-status.ts'

const transfers = (sql: Queries) => sql.selectFrom('chainTransfer').selectAll()

/** Units of a transfer that are of this load as a part of another one, less those of its own parts. */
const partUnits = (loadId: string) =>
  fragment<bigint>`(select coalesce(sum(case when p.part_load_id = ${loadId} then m.units else -m.units end), 0)
    from load_part p join load_part_payment m on m.load_part_id = p.id
    where m.transfer_id = chain_transfer.id and (p.load_id = ${loadId} or p.part_load_id = ${loadId}))::int8`
const ofParts = (loadId: string) =>
  fragment<SqlBool>`id = any(array(select m.transfer_id from load_part p join load_part_payment m on m.load_part_id = p.id
    where p.part_load_id = ${loadId}))`

/** A transfer with only those units that are of a load; null: none are. */
const shownOf = <Row extends Awaited<ReturnType<typeof readAll>>[number]>(row: Row, loadId: string) => {
  const { partUnits, ...transfer } = row
  const isFirst = transfer.loadId === loadId
  if (isFirst && (partUnits === 0n || transfer.units === null)) return transfer
  if (transfer.units === null) return null
  const units = (isFirst ? transfer.units : 0n) + partUnits
  if (units <= 0n) return null
  // What is below a unit of the ledger stays with the load that was paid.
  const residue = isFirst ? transfer.residue : 0n
  const perUnit = (BigInt(transfer.contractUnits) - (transfer.residue ?? 0n)) / transfer.units
  return { ...transfer, units, residue, contractUnits: String(units * perUnit + (residue ?? 0n)) }
}

const readAll = (sql: Queries, loadId: string) =>
  transfers(sql)
    .select(partUnits(loadId).as('partUnits'))
    .where((eb) => eb.or([eb('loadId', '=', loadId), ofParts(loadId)]))
    .orderBy('id')
    .execute()

/**
 * Transfers to the address of a load, in the order in which they were seen. One of which a part was undone or reversed is of
 * both loads, each with its units.
 */
export const readTransfers = async (sql: Queries, loadId: string) =>
  (await readAll(sql, loadId)).flatMap((row) => shownOf(row, loadId) ?? [])

/**
 * A transfer to an address of ours. For a final one, `screenedOut` says that its sender's wallet was not
 * cleared.
 */
export type TransferRow = Awaited<ReturnType<typeof readTransfers>>[number]

export const readTransfer = async (sql: Queries, id: string): Promise<TransferRow | null> =>
  (await transfers(sql).where('id', '=', id).executeTakeFirst()) ?? null

/**
 * Stores a transfer of a block. A transfer that a reorganisation removed is seen again when its block
 * returns.
 */
export const insertTransfer = async (
  sql: Queries,
  seen: {
    id: string
    network: string
    transfer: ChainTransfer
    /** Symbol of a listed token. */
    asset: string | null
    split: { units: bigint; residue: bigint } | null
    load: Pick<PaymentRecord, 'id' | 'companyId' | 'userId'> | null
    at: Date
  },
): Promise<void> => {
  const { id, network, transfer, asset, split, load, at } = seen
  const { from: sender, to: recipient, contractUnits, ...ofChain } = transfer
  const { txHash, logIndex, blockHash } = transfer
  const inserted = await sql
    .insertInto('chainTransfer')
    .values({
      ...ofChain,
      id,
      network,
      sender,
      recipient,
      asset,
      contractUnits: String(contractUnits),
      units: split?.units ?? null,
      residue: split?.residue ?? null,
      loadId: load?.id ?? null,
      companyId: load?.companyId ?? null,
      userId: load?.userId ?? null,
      status: asset === null ? 'unlisted' : 'seen',
      seenAt: at,
    })
    .onConflict((conflict) => conflict.columns(['network', 'txHash', 'logIndex', 'blockHash']).doNothing())
    .executeTakeFirstOrThrow()
  if (changedOne(inserted)) return
  const known = await sql
    .selectFrom('chainTransfer')
    .select(['id', 'status'])
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .where('logIndex', '=', logIndex)
    .where('blockHash', '=', blockHash)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { status } = known
  if (status === 'gone')
    await applyTransition(sql, chainTransferTransitions, { ...known, status }, 'transfer.seen')
}

/** Voids the transfers of a block that is no longer on the chain. Returns their loads. */
export const removeTransfers = async (
  sql: Queries,
  of: { network: string; blockHash: string },
): Promise<string[]> => {
  const seen = await sql
    .selectFrom('chainTransfer')
    .select(['id', 'loadId', 'status'])
    .where('network', '=', of.network)
    .where('blockHash', '=', of.blockHash)
    .where('status', '=', 'seen')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const transfer of seen)
    await applyTransition(sql, chainTransferTransitions, transfer, 'transfer.reorganised')
  return seen.flatMap(({ loadId }) => loadId ?? [])
}

/** Whether a transfer that pays a load is on the chain. */
export const isPaymentSeen = async (
  sql: Queries,
  { id, asset }: Pick<PaymentRecord, 'id' | 'asset'>,
): Promise<boolean> => {
  const seen = transfers(sql).where('loadId', '=', id).where('status', 'in', ['seen', 'final'])
  return (
    (await seen.where('asset', '=', asset).where('units', '>', 0n).limit(1).executeTakeFirst()) !== undefined
  )
}

const mostHandedOver = 200

/** Undecided transfers of blocks that are final now. */
export const readFinalTransfers = async (
  sql: Queries,
  of: { network: string; finalized: bigint },
): Promise<string[]> => {
  const final = await sql
    .selectFrom('chainTransfer as transfer')
    .innerJoin('chainBlock as block', (on) =>
      on
        .onRef('block.network', '=', 'transfer.network')
        .onRef('block.number', '=', 'transfer.blockNumber')
        .onRef('block.hash', '=', 'transfer.blockHash'),
    )
    .select('transfer.id')
    .where('transfer.network', '=', of.network)
    .where('transfer.status', '=', constant('seen'))
    .where('transfer.blockNumber', '<=', of.finalized)
    .limit(mostHandedOver)
    .execute()
  return final.map(({ id }) => id)
}

/** The facts of a payment's wallet; null for a transfer without a load. */
export const screenedPaymentOf = ({
  id: transferId,
  sender,
  seenAt,
  ...row
}: TransferRow): ScreenedPayment | null => {
  const { loadId, companyId, userId } = row
  return loadId && companyId && userId ? { transferId, sender, seenAt, loadId, companyId, userId } : null
}
