import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { CalendarDate, Instant } from '../wire.ts'

const Earned = z.object({
  /** What is pending, due, stopped and settled together. */
  total: Cents,
  /** Not due yet. */
  pending: Cents,
  /** The next settlement pays it. */
  due: Cents,
  /** Due, and left out until the end of an open break. */
  stopped: Cents,
  /** Paid, less what was reversed since. */
  settled: Cents,
  /** Paid and reversed since: the next settlements recover it. */
  owed: Cents,
  shares: z.number().int(),
})

// It is `outside`, because readers share a count that is under way.

export const readCompanyEarnings = endpoint({
  method: 'GET',
  path: '/reports/company-earnings',
  summary:
    'What my company earned of loads and top-ups this month and the month before (UTC), at most a minute old',
  who: 'wallets.view',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    /** The first day of this month. */
    month: CalendarDate,
    now: Earned,
    before: Earned,
    asOf: Instant,
  }),
  refusals: {},
})
