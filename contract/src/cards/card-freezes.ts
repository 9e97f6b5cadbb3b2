import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Email } from '../identity/person-fields.ts'
import { CalendarDate, LinkToken } from '../wire.ts'

export const requestCardFreeze = endpoint({
  method: 'POST',
  path: '/card-freezes',
  summary: 'Send me a link that freezes my cards, without a login',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  input: z.object({ email: Email }),
  output: z.object({ email: z.string() }),
  refusals: { email_not_found: 404, email_not_sent: 503, rate_limited: 429 },
})

export const freezeCards = endpoint({
  method: 'POST',
  path: '/card-freezes/:token',
  summary: 'Pause my cards, by that link and my birth date',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  input: z.object({ birthDate: CalendarDate }),
  output: z.object({
    /** Number of cards that are paused or being paused. */
    cards: z.number().int(),
  }),
  refusals: { link_expired: 410, invalid_user_data: 422, rate_limited: 429 },
})
