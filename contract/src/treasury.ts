import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents } from './money.ts'
import { Id, Instant } from './wire.ts'

const Person = z.object({ id: Id, name: z.string() })

const CapitalContribution = z.object({
  id: Id,
  amount: Cents,
  reason: z.string(),
  requestedBy: Person,
  approvedBy: Person,
  recordedAt: Instant,
})

export const listCapital = listEndpoint({
  path: '/capital-contributions',
  summary: 'Capital that the owners paid in',
  who: 'treasury.view',
  row: CapitalContribution,
  days: 'recordedAt',
  byId: true,
  sorts: ['-recordedAt', 'recordedAt'],
})

export const recordCapital = endpoint({
  method: 'POST',
  path: '/capital-contributions',
  summary: 'Record capital that the owners paid in; it is booked when a second person approves it',
  who: 'treasury.move',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  input: z.object({ amount: Cents, reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: { invalid_amount: 409, capital_recorded: 409 },
})
