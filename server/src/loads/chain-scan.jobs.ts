import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { KeptJobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { EventDraft } from '../kernel/plan.ts'
import type { ChainBlock, ChainTransfer, PaymentAsset, RailPort } from '../providers/rail/port.ts'
import { lastBlockTime, toLedgerUnits } from './load-quote.ts'
import type { LoadRecord } from './load-record.ts'
import {
  insertHistory,
  moveLoad,
  readLoadOfAddress,
  readLoadsOver,
  readScannedUntil,
  readOurAddresses,
} from './loads.sql.ts'

const scanPauseMs = 1000
/** Blocks read in one run; the next run goes on at once. */
const blocksAtOnce = 50n
/** How far back a reorganisation is followed: more than a day, far deeper than finality, so that a lying node is met too. */
const keptBlocks = 8192n
const watchedMs = 400 * 24 * 3_600_000

/**
 * The chain was rewritten below every block that we remember, or where a payment is booked: going on would skip blocks or
 * count money twice. The scanner stops until a person has looked.
 */
export class DeepReorganisation extends Error {
  override name = 'DeepReorganisation'
}

type Cursor = { number: bigint; hash: string } | null

const newest = `select number, hash from chain_block where network = $1 and ($2::bigint is null or number < $2)
  order by number desc limit 1`

/** The block that was read last, or the one before a given one. */
const readCursor = (work: Work, network: string, below: bigint | null = null): Promise<Cursor> =>
  work.read((sql) => sql.maybe<{ number: bigint; hash: string }>(newest, [network, below]))

const bookedIn = `select 1 from chain_transfer where network = $1 and block_hash = $2 and status = 'final' limit 1`
const firstQuote = 'select min(quoted_at) as at from load where network = $1'

const arrivalEvent = (
  { id, companyId, userId, ref, cardId }: LoadRecord,
  type: 'load.detected' | 'load.other_coin_seen',
): EventDraft => ({
  type,
  entityId: id,
  companyId,
  userId,
  payload: { ref, cardId },
})

/**
 * What a transfer means for the load whose address it went to: it was seen. Another coin pays nothing: the load stays
 * open for its payment, whoever sent that coin.
 */
const noteArrival = async (
  tx: WriteTransaction,
  facts: { load: LoadRecord; asset: string; ids: Ids; at: Date },
) => {
  const { load, asset } = facts
  if (asset !== load.asset) return tx.emit(arrivalEvent(load, 'load.other_coin_seen'))
  if (load.status !== 'quoted') return
  if (!(await moveLoad(tx.sql, { id: load.id, from: 'quoted', to: 'detected' }))) return
  await insertHistory(tx.sql, {
    id: facts.ids.next(),
    load,
    status: 'detected',
    exception: null,
    at: facts.at,
  })
  tx.emit(arrivalEvent(load, 'load.detected'))
}

const insertTransfer = `insert into chain_transfer (id, network, tx_hash, log_index, block_number, block_hash, block_time,
    token_address, asset, sender, recipient, contract_units, units, residue, load_id, company_id, user_id, status, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
  on conflict (network, tx_hash, log_index, block_hash) do update set status = 'seen'
    where chain_transfer.status = 'gone'`

/** Old blocks go, but not those from the first whose transfer still waits for finality: that may stall for hours. */
const forgetBlocks = `delete from chain_block where network = $1 and number < least($2::bigint,
  (select min(block_number) from chain_transfer where network = $1 and status = 'seen'))`

export const createChainScan = (deps: { rail: RailPort; ids: Ids; clock: Clock }) => {
  const { rail, ids, clock } = deps
  const assets = new Map<string, PaymentAsset>(rail.assets.map((asset) => [asset.tokenAddress, asset]))

  const store = async (tx: WriteTransaction, transfer: ChainTransfer) => {
    const load = await readLoadOfAddress(tx.sql, transfer.to)
    const asset = assets.get(transfer.tokenAddress)
    const split =
      asset && toLedgerUnits({ contractUnits: transfer.contractUnits, contractDecimals: asset.decimals })
    const at = clock.now()
    await tx.sql.run(insertTransfer, [
      ids.next(),
      rail.network,
      transfer.txHash,
      transfer.logIndex,
      transfer.blockNumber,
      transfer.blockHash,
      transfer.blockTime,
      transfer.tokenAddress,
      asset?.symbol ?? null,
      transfer.from,
      transfer.to,
      transfer.contractUnits,
      split?.units ?? null,
      split?.residue ?? null,
      load?.id ?? null,
      load?.companyId ?? null,
      load?.userId ?? null,
      asset ? 'seen' : 'unlisted',
      at,
    ])
    if (load && asset && split && split.units > 0n)
      await noteArrival(tx, { load, asset: asset.symbol, ids, at })
  }

  /** One block: its facts and the cursor in one transaction. */
  const takeBlock = async (work: Work, block: ChainBlock) => {
    const since = after(clock.now(), -watchedMs)
    const transfers = await rail.readTransfers(block, (among) =>
      work.read((sql) => readOurAddresses(sql, { network: rail.network, among, since })),
    )
    await work.write(async (tx) => {
      for (const transfer of transfers) await store(tx, transfer)
      await tx.sql.run('insert into chain_block (network, number, hash, time) values ($1, $2, $3, $4)', [
        rail.network,
        block.number,
        block.hash,
        block.time,
      ])
      await tx.sql.run(forgetBlocks, [rail.network, block.number - keptBlocks])
    })
  }

  /** The block that we took last is no longer on the chain: what it brought is gone until another block brings it. */
  const stepBack = (work: Work, cursor: NonNullable<Cursor>) =>
    work.write(async (tx) => {
      // By its hash: another scanner may have put the block that replaced it in its place.
      await tx.sql.run('delete from chain_block where network = $1 and number = $2 and hash = $3', [
        rail.network,
        cursor.number,
        cursor.hash,
      ])
      const gone = await tx.sql.rows<{ load_id: string | null }>(
        `update chain_transfer set status = 'gone' where network = $1 and block_hash = $2 and status = 'seen' returning load_id`,
        [rail.network, cursor.hash],
      )
      for (const { load_id: loadId } of gone) if (loadId) await undetect(tx, loadId)
    })

  const undetect = async (tx: WriteTransaction, loadId: string) => {
    const scannedUntil = await readScannedUntil(tx.sql, rail.network)
    const row = await tx.sql.maybe<{ company_id: string; user_id: string; expires_at: Date }>(
      `select company_id, user_id, expires_at from load where id = $1 and status = 'detected'
       and not exists (select 1 from chain_transfer t where t.load_id = load.id and t.status in ('seen', 'final')
         and t.asset = load.asset and t.units > 0)`,
      [loadId],
    )
    if (!row) return
    const at = clock.now()
    // By what was read, not by the clock: the payment may be in time in the block that comes instead.
    const to = scannedUntil && scannedUntil > lastBlockTime(row.expires_at) ? 'expired' : 'quoted'
    await moveLoad(tx.sql, { id: loadId, from: 'detected', to, exception: null })
    const load = { id: loadId, companyId: row.company_id, userId: row.user_id }
    await insertHistory(tx.sql, { id: ids.next(), load, status: to, exception: null, at })
    tx.emit({
      type: 'load.undetected',
      entityId: loadId,
      companyId: load.companyId,
      userId: load.userId,
    })
  }

  /** Where a scanner that never read begins: at a final block before the first quote, so that no payment is missed. */
  const firstBlock = async (work: Work, finalized: bigint): Promise<bigint> => {
    const { at } = await work.read((sql) => sql.one<{ at: Date | null }>(firstQuote, [rail.network]))
    let number = finalized
    while (at && number > 0n && (await rail.readBlock(number)).time >= at) number -= 1n
    return number
  }

  /** One block back; never past the last that is remembered, nor past money that is booked. */
  const goBack = async (work: Work, cursor: NonNullable<Cursor>): Promise<NonNullable<Cursor>> => {
    const before = await readCursor(work, rail.network, cursor.number)
    const booked = await work.read((sql) => sql.maybe(bookedIn, [rail.network, cursor.hash]))
    if (!before || booked) throw new DeepReorganisation(`Block ${cursor.number} is not on the chain any more`)
    await stepBack(work, cursor)
    return before
  }

  /** Reads new blocks. `more`: there are others. `finalized`: the newest final block when it began. */
  const readOn = async (work: Work): Promise<{ more: boolean; finalized: bigint }> => {
    const { head, finalized } = await rail.readHead()
    let cursor = await readCursor(work, rail.network)
    let next = cursor ? cursor.number + 1n : await firstBlock(work, finalized)
    for (let taken = 0n; taken < blocksAtOnce && next <= head; taken += 1n) {
      const block = await rail.readBlock(next)
      if (cursor && block.parentHash !== cursor.hash) {
        cursor = await goBack(work, cursor)
        next = cursor.number + 1n
        continue
      }
      await takeBlock(work, block)
      cursor = { number: block.number, hash: block.hash }
      next += 1n
    }
    return { more: next <= head, finalized }
  }

  /** Quotes whose time is over in what was read: only now nothing can be in time any more. */
  const endQuotes = async ({ sql, enqueue }: WriteTransaction) => {
    const scannedUntil = await readScannedUntil(sql, rail.network)
    if (!scannedUntil) return
    for (const id of await readLoadsOver(sql, rail.network, scannedUntil)) {
      enqueue({ name: 'loads.time_over', key: `loads.time_over:${id}`, payload: { loadId: id } })
    }
  }

  /** The kept job: reads the chain, then hands over what is final. */
  const scan: KeptJobHandler = async (_job, work) => {
    const { more, finalized } = await readOn(work)
    await work.write(async (tx) => {
      const { sql, enqueue } = tx
      const final = await sql.rows<{ id: string }>(
        `select t.id from chain_transfer t join chain_block b on b.network = t.network and b.number = t.block_number and b.hash = t.block_hash
         where t.network = $1 and t.status = 'seen' and t.block_number <= $2 limit 200`,
        [rail.network, finalized],
      )
      for (const { id } of final)
        enqueue({
          name: 'loads.transfer_final',
          key: `loads.transfer_final:${id}`,
          payload: { transferId: id },
        })
      await endQuotes(tx)
    })
    return { againAt: more ? clock.now() : after(clock.now(), scanPauseMs) }
  }
  return { scan }
}
