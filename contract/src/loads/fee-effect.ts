import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { FeeParts, SetRates } from '../fees/fee-schedules.ts'
import { CalendarDate, Id } from '../wire.ts'

/** What loads paid in truth: a company reads its own level, and those above and below it as one sum each. */
const PaidParts = FeeParts.extend({
  /** Sum of the levels below the reader's own; null for the operator, who reads each level, and below level 4. */
  below: Cents.nullable(),
})

/** Loads that an estimate counts at most: the last ones. */
export const mostEstimated = 5000

export const estimateFees = endpoint({
  method: 'POST',
  path: '/fee-estimates',
  summary:
    'What the loads of the last 30 days would have paid each level by proposed rates, beside what they paid; nothing is written',
  who: 'fees.view',
  effect: 'read',
  rate: 'read',
  input: z.object({
    /** Loads of this company and those below; absent: the reader's own, and for the operator all in scope. */
    companyId: Id.optional(),
    /** The day whose schedule the levels above have; absent: now. */
    from: CalendarDate.optional(),
    proposed: z.object({ regular: SetRates, immediate: SetRates }),
  }),
  output: z.object({
    level: z.number().int(),
    loads: z.number().int(),
    /** There were more loads than an estimate counts. */
    isCapped: z.boolean(),
    paid: PaidParts,
    proposed: PaidParts,
  }),
  refusals: { record_not_found: 404, validation: 422 },
})
