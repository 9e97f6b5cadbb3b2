import { z } from 'zod'
import { houseId } from '../companies/company.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { NextRun } from '../kernel/job-run.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { bookValueOf, ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import { gasDayRow, readGas } from '../payouts/gas-fees.sql.ts'
import type { RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { endFindings, recordFindings } from './findings.sql.ts'
import { createGasReceipts, overlapMs } from './gas-receipts.ts'
import { gasSpent } from './position-postings.ts'

const dayMs = 86_400_000
const againSoonMs = 300_000
/** Before the revaluation of the same day, which is after every other posting (money §4.1). */
const beforeMidnightMs = 45 * 60_000
/** After the last instant at which a missing receipt is waited for: the revaluation. */
const lastBeforeMidnightMs = 15 * 60_000

/** Where the reading stopped: a day may have more transactions than one run reads. */
const Reading = z.object({
  startedAt: z.coerce.date(),
  at: z.string(),
  txHash: z.string(),
  /** Whether the node has no receipt of one that was passed. */
  lacks: z.boolean(),
})
type Reading = z.output<typeof Reading>
/** All that ended before `from` was read. The readings go on when the job is new: then there is none. */
const Payload = z.object({ from: z.string().catch('-infinity'), reading: Reading.nullable().catch(null) })
type Payload = z.output<typeof Payload>

const nextRun = (now: Date): Date => {
  const wait = dayMs - beforeMidnightMs - (now.getTime() % dayMs)
  return after(now, wait > 0 ? wait : wait + dayMs)
}

/** Whether it is time to begin: the start of the product is not. */
const isTime = (now: Date): boolean => now.getTime() % dayMs >= dayMs - beforeMidnightMs

const stored = ({ from, reading }: Payload) => ({
  from,
  reading: reading && { ...reading, startedAt: reading.startedAt.toISOString() },
})

/** Whether another run before the revaluation of the day is possible. */
const mayTryAgain = (now: Date): boolean =>
  isTime(now) && (now.getTime() % dayMs) + againSoonMs < dayMs - lastBeforeMidnightMs

/** The finding about gas that the book has no coins for. Other differences of R7 name an asset or a transfer. */
export const lackOfGas = (asset: string) => ({ check: 'R7' as const, subject: `gas ${asset}` })

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
  const receipts = createGasReceipts({ rail, clock })

  const recordLack = (work: Work, units: bigint) =>
    work.write((tx) => {
      const detail = `${units} units of ${asset} were spent for gas, and the book has fewer: record what was bought`
      const found = { ...lackOfGas(asset), detail, companyId: null }
      return recordFindings(tx, [found], { ids, at: clock.now(), first: 'open' })
    })

  const endLack = (work: Work) =>
    work.write(({ sql }) => {
      const { check, subject } = lackOfGas(asset)
      return endFindings(sql, { check, subjects: [subject], at: clock.now() })
    })

  /** False: there is no reliable rate now. */
  const book = async (work: Work): Promise<boolean> => {
    const { spentWei, bookedUnits } = await work.read((sql) => readGas(sql, network))
    const units = spentWei / weiOfUnit - bookedUnits
    if (units <= 0n) {
      await endLack(work)
      return true
    }
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
    else await endLack(work)
    return true
  }

  /** All receipts that there are were read. One that lacks is waited for until the last run of the day. */
  const end = async (work: Work, { from, reading }: { from: string; reading: Reading }): Promise<NextRun> => {
    const now = clock.now()
    const mayWait = mayTryAgain(now)
    const isBooked = isTime(now) && !(reading.lacks && mayWait) && (await book(work))
    const readUntil = reading.lacks ? from : after(reading.startedAt, -overlapMs).toISOString()
    const payload = { from: readUntil, reading: null }
    return { againAt: !isBooked && mayWait ? after(now, againSoonMs) : nextRun(now), payload }
  }

  return async ({ payload }, work) => {
    const { from, reading } = Payload.parse(payload)
    const now = clock.now()
    if (!reading && !isTime(now)) return { againAt: nextRun(now) }
    const start = { startedAt: now, at: from, txHash: '', lacks: false }
    const read = await receipts.readPage(work, reading ?? start)
    if (read.isEnd) return end(work, { from, reading: read.reading })
    return { againAt: now, payload: stored({ from, reading: read.reading }) }
  }
}
