import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email } from './person-fields.ts'
import { CalendarDate, Instant } from './wire.ts'

/** Token of a link; what is no token of ours is told `link_expired`. */
const LinkToken = z.object({ token: z.string().max(200) })

/** How far a recovery of lost factors is. `waiting`: a day, in which every address of the account is told. */
export const recoveryStatuses = ['mailed', 'selfie', 'waiting', 'done', 'cancelled', 'failed'] as const

const FactorRecovery = z.object({
  status: z.enum(recoveryStatuses),
  /** The address, with its middle hidden. */
  hint: z.string(),
  /** The identity provider's page for the picture of the face; while `selfie`. */
  selfieUrl: z.string().nullable(),
  /** From this instant on it can be finished; while `waiting`. */
  readyAt: Instant.nullable(),
})

export const beginFactorRecovery = endpoint({
  method: 'POST',
  path: '/factor-recoveries',
  summary: 'All my factors are lost: send the link that begins their recovery (after the password)',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  /** `loginId` of the login that waits for its second factor. */
  input: z.object({ loginId: z.string().max(100) }),
  output: z.object({ hint: z.string() }),
  refusals: { ceremony_expired: 410, email_not_sent: 503, rate_limited: 429 },
})

export const readFactorRecovery = endpoint({
  method: 'GET',
  path: '/factor-recoveries/:token',
  summary: 'How far the recovery of a link is',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: FactorRecovery,
  refusals: { link_expired: 410, unavailable: 503 },
})

export const beginRecoverySelfie = endpoint({
  method: 'POST',
  path: '/factor-recoveries/:token/selfie',
  summary: 'Begin the check of my face at the identity provider',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: FactorRecovery,
  refusals: {
    link_expired: 410,
    /** Nobody verified this person before: there is nothing to compare with; support helps. */
    kyc_required: 409,
    FL001: 503,
  },
})

export const completeFactorRecovery = endpoint({
  method: 'POST',
  path: '/factor-recoveries/:token/completion',
  summary: 'After the wait: remove the lost factors and end every session',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: FactorRecovery,
  refusals: { link_expired: 410, recovery_not_ready: 409, unavailable: 503 },
})

export const cancelFactorRecovery = endpoint({
  method: 'POST',
  path: '/factor-recoveries/:token/cancellation',
  summary: 'It was not me: stop a recovery by the link in any of its mails',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: z.object({ hint: z.string() }),
  refusals: { link_expired: 410 },
})

export const askCardFreeze = endpoint({
  method: 'POST',
  path: '/card-freezes',
  summary: 'Signed out: send me a link that freezes my cards',
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
  summary: 'Pause my cards by that link and my birth date',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  input: z.object({ birthDate: CalendarDate }),
  output: z.object({
    /** Cards that are being paused now, and those that were already. */
    cards: z.number().int(),
  }),
  refusals: { link_expired: 410, invalid_user_data: 422, rate_limited: 429 },
})
