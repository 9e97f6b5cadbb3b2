import { after } from '../kernel/clock.ts'
import type { RecurringJobHandler } from '../kernel/jobs.ts'
import { addDays, dayOf } from '../kernel/report-days.ts'
import { sumNextDays } from './load-days.sql.ts'

const hourMs = 3_600_000

/** Sums the loads of finished days. A day is finished two hours after its end: its last acceptances are stored then. */
export const sumLoadDays: RecurringJobHandler = async (_job, { write, clock }) => {
  const lastDay = addDays(dayOf(after(clock.now(), -2 * hourMs)), -1)
  const hasMore = await write(({ sql }) => sumNextDays(sql, lastDay))
  return { againAt: hasMore ? clock.now() : after(clock.now(), hourMs) }
}
