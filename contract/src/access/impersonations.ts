import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** Cardholders and sellers: a second person may allow changes in their accounts. */
export const changeableRoles: ReadonlySet<number> = new Set([2, 7, 8])
/** Administrators of a company: what they see can be seen, and nothing can be changed for them. */
export const companyAdminRole = 5
/** Roles whose people can be impersonated. No other administrator can be. */
export const impersonatedRoles: ReadonlySet<number> = new Set([...changeableRoles, companyAdminRole])

export const startImpersonation = endpoint({
  method: 'POST',
  path: '/users/:id/impersonations',
  summary:
    'One-time link by which you see the product as this person does, for 30 minutes and without changes',
  who: 'users.impersonate',
  stepUp: 'S2',
  status: 201,
  params: z.object({ id: Id }),
  input: z.object({ reason: typedText({ max: 500 }) }),
  output: z.object({
    /** Page that opens it, in a new tab of this browser. The link works once, for a minute. */
    path: z.string(),
    expiresAt: Instant,
  }),
  refusals: { record_not_found: 404, role_not_allowed: 403, person_inactive: 409 },
})

export const allowImpersonatedChanges = endpoint({
  method: 'POST',
  path: '/users/:id/impersonations/changes',
  summary:
    'Allow changes in your open impersonation of this person until it ends; a second person approves it',
  who: 'users.impersonate_write',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  params: z.object({ id: Id }),
  input: z.object({ reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    role_not_allowed: 403,
    /** The session that requests it has no open impersonation of this person, or it ended meanwhile. */
    impersonation_not_open: 409,
  },
})

export const openImpersonation = endpoint({
  method: 'POST',
  path: '/impersonations/open',
  summary: 'Open the link of an impersonation, in the session that made it',
  who: 'users.impersonate',
  rate: 'code_verify',
  input: z.object({ token: z.string().max(100) }),
  output: z.object({ userId: Id, endsAt: Instant }),
  refusals: { link_expired: 410, person_inactive: 409 },
})

export const getImpersonation = endpoint({
  method: 'GET',
  path: '/impersonations/current',
  summary: 'The impersonation of this request; null: there is none',
  who: 'signed-in',
  output: z
    .object({
      person: z.string(),
      email: z.string(),
      reason: z.string(),
      endsAt: Instant,
      /** A second person allowed changes of the profile and of the choices of notifications. */
      mayChange: z.boolean(),
    })
    .nullable(),
  refusals: {},
})

export const endImpersonation = endpoint({
  method: 'POST',
  path: '/impersonations/end',
  summary: 'End the impersonation of this session',
  who: 'signed-in',
  whileTermsDue: true,
  whileImpersonating: true,
  output: z.object({ ended: z.number().int() }),
  refusals: {},
})
