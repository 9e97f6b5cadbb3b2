import { sql as fragment, type Expression } from 'kysely'
import { houseId } from '../companies/company.ts'
import { guardedUpdate } from '../kernel/guarded-update.ts'
import type { Queries } from '../kernel/queries.ts'
import { isUnread, type EndedTransaction, type TransactionPage } from '../payouts/gas-fees.sql.ts'
import type { ChainTransfer } from '../providers/rail/port.ts'

/** Where the operator's tokens are: the second word of the account `crypto.…`. */
export type OwnAccount = 'deposits' | 'treasury' | 'payout' | 'venue'

type SeenTransfer = {
  readonly id: string
  readonly network: string
  readonly transfer: ChainTransfer
  readonly asset: string
  readonly split: { readonly units: bigint; readonly residue: bigint }
  /** Null: an address that is not ours. */
  readonly fromAccount: OwnAccount | null
  readonly toAccount: OwnAccount | null
}

/** Stores a transfer of a block. One that a reorganisation removed is there again when its block returns. */
export const insertOwnTransfer = async (sql: Queries, seen: SeenTransfer): Promise<void> => {
  const { transfer, split, ...of } = seen
  const { from: sender, to: recipient, contractUnits, ...ofChain } = transfer
  await sql
    .insertInto('ownTransfer')
    .values({
      ...of,
      ...ofChain,
      ...split,
      companyId: houseId,
      sender,
      recipient,
      contractUnits: String(contractUnits),
    })
    .onConflict((conflict) =>
      conflict.columns(['network', 'txHash', 'logIndex', 'blockHash']).doUpdateSet({ isGone: false }),
    )
    .execute()
}

type OfBlock = { readonly network: string; readonly blockHash: string }

export const removeOwnTransfers = async (sql: Queries, { network, blockHash }: OfBlock): Promise<void> => {
  const inBlock = sql.updateTable('ownTransfer').set({ isGone: true }).where('network', '=', network)
  await inBlock.where('blockHash', '=', blockHash).where('outcome', 'is', null).execute()
}

/** Whether an own transfer of the block is decided. */
export const isDecidedIn = async (sql: Queries, { network, blockHash }: OfBlock): Promise<boolean> => {
  const inBlock = sql.selectFrom('ownTransfer').select('id').where('network', '=', network)
  const decided = inBlock.where('blockHash', '=', blockHash).where('outcome', 'is not', null)
  return (await decided.limit(1).executeTakeFirst()) !== undefined
}

/** As the partial index on undecided transfers has it. */
const isPresent = fragment<boolean>`not is_gone`

/** Decided transactions in which an address of ours sent something, and whose receipts were not read. Scope: jobs. */
export const listDecidedTransactions = (
  sql: Queries,
  { network, after, limit }: TransactionPage,
): Promise<EndedTransaction[]> =>
  sql
    .selectFrom('ownTransfer')
    .select(['txHash', fragment<string>`decided_at::text`.as('at')])
    .where('network', '=', network)
    .where('decidedAt', 'is not', null)
    .where(fragment<boolean>`(decided_at, tx_hash) > (${after.at}::timestamptz, ${after.txHash})`)
    .where(isPresent)
    .where('fromAccount', 'is not', null)
    .where('fromAccount', '!=', 'venue')
    .where((own) =>
      isUnread({ network: own.ref('ownTransfer.network'), txHash: own.ref('ownTransfer.txHash') }),
    )
    .orderBy('decidedAt')
    .orderBy('txHash')
    .limit(limit)
    .execute()

const transfers = (sql: Queries) => sql.selectFrom('ownTransfer').selectAll()
export type OwnTransferRow = Awaited<ReturnType<typeof readOwnTransfer>> & {}

export const readOwnTransfer = async (sql: Queries, id: string) =>
  (await transfers(sql).where('id', '=', id).executeTakeFirst()) ?? null

/** A transfer that is booked by this plan with these units, or by its payout. */
export const decideTransfer = (of: {
  id: string
  outcome: 'transferred' | 'payout'
  at: Date
  booked: { readonly units: bigint; readonly residue: bigint }
}) =>
  guardedUpdate({
    table: 'ownTransfer',
    id: of.id,
    from: { outcome: null, isGone: false },
    set: { outcome: of.outcome, decidedAt: of.at, ...of.booked },
  })

export const recordUnknown = async (sql: Queries, of: { id: string; at: Date }): Promise<void> => {
  const undecided = sql.updateTable('ownTransfer').where('id', '=', of.id).where('outcome', 'is', null)
  await undecided.set({ outcome: 'unknown', decidedAt: of.at }).execute()
}

const mostHandedOver = 200

/** Transfers of final blocks that are not decided. */
export const readFinalOwnTransfers = async (
  sql: Queries,
  of: { network: string; finalized: bigint },
): Promise<string[]> => {
  const rows = await sql
    .selectFrom('ownTransfer')
    .select('id')
    .where('network', '=', of.network)
    .where('outcome', 'is', null)
    .where(isPresent)
    .where('blockNumber', '<=', of.finalized)
    .orderBy('blockNumber')
    .orderBy('logIndex')
    .limit(mostHandedOver)
    .execute()
  return rows.map(({ id }) => id)
}

type AtBlock = { readonly network: string; readonly asset: string; readonly block: bigint }

/** Transfers into our addresses are above zero, those out of them below. What is at the venue is not on them. */
const toUs = fragment`((to_account is not null and to_account <> 'venue')::int
  - (from_account is not null and from_account <> 'venue')::int)`

/** What left the payout wallet for a stranger is counted by the payouts, which book it. */
const isCountedHere = fragment<boolean>`(from_account is distinct from 'payout' or to_account is not null)`

const ofAsset = (sql: Queries, { network, asset }: AtBlock) =>
  sql.selectFrom('ownTransfer').where('network', '=', network).where('asset', '=', asset).where(isCountedHere)

/** As `unitsAfter`: units that left our addresses, or came back from the venue. */
export const ownUnitsAfter = (sql: Queries, of: AtBlock): Expression<bigint> => {
  const later = fragment<bigint>`coalesce(sum(case
      when outcome = 'transferred' and block_number > ${of.block} then ${toUs} * units
      when outcome is null and block_number <= ${of.block} then -${toUs} * units
      else 0 end), 0)`
  const present = ofAsset(sql, of).where(isPresent)
  return fragment<bigint>`(${present.select(later.as('units'))})`
}

/** The parts below the ledger's unit that left our addresses until a block, as a change of what is there. */
export const ownResiduesUntil = (sql: Queries, of: AtBlock): Expression<bigint> => {
  const residues = fragment<bigint>`coalesce(sum(${toUs} * residue), 0)`
  const until = ofAsset(sql, of).where('blockNumber', '<=', of.block).where(isPresent)
  const ours = until.where(fragment<boolean>`outcome is distinct from 'unknown'`)
  return fragment<bigint>`(${ours.select(residues.as('residue'))})`
}

/** Transfers that left an address of ours, and nobody ordered; or came to one of our wallets from a stranger. */
export const listUnknownTransfers = (sql: Queries, network: string) =>
  sql
    .selectFrom('ownTransfer')
    .select(['txHash', 'logIndex'])
    .where('network', '=', network)
    .where('outcome', '=', 'unknown')
    .orderBy('id')
    .execute()

/** Whether a transfer of a block until this one waits for its decision, so that its fee is not known yet. */
export const hasUndecided = async (
  sql: Queries,
  { network, block }: { readonly network: string; readonly block: bigint },
): Promise<boolean> => {
  const undecided = sql
    .selectFrom('ownTransfer')
    .select('id')
    .where('network', '=', network)
    .where('outcome', 'is', null)
    .where(isPresent)
    .where('blockNumber', '<=', block)
  return (await undecided.limit(1).executeTakeFirst()) !== undefined
}

type OfAsset = { readonly network: string; readonly asset: string }

/** Transfers that are on the chain: those to the payout wallet, those from the venue, and those without a decision. */
export const readOwnCounts = (sql: Queries, { network, asset }: OfAsset) => {
  const present = sql.selectFrom('ownTransfer').where('network', '=', network).where('asset', '=', asset)
  return present
    .where(isPresent)
    .select([
      fragment<number>`(count(*) filter (where to_account = 'payout'))::int`.as('toPayout'),
      fragment<number>`(count(*) filter (where from_account = 'venue'))::int`.as('fromVenue'),
      fragment<number>`(count(*) filter (where outcome is null))::int`.as('undecided'),
    ])
    .executeTakeFirstOrThrow()
}

/** Salts of payment addresses whose booked payments in an asset are not all collected, oldest first. */
export const listUnswept = async (
  sql: Queries,
  { network, asset, limit }: OfAsset & { readonly limit: number },
): Promise<string[]> => {
  const rows = await sql
    .selectFrom('load')
    .select('load.salt')
    .where('load.network', '=', network)
    .where('load.parentId', 'is', null)
    .where(
      fragment<boolean>`(select coalesce(sum(contract_units), 0) from chain_transfer t
          where t.network = load.network and t.recipient = load.address and t.asset = ${asset} and t.status = 'final')
        > (select coalesce(sum(contract_units), 0) from own_transfer o
          where o.network = load.network and o.sender = load.address and o.asset = ${asset} and not o.is_gone)`,
    )
    .orderBy('load.id')
    .limit(limit)
    .execute()
  return rows.map(({ salt }) => salt)
}
