import { z } from 'zod'
import { ApprovalReason } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { WithdrawalParams } from '../withdrawals.ts'
import { Id } from '../wire.ts'

const deciding = {
  record_not_found: 404,
  /** Another person decided before, or it was cancelled. */
  withdrawal_processed: 409,
} as const

export const approveWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/approval',
  summary: 'Approve a withdrawal with passkey, code and password; it is then paid on the chain',
  who: 'withdrawals.approve',
  onePersonBecause: 'who requested it is the first person, and may not approve it',
  effect: 'money',
  stepUp: 'S3',
  idempotent: true,
  rate: 'money',
  params: WithdrawalParams,
  /** What the person saw and signs. */
  input: z.object({ net: Cents, address: z.string().max(100) }),
  output: z.object({ id: Id }),
  refusals: {
    ...deciding,
    own_request: 409,
    /** It is of the wallet of their own company, and they are not the operator's staff. */
    own_money: 409,
    /** It is not what the person saw. */
    record_changed: 409,
    company_inactive: 409,
    module_off: 409,
    withdrawals_wait: 409,
    address_refused: 409,
    /** The chain does not pay this coin any more, or the queue refused it. */
    approve_failed: 409,
  },
})

export const rejectWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/rejection',
  summary: 'Reject a withdrawal that is not on the chain, with a reason; the wallet has the money again',
  who: 'withdrawals.approve',
  onePersonBecause: 'the money stays where it is',
  effect: 'money',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: WithdrawalParams,
  input: z.object({ reason: ApprovalReason }),
  output: z.object({ id: Id }),
  refusals: deciding,
})
