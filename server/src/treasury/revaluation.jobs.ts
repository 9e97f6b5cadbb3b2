import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { readNatural } from '../ledger/operator-balances.ts'
import { bookValueOf, ledgerDecimalsOf } from '../loads/load-quote.ts'
import { ledgerAssetOf } from '../loads/load-record.ts'
import type { PaymentAsset, RailPort } from '../providers/rail/port.ts'
import type { RatesPort } from '../providers/rates/port.ts'
import { positionRevalued } from './position-postings.ts'

const dayMs = 86_400_000
const againSoonMs = 600_000
/** Minutes before the end of a UTC day: after nearly every other posting of it. */
const beforeMidnightMs = 15 * 60_000

const nextRun = (now: Date): Date => {
  const intoDay = now.getTime() % dayMs
  const wait = dayMs - beforeMidnightMs - intoDay
  return after(now, wait > 0 ? wait : wait + dayMs)
}

/** Whether it is time: the start of the product is not. */
const isTime = (now: Date): boolean => now.getTime() % dayMs >= dayMs - beforeMidnightMs

/**
 * Brings the book value of each asset's position to its value at mid, at the end of each UTC day (money §4.1). An asset
 * without a current rate is tried again some minutes later. The key has the day, so a second run of a day posts nothing.
 */
export const createRevaluation = (deps: {
  rail: Pick<RailPort, 'assets' | 'gasCoin' | 'network'>
  rates: RatesPort
  ids: Ids
  clock: Clock
}): RecurringJobHandler => {
  const { rail, rates, ids, clock } = deps

  const revalue = async (work: Work, { symbol, decimals }: PaymentAsset) => {
    const asset = ledgerAssetOf({ asset: symbol, network: rail.network })
    const { units, bookCents } = await work.read(async (sql) => ({
      units: await readNatural(sql, { codes: ['fx.units'], asset }),
      bookCents: await readNatural(sql, { codes: ['fx.usd'], asset }),
    }))
    if (units === 0n && bookCents === 0n) return true
    const mid = await rates.readMid(symbol, clock.now())
    if ('none' in mid) return false
    const valueCents = bookValueOf({
      units,
      midRate: mid.midRate,
      ledgerDecimals: ledgerDecimalsOf(decimals),
    })
    const effectiveAt = clock.now()
    const revalued = positionRevalued({
      asset,
      day: effectiveAt.toISOString().slice(0, 10),
      subjectId: ids.next(),
      differenceCents: valueCents - bookCents,
      effectiveAt,
    })
    if (revalued.legs.length === 0) return true
    const { outcome } = await work.apply({ journals: [revalued] })
    if (outcome !== 'posted' && outcome !== 'replayed')
      throw new Error(`A position could not be revalued: ${outcome}`)
    return true
  }

  return async (_job, work) => {
    if (!isTime(clock.now())) return { againAt: nextRun(clock.now()) }
    let isComplete = true
    for (const asset of [...rail.assets, rail.gasCoin])
      isComplete = (await revalue(work, asset)) && isComplete
    return { againAt: isComplete ? nextRun(clock.now()) : after(clock.now(), againSoonMs) }
  }
}
