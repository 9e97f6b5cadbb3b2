import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents } from './money.ts'
import { Id, Instant, typedText } from './wire.ts'

const CapitalContribution = z.object({
  id: Id,
  amount: Cents,
  note: z.string(),
  proposedAt: Instant,
  /** When a second person confirmed it and it was booked; null: it is waiting. */
  confirmedAt: Instant.nullable(),
})

/** Whether it still needs a second person's confirmation. */
export const capitalStatuses = ['waiting', 'confirmed'] as const

const CapitalContributionRow = CapitalContribution.extend({
  proposedBy: z.object({ id: Id, name: z.string() }),
})

/** List of the entries that wait for a second administrator's confirmation (domain §14). */
export const listCapital = listEndpoint({
  path: '/capital-contributions',
  summary: 'Capital that was proposed or confirmed',
  who: 'treasury.view',
  row: CapitalContributionRow,
  filters: { status: z.enum(capitalStatuses).optional() },
  days: 'proposedAt',
  byId: true,
  sorts: ['-proposedAt', 'proposedAt'],
})

export const proposeCapital = endpoint({
  method: 'POST',
  path: '/capital-contributions',
  summary: 'Propose to record capital that the owners paid in',
  who: 'treasury.move',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  status: 201,
  input: z.object({ amount: Cents, note: typedText({ max: 200 }) }),
  output: CapitalContribution,
  refusals: { invalid_amount: 409 },
})

export const confirmCapital = endpoint({
  method: 'POST',
  path: '/capital-contributions/:id/confirm',
  summary: 'Confirm capital that another administrator proposed, and book it',
  who: 'treasury.move',
  effect: 'money',
  stepUp: 'S2',
  idempotent: true,
  params: z.object({ id: Id }),
  output: CapitalContribution,
  refusals: {
    record_not_found: 404,
    /** Capital needs two different people (domain §14). */
    own_proposal: 409,
    capital_recorded: 409,
  },
})
