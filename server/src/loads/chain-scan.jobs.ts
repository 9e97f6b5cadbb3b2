import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work, WriteTransaction } from '../kernel/jobs.ts'
import type { EventDraft } from '../kernel/plan.ts'
import { applyTransition } from '../kernel/states.ts'
import type { ChainBlock, ChainTransfer, PaymentAsset, RailPort } from '../providers/rail/port.ts'
import { restoreQuote } from './archived-quotes.sql.ts'
import {
  forgetBlocks,
  insertBlock,
  isBookedIn,
  readLastBlock,
  readScannedUntil,
  removeBlock,
  type ReadBlock,
} from './chain-blocks.sql.ts'
import {
  insertOwnTransfer,
  isDecidedIn,
  readFinalOwnTransfers,
  removeOwnTransfers,
} from './own-transfers.sql.ts'
import { createOwnAccounts } from './own-accounts.ts'
import { insertTransfer, isPaymentSeen, readFinalTransfers, removeTransfers } from './chain-transfers.sql.ts'
import { lastBlockTime, toLedgerUnits } from './load-quote.ts'
import { isLoad, type PaymentRecord } from './load-record.ts'
import { loadTransitions } from './load-status.ts'
import { topUpNews } from './load-step.ts'
import {
  insertHistory,
  lockPayment,
  readFirstQuote,
  readPaymentOfAddress,
  readLoadsOver,
  readOurAddresses,
} from './loads.sql.ts'

const scanPauseMs = 1000
/** Blocks read in one run; the next run follows at once. */
const blocksAtOnce = 50n
/**
 * How far back a reorganisation is followed: more than a day and far deeper than finality, to handle a faulty
 * node too.
 */
const storedBlocks = 8192n

/**
 * The chain was rewritten below every stored block, or where a payment is booked. Continuing would skip
 * blocks or count money twice, so the scanner stops until a person has checked.
 */
export class DeepReorganisation extends Error {
  override name = 'DeepReorganisation'
}

type Cursor = ReadBlock | null

const arrivalEvent = (payment: PaymentRecord, type: 'load.detected' | 'load.other_coin_seen'): EventDraft => {
  if (!isLoad(payment)) return topUpNews(payment, 'topup.payment_changed')
  const { id: entityId, companyId, userId, ref, cardId } = payment
  return { type, entityId, companyId, userId, payload: { ref, cardId } }
}

/**
 * Records on the load that a transfer to its address was seen. Another coin pays nothing: the load stays open
 * for its payment, also when the payer sent that coin.
 */
const recordArrival = async (
  tx: WriteTransaction,
  facts: { load: PaymentRecord; asset: string; ids: Ids; at: Date },
) => {
  const { load, asset } = facts
  if (asset !== load.asset) return tx.emit(arrivalEvent(load, 'load.other_coin_seen'))
  const now = await lockPayment(tx.sql, load.id)
  if (now?.status !== 'quoted') return
  await applyTransition(tx.sql, loadTransitions, now, 'load.detected')
  await insertHistory(tx.sql, {
    id: facts.ids.next(),
    load,
    status: 'detected',
    exception: null,
    at: facts.at,
  })
  tx.emit(arrivalEvent(load, 'load.detected'))
}

export const createChainScan = (deps: { rail: RailPort; ids: Ids; clock: Clock }) => {
  const { rail, ids, clock } = deps
  const { network } = rail
  const assets = new Map<string, PaymentAsset>(rail.assets.map((asset) => [asset.tokenAddress, asset]))

  const accounts = createOwnAccounts(rail)

  /** The last block that was read, or the one before a block. */
  const readCursor = (work: Work, below: bigint | null = null): Promise<Cursor> =>
    work.read((sql) => readLastBlock(sql, { network, below }))

  /** Stores a transfer that is between our own addresses, or leaves them. False: it is none. */
  const storeOwn = async ({ sql }: WriteTransaction, transfer: ChainTransfer): Promise<boolean> => {
    const ours = await readOurAddresses(sql, { network, among: [transfer.from, transfer.to] })
    const [fromAccount, toAccount] = [accounts.of(transfer.from, ours), accounts.of(transfer.to, ours)]
    if (!fromAccount && (!toAccount || toAccount === 'deposits')) return false
    const asset = assets.get(transfer.tokenAddress)
    const split =
      asset && toLedgerUnits({ contractUnits: transfer.contractUnits, contractDecimals: asset.decimals })
    // Anybody can send a worthless token or nothing at all.
    if (!asset || !split || transfer.contractUnits === 0n) return true
    const facts = { id: ids.next(), network, transfer, asset: asset.symbol, split }
    await insertOwnTransfer(sql, { ...facts, fromAccount, toAccount })
    return true
  }

  const store = async (tx: WriteTransaction, transfer: ChainTransfer) => {
    if (await storeOwn(tx, transfer)) return
    const known = await readPaymentOfAddress(tx.sql, transfer.to)
    const load = known ?? (await restoreQuote(tx.sql, ids, transfer.to))
    const asset = assets.get(transfer.tokenAddress)
    const split =
      asset && toLedgerUnits({ contractUnits: transfer.contractUnits, contractDecimals: asset.decimals })
    const at = clock.now()
    const facts = { id: ids.next(), network, transfer, load, at }
    await insertTransfer(tx.sql, { ...facts, asset: asset?.symbol ?? null, split: split ?? null })
    if (load && asset && split && split.units > 0n)
      await recordArrival(tx, { load, asset: asset.symbol, ids, at })
  }

  /** Stores one block: its facts and the cursor in one transaction. */
  const processBlock = async (work: Work, block: ChainBlock) => {
    const transfers = await rail.readTransfers(block, (among) =>
      work.read(async (sql) => accounts.with(await readOurAddresses(sql, { network, among }))),
    )
    await work.write(async (tx) => {
      for (const transfer of transfers) await store(tx, transfer)
      await insertBlock(tx.sql, { network, ...block })
      await forgetBlocks(tx.sql, { network, before: block.number - storedBlocks })
    })
  }

  /** The last stored block is no longer on the chain. Its transfers are void until another block has them. */
  const stepBack = (work: Work, cursor: NonNullable<Cursor>) =>
    work.write(async (tx) => {
      await removeBlock(tx.sql, { network, ...cursor })
      await removeOwnTransfers(tx.sql, { network, blockHash: cursor.hash })
      const gone = await removeTransfers(tx.sql, { network, blockHash: cursor.hash })
      for (const loadId of gone) await undetect(tx, loadId)
    })

  const undetect = async (tx: WriteTransaction, loadId: string) => {
    const scannedUntil = await readScannedUntil(tx.sql, network)
    const load = await lockPayment(tx.sql, loadId)
    if (load?.status !== 'detected' || (await isPaymentSeen(tx.sql, load))) return
    const at = clock.now()
    // The block times decide, not the clock: the payment may be in time in the replacing block.
    const isOver = scannedUntil !== null && scannedUntil > lastBlockTime(load.expiresAt)
    const event = isOver ? 'load.undetected_after_time' : 'load.undetected'
    await applyTransition(tx.sql, loadTransitions, load, event, { set: { exception: null } })
    const status = isOver ? 'expired' : 'quoted'
    await insertHistory(tx.sql, { id: ids.next(), load, status, exception: null, at })
    const { companyId, userId } = load
    tx.emit(
      isLoad(load)
        ? { type: 'load.undetected', entityId: loadId, companyId, userId }
        : topUpNews(load, 'topup.payment_changed'),
    )
  }

  /** Where a new scanner starts: at a final block before the first quote, so that no payment is missed. */
  const firstBlock = async (work: Work, finalized: bigint): Promise<bigint> => {
    const at = await work.read((sql) => readFirstQuote(sql, network))
    let number = finalized
    while (at && number > 0n && (await rail.readBlock(number)).time >= at) number -= 1n
    return number
  }

  /** Goes one block back, but never past the last stored block or past booked money. */
  const goBack = async (work: Work, cursor: NonNullable<Cursor>): Promise<NonNullable<Cursor>> => {
    const before = await readCursor(work, cursor.number)
    const { hash } = cursor
    const isBooked = await work.read(
      async (sql) =>
        (await isBookedIn(sql, { network, hash })) || (await isDecidedIn(sql, { network, blockHash: hash })),
    )
    if (!before || isBooked)
      throw new DeepReorganisation(`Block ${cursor.number} is not on the chain any more`)
    await stepBack(work, cursor)
    return before
  }

  /** Reads new blocks. `more`: there are others. `finalized`: the newest final block at the start. */
  const readOn = async (work: Work): Promise<{ more: boolean; finalized: bigint }> => {
    const { head, finalized } = await rail.readHead()
    let cursor = await readCursor(work)
    let next = cursor ? cursor.number + 1n : await firstBlock(work, finalized)
    for (let count = 0n; count < blocksAtOnce && next <= head; count += 1n) {
      const block = await rail.readBlock(next)
      if (cursor && block.parentHash !== cursor.hash) {
        cursor = await goBack(work, cursor)
        next = cursor.number + 1n
        continue
      }
      await processBlock(work, block)
      cursor = { number: block.number, hash: block.hash }
      next += 1n
    }
    return { more: next <= head, finalized }
  }

  /** Quotes that ended before the last block that was read. Only now no payment can be in time any more. */
  const endQuotes = async ({ sql, enqueue }: WriteTransaction) => {
    const scannedUntil = await readScannedUntil(sql, network)
    if (!scannedUntil) return
    for (const id of await readLoadsOver(sql, network, scannedUntil)) {
      enqueue({ name: 'loads.time_over', key: `loads.time_over:${id}`, payload: { loadId: id } })
    }
  }

  /** The recurring job: reads the chain, then hands over what is final. */
  const scan: RecurringJobHandler = async (_job, work) => {
    const { more, finalized } = await readOn(work)
    await work.write(async (tx) => {
      const { sql, enqueue } = tx
      const final = await readFinalTransfers(sql, { network, finalized })
      for (const id of final)
        enqueue({
          name: 'loads.transfer_final',
          key: `loads.transfer_final:${id}`,
          payload: { transferId: id },
        })
      for (const id of await readFinalOwnTransfers(sql, { network, finalized }))
        enqueue({ name: 'treasury.own_transfer', key: `treasury.own_transfer:${id}`, payload: { id } })
      await endQuotes(tx)
    })
    return { againAt: more ? clock.now() : after(clock.now(), scanPauseMs) }
  }
  return { scan }
}
