import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { nextDailyRun } from '../calendar/business-time.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import { readBalances } from '../ledger/reports.ts'
import { lastDailyRun } from './maturity.ts'
import { maturePlan } from './top-up-endings.ts'
import { listDueTopUps, type TopUpRecord } from './top-ups.sql.ts'

/** Top-ups of one pass; the next one follows at once. */
const most = 100
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
    }
  })

const mature = async (work: Work, row: TopUpRecord): Promise<void> => {
  if (row.status !== 'pending') return
  const pending = { ...row, status: row.status }
  for (let tried = 1; tried <= mostTries; tried += 1) {
    const debts = await readDebts(work, row.companyId)
    const { outcome } = await work.apply(maturePlan(pending, { debts, now: work.clock.now() }))
    // `replayed`: another worker was faster. A reversal that was faster changed the row, which is read in the next pass.
    if (outcome === 'posted' || outcome === 'replayed') return
    if (outcome !== 'guard_failed') throw new Error(`A top-up could not mature: ${outcome}`)
  }
}

/**
 * Makes the regular top-ups available that were due at the last daily run, and whose wire was on a statement then. The run
 * may start late; what came after 16:00 UTC waits for the next one.
 */
export const matureTopUps: RecurringJobHandler = async (_job, work) => {
  const now = work.clock.now()
  const { calendar, due } = await work.read(async (sql) => {
    const businessCalendar = await readBusinessCalendar(sql)
    const run = lastDailyRun(now, businessCalendar)
    return { calendar: businessCalendar, due: await listDueTopUps(sql, { run, most }) }
  })
  for (const row of due) await mature(work, row)
  return { againAt: due.length === most ? now : nextDailyRun(now, calendar) }
}
