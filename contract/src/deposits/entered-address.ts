import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { PayoutAddress } from '../loads/load-resolutions.ts'
import { Id } from '../wire.ts'

export const refundToEnteredAddress = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/refund-to-entered-address',
  summary:
    'Queue the refund of a deposit to the address that a company without a payer named, when a second person approves it',
  who: 'deposits.approve',
  effect: 'outside',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  params: z.object({ id: Id }),
  /** The reason says when and how the company named the address. */
  input: z.object({ address: PayoutAddress, reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    resolution_chosen: 409,
    resolution_not_possible: 409,
    own_money: 409,
    /** One of its people can enter the address, and only they do. */
    refund_has_payer: 409,
    validation: 422,
    rate_unavailable: 503,
  },
})
