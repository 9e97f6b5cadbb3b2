import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LinkToken } from '../wire.ts'
import { Email } from './person-fields.ts'

export const changeEmail = endpoint({
  method: 'POST',
  path: '/me/email-changes',
  summary:
    'Request another e-mail address; it is used once the links to both addresses are opened, which ends the other sessions',
  who: 'signed-in',
  effect: 'outside',
  stepUp: 'S2',
  stepUpUnlessFirst: true,
  rate: 'code_send',
  status: 202,
  input: z.object({ email: Email, password: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
  refusals: {
    wrong_credentials: 400,
    email_taken: 409,
    email_not_sent: 503,
    rate_limited: 429,
    validation: 422,
  },
})

export const checkEmailChange = endpoint({
  method: 'GET',
  path: '/email-change-links/:token',
  summary: 'The change of e-mail that a link to the old address is about, without using the link',
  who: 'public',
  rate: 'code_verify',
  params: LinkToken,
  output: z.object({ fromEmail: z.string(), toEmail: z.string() }),
  refusals: { link_expired: 410 },
})

export const declineEmailChange = endpoint({
  method: 'POST',
  path: '/email-change-links/:token/cancellation',
  summary: 'Cancel a change of e-mail from its old address; every session of the account ends',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: z.null(),
  refusals: { link_expired: 410 },
})

export const cancelEmailChange = endpoint({
  method: 'POST',
  path: '/me/email-changes/cancellation',
  summary: 'Cancel my requested change of e-mail',
  who: 'signed-in',
  whileTermsDue: true,
  output: z.null(),
  refusals: { record_not_found: 404 },
})
