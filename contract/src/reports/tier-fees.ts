import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { SignedCents } from '../money.ts'
import { reportDays } from '../reports.ts'
import { CalendarDate, Instant } from '../wire.ts'

/** Who the fee of a load is divided among: the operator and the levels, or the reader's own company alone. */
export const feeParts = ['operator', 'tier_1', 'tier_2', 'tier_3', 'tier_4', 'own'] as const

// It is `outside`, because readers share a count that is under way.

export const readTierFees = endpoint({
  method: 'GET',
  path: '/reports/tier-fees',
  summary:
    'Fees of loads by tier and by the day (UTC) on which the payment was accepted, without what was returned, at most a minute old; administrators of a company see its own share alone',
  who: 'fees.view',
  effect: 'outside',
  rate: 'read',
  input: z.object({ days: z.enum(reportDays).default('30') }),
  output: z.object({
    /** The first and the last day, in UTC. */
    from: CalendarDate,
    to: CalendarDate,
    parts: z.array(z.enum(feeParts)),
    /** Amounts in the order of `parts`. */
    days: z.array(z.object({ day: CalendarDate, shares: z.array(SignedCents) })),
    total: z.array(SignedCents),
    /** False: the operator's part includes companies that the reader does not see. */
    isComplete: z.boolean(),
    asOf: Instant,
  }),
  refusals: { validation: 422 },
})
