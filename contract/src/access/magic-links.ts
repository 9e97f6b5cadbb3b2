import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'

export const openMagicLink = endpoint({
  method: 'POST',
  path: '/magic-links',
  summary: 'Address of the page that confirms the link of a mail; reading it confirms nothing',
  who: 'public',
  rate: 'code_verify',
  input: z.object({ token: z.string().max(4000) }),
  output: z.object({
    /** The provider's own page of this link. */
    url: z.url(),
    requestedAt: Instant,
  }),
  refusals: { link_expired: 410 },
})
