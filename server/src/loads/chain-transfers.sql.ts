import type { Queries } from '../kernel/queries.ts'
import { applyTransition } from '../kernel/states.ts'
import type { ChainTransfer } from '../providers/rail/port.ts'
import type { LoadRecord } from './load-record.ts'
import { chainTransferTransitions } from './load-status.ts'
import type { TransferRow } from './loads.sql.ts'

const insert = `insert into chain_transfer (id, network, tx_hash, log_index, block_number, block_hash, block_time,
    token_address, asset, sender, recipient, contract_units, units, residue, load_id, company_id, user_id, status, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict (network, tx_hash, log_index, block_hash) do nothing`
const knownTransfer = `select id, status from chain_transfer
  where network = $1 and tx_hash = $2 and log_index = $3 and block_hash = $4 for update`
const seenInBlock = `select id, load_id, status from chain_transfer
  where network = $1 and block_hash = $2 and status = 'seen' order by id for update`

/** Stores a transfer of a block; one that was reorganised away and whose block is back is seen again. */
export const insertTransfer = async (
  sql: Queries,
  seen: {
    id: string
    network: string
    transfer: ChainTransfer
    /** Symbol of a listed token. */
    asset: string | null
    split: { units: bigint; residue: bigint } | null
    load: LoadRecord | null
    at: Date
  },
): Promise<void> => {
  const { id, network, transfer, asset, split, load, at } = seen
  const { txHash, logIndex, blockHash } = transfer
  const inserted = await sql.run(insert, [
    id,
    network,
    txHash,
    logIndex,
    transfer.blockNumber,
    blockHash,
    transfer.blockTime,
    transfer.tokenAddress,
    asset,
    transfer.from,
    transfer.to,
    transfer.contractUnits,
    split?.units ?? null,
    split?.residue ?? null,
    load?.id ?? null,
    load?.companyId ?? null,
    load?.userId ?? null,
    asset === null ? 'unlisted' : 'seen',
    at,
  ])
  if (inserted === 1) return
  const key = [network, txHash, logIndex, blockHash]
  const known = await sql.one<Pick<TransferRow, 'id' | 'status'>>(knownTransfer, key)
  if (known.status === 'gone') await applyTransition(sql, chainTransferTransitions, known, 'transfer.seen')
}

/** A block is no longer on the chain: what it brought is gone. Returns the loads that it was for. */
export const removeTransfers = async (
  sql: Queries,
  of: { network: string; blockHash: string },
): Promise<string[]> => {
  const seen = await sql.rows<Pick<TransferRow, 'id' | 'load_id' | 'status'>>(seenInBlock, [
    of.network,
    of.blockHash,
  ])
  for (const transfer of seen)
    await applyTransition(sql, chainTransferTransitions, transfer, 'transfer.reorganised')
  return seen.flatMap(({ load_id: loadId }) => loadId ?? [])
}
