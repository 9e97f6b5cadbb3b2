import { houseId } from '../companies/company.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { bookValueOf, ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { listDecidedTransactions } from '../loads/own-transfers.sql.ts'
import {
  gasDayRow,
  insertGasFee,
  listEndedTransactions,
  listUnread,
  readGas,
  readLastReadAt,
} from '../payouts/gas-fees.sql.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { recordFindings } from './findings.sql.ts'
import { gasSpent } from './position-postings.ts'

const dayMs = 86_400_000
const againSoonMs = 300_000
/** Before the revaluation of the same day, which is after every other posting (money §4.1). */
const beforeMidnightMs = 45 * 60_000
const readAtOnce = 100
/** How far before the last receipt transactions are looked for again. Those that were read are left out. */
const overlapMs = 7 * dayMs

const nextRun = (now: Date): Date => {
  const wait = dayMs - beforeMidnightMs - (now.getTime() % dayMs)
  return after(now, wait > 0 ? wait : wait + dayMs)
}

/** Whether it is time: the start of the product is not. */
const isTime = (now: Date): boolean => now.getTime() % dayMs >= dayMs - beforeMidnightMs

/**
 * Books the gas that our wallets spent, once a day (money §4.1): all that the receipts say, less what is booked, so that no
 * fraction is lost and a day without a run is in the next one. The key has the day.
 */
export const createGasBooking = (deps: {
  rail: Pick<RailPort, 'network' | 'gasCoin' | 'readFee' | 'treasury' | 'payoutWallet'>
  rates: RatesPort
  ids: Ids
  clock: Clock
}): RecurringJobHandler => {
  const { rail, rates, ids, clock } = deps
  const { network, gasCoin } = rail
  const asset = ledgerAssetOf({ asset: gasCoin.symbol, network })
  const ledgerDecimals = ledgerDecimalsOf(gasCoin.decimals)
  const weiOfUnit = 10n ** BigInt(gasCoin.decimals - ledgerDecimals)
  const ours: readonly string[] = [rail.treasury, rail.payoutWallet]

  const listNext = (work: Work) =>
    work.read(async (sql) => {
      const last = await readLastReadAt(sql, network)
      const of = { network, since: last ? after(last, -overlapMs) : new Date(0) }
      const hashes = [...(await listEndedTransactions(sql, of)), ...(await listDecidedTransactions(sql, of))]
      return (await listUnread(sql, { network, hashes })).slice(0, readAtOnce)
    })

  /** Anybody may sweep a payment address, and then pays for it. `missing`: the node does not say what all of them cost. */
  const readReceipts = async (work: Work): Promise<'all' | 'some' | 'missing'> => {
    const hashes = await listNext(work)
    let missing = 0
    for (const txHash of hashes) {
      const fee = await rail.readFee(txHash)
      if (!fee) {
        missing += 1
        continue
      }
      const feeWei = ours.includes(fee.from) ? fee.feeWei : 0n
      await work.write(({ sql }) => insertGasFee(sql, { network, txHash, feeWei, at: clock.now() }))
    }
    if (missing > 0) return 'missing'
    return hashes.length === readAtOnce ? 'some' : 'all'
  }

  const recordLack = (work: Work, units: bigint) =>
    work.write((tx) => {
      const detail = `${units} units of ${asset} were spent for gas, and the book has fewer: record what was bought`
      const found = { check: 'R7', subject: `gas ${asset}`, detail, companyId: null } as const
      return recordFindings(tx, [found], { ids, at: clock.now(), first: 'open' })
    })

  /** False: there is no reliable rate now. */
  const book = async (work: Work): Promise<boolean> => {
    const { spentWei, bookedUnits } = await work.read((sql) => readGas(sql, network))
    const units = spentWei / weiOfUnit - bookedUnits
    if (units <= 0n) return true
    const mid = await rates.readMid(gasCoin.symbol, clock.now())
    if ('none' in mid) return false
    const valueCents = bookValueOf({ units, midRate: mid.midRate, ledgerDecimals })
    const [id, bookedAt] = [ids.next(), clock.now()]
    const day = bookedAt.toISOString().slice(0, 10)
    const spent = { network, day, subjectId: id, asset, units, valueCents, effectiveAt: bookedAt }
    const row = { id, companyId: houseId, network, day, units, valueCents, bookedAt }
    const { outcome } = await work.apply({ journals: [gasSpent(spent)], rows: [gasDayRow(row)] })
    if (outcome === 'insufficient_funds') await recordLack(work, units)
    else if (outcome !== 'posted' && outcome !== 'replayed')
      throw new Error(`The gas of a day could not be booked: ${outcome}`)
    return true
  }

  return async (_job, work) => {
    const now = clock.now()
    if (!isTime(now)) return { againAt: nextRun(now) }
    const read = await readReceipts(work)
    if (read === 'some') return { againAt: now }
    const isBooked = await book(work)
    const isComplete = read === 'all' && isBooked
    return { againAt: isComplete ? nextRun(now) : after(now, againSoonMs) }
  }
}
