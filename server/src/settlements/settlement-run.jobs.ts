import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { dailyRunBefore, nextDailyRun } from '../calendar/business-time.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { RecurringJobHandler, Work } from '../kernel/jobs.ts'
import type { Log } from '../kernel/log.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { listDueOwners, type SharesOf } from '../shares/share-settlements.sql.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { approve, drawUp } from './settlement-draft.ts'
import { paymentPlan, readPayment } from './settlement-payment.ts'
import { isEligible } from '../shares/share-state.ts'
import { netOf, waitsFor } from './settlement.ts'
import { listApproved, setWaiting, type SettlementRecord } from './settlements.sql.ts'

const atOnce = 200
const mostTries = 5
/** Top-ups of the same run become available first (domain §8). */
const afterTopUpsMs = 1000
export const runName = 'settlements.run'

/**
 * The daily run (domain §8): for each wallet with shares that are due it draws up a settlement, approves it up to a limit
 * and without a break, and pays what is approved. Every step is its own transaction. After an interruption the next run
 * continues: shares of a draft are not drawn up again, and a settlement is paid under its one key.
 */
export const createSettlementRun = ({ ids, clock, log }: { ids: Ids; clock: Clock; log: Log }) => {
  const settle = (work: Work, { ownerId, wallet }: SharesOf, periodEnd: Date) =>
    work.write(async (tx) => {
      const holder = await readWalletHolder(tx.sql, ownerId)
      if (!holder) throw new Error('A share has no owner')
      const now = clock.now()
      const request = { holder, wallet, periodEnd, lines: [], now, by: null, reason: null }
      const drawn = await drawUp(tx, ids, request)
      if (!drawn.accepted) return
      const row = drawn.value
      const limitCents = await readSetting(tx.sql, 'secondPersonSettlement')
      const obstacle = waitsFor({ netCents: netOf(row), limitCents, stoppedCount: row.stoppedCount })
      if (obstacle) await setWaiting(tx.sql, row.id, obstacle)
      else await approve(tx, row, { by: null, now })
    })

  const pay = async (work: Work, row: SettlementRecord) => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { ready, companyId } = await work.read(async (sql) => ({
        ready: await readPayment(sql, row),
        companyId: (await readWalletHolder(sql, row.ownerId))?.company.id ?? row.companyId,
      }))
      const approved = { ...row, status: 'approved' as const }
      const plan = paymentPlan(approved, ready, {
        ids,
        now: clock.now(),
        by: null,
        companyId,
        detail: { actor: runName },
      })
      const { outcome } = await work.apply(plan)
      if (outcome === 'posted' || outcome === 'replayed') return
      if (outcome !== 'guard_failed') throw new Error(`A settlement could not be paid: ${outcome}`)
    }
  }

  /** One failure never stops the others; the job runs again for it. */
  const eachOf = async <T>(rows: readonly T[], use: (row: T) => Promise<void>): Promise<number> => {
    let failures = 0
    for (const row of rows) {
      try {
        await use(row)
      } catch (error) {
        failures += 1
        log.error('A settlement of the daily run failed', error)
      }
    }
    return failures
  }

  const run: RecurringJobHandler = async (_job, work) => {
    const now = clock.now()
    const calendar = await work.read(readBusinessCalendar)
    const periodEnd = dailyRunBefore(now, calendar)
    let failures = 0
    for (let last: SharesOf | null = null; ;) {
      const of = { until: periodEnd, after: last, isEligible, limit: atOnce }
      const page: SharesOf[] = await work.read((sql) => listDueOwners(sql, of))
      failures += await eachOf(page, (each) => settle(work, each, periodEnd))
      last = page.at(-1) ?? null
      if (page.length < atOnce) break
    }
    for (let last: string | null = null; ;) {
      const page: SettlementRecord[] = await work.read((sql) =>
        listApproved(sql, { after: last, limit: atOnce }),
      )
      failures += await eachOf(page, (row) => pay(work, row))
      last = page.at(-1)?.id ?? null
      if (page.length < atOnce) break
    }
    if (failures > 0) throw new Error(`${failures} settlements of the daily run failed`)
    return { againAt: after(nextDailyRun(now, calendar), afterTopUpsMs) }
  }
  return run
}
