import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'

export const confirmOldAddress = endpoint({
  method: 'POST',
  path: '/email-changes/:id/old-confirmation',
  summary:
    'Confirm a change of e-mail in place of the old address that the person lost; a second person approves it, and the old address can stop it for 48 hours',
  who: 'users.delete_passkey',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  params: z.object({ id: Id }),
  input: z.object({ reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    own_account: 409,
    role_not_allowed: 403,
    /** The new address did not confirm, or the change waits for nothing else. */
    email_change_not_waiting: 409,
  },
})
