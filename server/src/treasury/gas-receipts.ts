import { after, type Clock } from '../kernel/clock.ts'
import type { Work } from '../kernel/jobs.ts'
import { listDecidedTransactions } from '../loads/own-transfers.sql.ts'
import { insertGasFee, listUnreadAttempts, type EndedTransaction } from '../payouts/gas-fees.sql.ts'
import type { RailPort } from '../providers/rail/port.ts'

const readAtOnce = 100
/** A transaction may be committed some time after the instant at which it ended. */
export const overlapMs = 7 * 86_400_000
/** Readings between two bookings are shorter: the booking of the day reads what is left. */
const mostPages = 10

/** Up to where the receipts of a reading were read, and whether the node has no receipt of one that was passed. */
export type ReceiptsRead = EndedTransaction & { readonly lacks: boolean }

const inOrder = (one: EndedTransaction, other: EndedTransaction): number =>
  one.at === other.at ? (one.txHash < other.txHash ? -1 : 1) : one.at < other.at ? -1 : 1

/** Reads what the transactions of our wallets cost, from their receipts. */
export const createGasReceipts = (deps: {
  rail: Pick<RailPort, 'network' | 'readFee' | 'treasury' | 'payoutWallet'>
  clock: Clock
}) => {
  const { rail, clock } = deps
  const { network } = rail
  const ours: readonly string[] = [rail.treasury, rail.payoutWallet]

  const listNext = (work: Work, last: EndedTransaction) =>
    work.read(async (sql) => {
      const page = { network, after: last, limit: readAtOnce }
      const paid = await listUnreadAttempts(sql, page)
      const own = await listDecidedTransactions(sql, page)
      return [...paid, ...own].toSorted(inOrder).slice(0, readAtOnce)
    })

  /**
   * Reads the receipts of a page. What has none is passed, and read again with the next reading. Anybody may sweep a payment
   * address, and then pays for it.
   */
  const readPage = async <R extends ReceiptsRead>(
    work: Work,
    reading: R,
  ): Promise<{ reading: R; isEnd: boolean }> => {
    const page = await listNext(work, reading)
    let { lacks } = reading
    for (const txHash of new Set(page.map((each) => each.txHash))) {
      const fee = await rail.readFee(txHash)
      if (!fee) {
        lacks = true
        continue
      }
      const feeWei = ours.includes(fee.from) ? fee.feeWei : 0n
      const { blockNumber } = fee
      await work.write(({ sql }) =>
        insertGasFee(sql, { network, txHash, feeWei, blockNumber, at: clock.now() }),
      )
    }
    return { reading: { ...reading, ...page.at(-1), lacks }, isEnd: page.length < readAtOnce }
  }

  /** Reads the receipts of the last days that were not read yet. */
  const readRecent = async (work: Work): Promise<void> => {
    let reading: ReceiptsRead = {
      at: after(clock.now(), -overlapMs).toISOString(),
      txHash: '',
      lacks: false,
    }
    for (let pages = 0; pages < mostPages; pages += 1) {
      const read = await readPage(work, reading)
      if (read.isEnd) return
      reading = read.reading
    }
  }

  return { readPage, readRecent }
}
