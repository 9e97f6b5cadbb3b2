import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { bulkEndpoint } from '../bulk.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, typedText } from '../wire.ts'
import { UserDetail } from './users.ts'

const UserParams = z.object({ id: Id })

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/users/:id/sessions/end',
  summary: 'Log a person out everywhere',
  who: 'sessions.revoke',
  whileTermsDue: true,
  stepUp: 'S1',
  params: UserParams,
  output: z.object({ ended: z.number().int() }),
  refusals: { record_not_found: 404, role_not_allowed: 403 },
})

const ActiveInput = z.object({ note: typedText({ max: 500 }) })
const activeRefusals = { record_not_found: 404, role_not_allowed: 403, own_account: 409 } as const

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Deactivate a person: sessions end at once, cards stay as they are',
  who: 'users.activate',
  stepUp: 'S1',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ active: z.boolean() }),
  refusals: { ...activeRefusals, last_super_admin: 409 },
})

export const activateUser = endpoint({
  method: 'POST',
  path: '/users/:id/activate',
  summary: 'Activate a person again',
  who: 'users.activate',
  stepUp: 'S1',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ active: z.boolean() }),
  refusals: activeRefusals,
})

export const deactivateUsers = bulkEndpoint(deactivateUser, {
  path: '/users/bulk/deactivate',
  summary: 'Deactivate up to 100 people, with a result for each',
})

export const activateUsers = bulkEndpoint(activateUser, {
  path: '/users/bulk/activate',
  summary: 'Activate up to 100 people again, with a result for each',
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/users/:id/password-reset',
  summary:
    'Reset the password of a person: the present one stops working, sessions end, and a mail has a one-time link',
  who: 'users.reset_password',
  stepUp: 'S2',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ email: z.string() }),
  refusals: activeRefusals,
})

export const resetToDefaultPassword = endpoint({
  method: 'POST',
  path: '/users/:id/password-reset/default',
  summary:
    'Reset the password of a cardholder or seller to the default one of the installation, which only opens the page for a new one, for 24 hours',
  who: 'users.reset_password',
  stepUp: 'S2',
  params: UserParams,
  input: ActiveInput,
  output: z.object({ until: Instant }),
  refusals: { ...activeRefusals, default_password_off: 409 },
})

export const verifyUserEmail = endpoint({
  method: 'POST',
  path: '/users/:id/email-verification',
  summary: 'Send the link that confirms the e-mail again; the earlier link stops working',
  who: 'users.update',
  /** The mail is counted in a transaction of its own. */
  effect: 'outside',
  stepUp: 'S1',
  params: UserParams,
  output: z.object({ email: z.string() }),
  refusals: { record_not_found: 404, role_not_allowed: 403, already_verified: 409, rate_limited: 429 },
})

export const updateUser = endpoint({
  method: 'PATCH',
  path: '/users/:id',
  summary: 'Set the test-email flag: a test account is in no total, and its mail goes to the log only',
  who: 'users.update',
  stepUp: 'S1',
  headers: ['If-Match'],
  params: UserParams,
  input: z.object({ isTest: z.boolean() }),
  output: UserDetail,
  refusals: { record_not_found: 404, record_changed: 409, validation: 422 },
})

export const resetFactors = endpoint({
  method: 'POST',
  path: '/users/:id/factors/reset',
  summary: 'Remove all second factors of a person and log them out; a second person approves it',
  who: 'users.delete_passkey',
  effect: 'outside',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  params: UserParams,
  input: z.object({ reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: {
    ...activeRefusals,
    no_factors: 409,
    /** A factor that the second person did not see was added. */
    record_changed: 409,
    unavailable: 503,
  },
})
