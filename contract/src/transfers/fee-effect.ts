import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { FeeParts, ProposedRates } from '../fees/fee-schedules.ts'
import { CalendarDate, Id } from '../wire.ts'

/** What was paid in truth: a company reads its own level, and those above and below it as one sum each. */
const PaidParts = FeeParts.extend({
  /** Sum of the levels below the reader's own; null for the operator, who reads each level, and below level 4. */
  below: Cents.nullable(),
})

/** Rows of each kind that an estimate counts at most: the last ones. */
export const mostEstimated = 5000

/** What pays a fee by a schedule. A top-up pays the levels above its company, a transfer the operator (domain §4). */
export const estimatedKinds = ['loads', 'top_ups', 'transfers'] as const

export const estimateFees = endpoint({
  method: 'POST',
  path: '/fee-estimates',
  summary:
    'What the loads, top-ups and transfers of the last 30 days would have paid each level by proposed rates, beside what they paid; nothing is written',
  who: 'fees.view',
  effect: 'read',
  rate: 'read',
  input: z.object({
    /** Those of this company and of the companies below; absent: the reader's own, and for the operator all in scope. */
    companyId: Id.optional(),
    /** The day whose schedule the levels above have; absent: now. */
    from: CalendarDate.optional(),
    proposed: ProposedRates,
  }),
  output: z.object({
    level: z.number().int(),
    all: z.object({ paid: PaidParts, proposed: PaidParts }),
    kinds: z.array(
      z.object({
        kind: z.enum(estimatedKinds),
        count: z.number().int(),
        /** There were more of them than an estimate counts. */
        isCapped: z.boolean(),
        paid: PaidParts,
        proposed: PaidParts,
      }),
    ),
  }),
  refusals: { record_not_found: 404, validation: 422 },
})
