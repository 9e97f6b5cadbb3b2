import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { nextDailyRun } from '../calendar/business-time.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { readBalances } from '../ledger/reports.ts'
import { listOwedShares } from '../shares/share-settlements.sql.ts'
import { lastDailyRun } from './maturity.ts'
import { maturePlan } from './top-up-endings.ts'
import { listDueTopUps, readTopUp, type TopUpRecord } from './top-ups.sql.ts'

/** Top-ups of one page. */
const most = 100
/** A top-up records so many reversed shares as recovered. */
const mostShares = 200
/** A company's wallet may change while its debts are read. */
const mostTries = 10

const readDebts = (work: Work, companyId: string) =>
  work.read(async (sql) => {
    const balances = await readBalances(sql, [companyId])
    const of = (code: string) => balances.find((each) => each.code === code)
    const [owed, immediate] = [of('partner.owed'), of('wallet.immediate.available')]
    return {
      owedCents: owed?.natural ?? 0n,
      owedSeq: owed?.seq ?? 0n,
      immediateCents: immediate?.natural ?? 0n,
      immediateSeq: immediate?.seq ?? 0n,
      owedShares: await listOwedShares(sql, { ownerId: companyId, limit: mostShares }),
    }
  })

const mature = async (work: Work, row: TopUpRecord): Promise<void> => {
  if (row.status !== 'pending') return
  const pending = { ...row, status: row.status }
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const debts = await readDebts(work, row.companyId)
    const { outcome } = await work.apply(maturePlan(pending, { debts, now: work.clock.now() }))
    // `replayed`: another worker was faster.
    if (outcome === 'posted' || outcome === 'replayed') return
    if (outcome !== 'guard_failed') throw new Error(`A top-up could not mature: ${outcome}`)
    // A reversal that was faster has changed the row.
    const now = await work.read((sql) => readTopUp(sql, row.id))
    if (now?.status !== 'pending' || now.wire !== row.wire) return
  }
  throw new Error('A top-up could not mature: the wallet of its company changed each time')
}

/**
 * Makes the regular top-ups available that were due at the last daily run, and whose wire was on a statement then. The run
 * may start late; what came after 16:00 UTC waits for the next one. One failure never stops the others; the job runs again
 * for it.
 */
export const createMaturity = ({ log }: { readonly log: Log }): RecurringJobHandler => {
  const matureAll = async (work: Work, rows: readonly TopUpRecord[]): Promise<number> => {
    let failures = 0
    for (const row of rows) {
      try {
        await mature(work, row)
      } catch (error) {
        failures += 1
        log.error('A top-up of the daily run failed', error, { entityId: row.id })
      }
    }
    return failures
  }

  return async (_job, work) => {
    const now = work.clock.now()
    const calendar = await work.read(readBusinessCalendar)
    const run = lastDailyRun(now, calendar)
    let failures = 0
    for (let last: TopUpRecord | null = null; ;) {
      const of = { run, most, after: last }
      const page: TopUpRecord[] = await work.read((sql) => listDueTopUps(sql, of))
      failures += await matureAll(work, page)
      last = page.at(-1) ?? null
      if (page.length < most) break
    }
    if (failures > 0) throw new Error(`${failures} top-ups of the daily run failed`)
    return { againAt: nextDailyRun(now, calendar) }
  }
}
