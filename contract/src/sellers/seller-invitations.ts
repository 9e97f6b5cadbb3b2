import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Email } from '../identity/person-fields.ts'
import { Id, Instant, LinkToken } from '../wire.ts'

/** An invitation ends by its time, when it is accepted, or when it is revoked. */
export const sellerInvitationStates = ['invited', 'accepted', 'expired', 'revoked'] as const

const SellerInvitation = z.object({
  id: Id,
  email: z.string(),
  state: z.enum(sellerInvitationStates),
  /** The seller one who invites. */
  sellerId: Id,
  sellerName: z.string(),
  companyId: Id,
  companyName: z.string(),
  sentAt: Instant,
  /** How often the link was sent. */
  sent: z.number().int(),
  expiresAt: Instant,
  acceptedAt: Instant.nullable(),
  createdAt: Instant,
})

export const listSellerInvitations = listEndpoint({
  path: '/seller-invitations',
  summary: 'Invitations of sellers two; a seller one sees their own',
  who: 'sellers.view',
  row: SellerInvitation,
  sorts: ['-createdAt'],
  filters: { sellerId: Id.optional() },
})

const invited = {
  company_closed: 409,
  seller_one_needed: 409,
  invitation_exists: 409,
  invitation_limit: 409,
  rate_limited: 429,
} as const
const changes = ['resend', 'revoke'] as const
const Change = z.object({ change: z.enum(changes) })
const changed = { record_not_found: 404, invitation_over: 409, rate_limited: 429 } as const
const Params = z.object({ id: Id })

export const inviteOwnSeller = endpoint({
  method: 'POST',
  path: '/own-sellers/invitations',
  summary: 'Invite a person by e-mail to become my seller two',
  who: 'signed-in',
  idempotent: true,
  status: 201,
  input: z.object({ email: Email }),
  output: SellerInvitation,
  refusals: invited,
})

export const changeOwnSellerInvitation = endpoint({
  method: 'POST',
  path: '/own-sellers/invitations/:id',
  summary: 'Send the link of one of my invitations again, or revoke it',
  who: 'signed-in',
  params: Params,
  input: Change,
  output: SellerInvitation,
  refusals: changed,
})

export const inviteSeller = endpoint({
  method: 'POST',
  path: '/seller-invitations',
  summary: 'Invite a person by e-mail to become the seller two of a seller one',
  who: 'sellers.codes.manage',
  stepUp: 'S1',
  idempotent: true,
  status: 201,
  input: z.object({ sellerId: Id, email: Email }),
  output: SellerInvitation,
  refusals: { record_not_found: 404, ...invited },
})

export const changeSellerInvitation = endpoint({
  method: 'POST',
  path: '/seller-invitations/:id',
  summary: 'Send the link of an invitation again, or revoke it',
  who: 'sellers.codes.manage',
  stepUp: 'S1',
  params: Params,
  input: Change,
  output: SellerInvitation,
  refusals: changed,
})

export const openSellerInvitation = endpoint({
  method: 'POST',
  path: '/seller-invitations/opened',
  summary: 'Who invites, by the link of a mail',
  who: 'public',
  effect: 'read',
  rate: 'code_verify',
  input: LinkToken,
  output: z.object({
    state: z.enum(sellerInvitationStates),
    sellerName: z.string(),
    companyName: z.string(),
    /** Start and end of the address that it was sent to. */
    emailHint: z.string(),
    expiresAt: Instant,
  }),
  refusals: { link_expired: 410 },
})

export const acceptSellerInvitation = endpoint({
  method: 'POST',
  path: '/seller-invitations/acceptance',
  summary: 'Become the seller two who was invited by the link of a mail. All sessions of the person end',
  who: 'signed-in',
  input: LinkToken,
  output: z.object({
    /** The person's first seller code. */
    code: z.string(),
    sellerName: z.string(),
  }),
  refusals: { link_expired: 410, invitation_other_address: 409, cannot_become_seller: 409 },
})
