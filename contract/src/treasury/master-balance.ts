import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { CalendarDate, Instant } from '../wire.ts'

/** Days of the trend. */
export const trendDays = 30

export const readMasterBalance = endpoint({
  method: 'GET',
  path: '/treasury/master-balance',
  summary:
    'The master account at the card issuer: its balance and trend, and what the float needs in the next 72 business hours',
  who: 'issuer.master_balance.view',
  effect: 'outside',
  rate: 'read',
  output: z.object({
    asOf: Instant,
    /** What the issuer last said; null: it was not read yet. */
    reading: z.object({ available: SignedCents, float: SignedCents, at: Instant }).nullable(),
    /** Free float in the ledger. */
    float: SignedCents,
    /** Below this float there is an alarm; 0: never. */
    threshold: Cents,
    isBelow: z.boolean(),
    /** The last reading of each UTC day, the oldest first; days without one are left out. */
    samples: z.array(z.object({ day: CalendarDate, available: SignedCents, float: SignedCents })),
    /** Business hours from now on, eight in each. */
    releases: z.array(z.object({ from: Instant, to: Instant, due: Cents, floatAfter: SignedCents })),
    due: Cents,
    /** Null: the float covers every release. */
    shortfall: z.object({ amount: Cents, by: Instant }).nullable(),
  }),
  refusals: {},
})
