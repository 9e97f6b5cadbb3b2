import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Instant, LinkToken } from '../wire.ts'

/** States of a factor recovery. `waiting` lasts a day; every address of the account is told. */
export const recoveryStatuses = ['mailed', 'selfie', 'waiting', 'done', 'cancelled', 'failed'] as const

const FactorRecovery = z.object({
  status: z.enum(recoveryStatuses),
  /** E-mail address with its middle hidden. */
  hint: z.string(),
  /** Page of the identity provider for the selfie; only in state `selfie`. */
  selfieUrl: z.string().nullable(),
  /** The recovery can be finished from this instant on; only in state `waiting`. */
  readyAt: Instant.nullable(),
})

export const startFactorRecovery = endpoint({
  method: 'POST',
  path: '/factor-recoveries',
  summary: 'Send the link that starts the recovery of my lost factors (after the password)',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 202,
  /** `loginId` belongs to the login that waits for its second factor. */
  input: z.object({ loginId: z.string().max(100) }),
  output: z.object({ hint: z.string() }),
  refusals: { challenge_expired: 410, email_not_sent: 503, rate_limited: 429 },
})

export const readFactorRecovery = endpoint({
  method: 'GET',
  path: '/factor-recoveries/:token',
  summary: 'State of the recovery that a link belongs to',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: FactorRecovery,
  refusals: { link_expired: 410, unavailable: 503 },
})

export const startRecoverySelfie = endpoint({
  method: 'POST',
  path: '/factor-recoveries/:token/selfie',
  summary: 'Start the selfie check at the identity provider',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: FactorRecovery,
  refusals: {
    link_expired: 410,
    /** The person was never verified, so there is no picture to compare with. Support can help. */
    kyc_required: 409,
    FL001: 503,
  },
})

export const completeFactorRecovery = endpoint({
  method: 'POST',
  path: '/factor-recoveries/:token/completion',
  summary: 'Finish the recovery after its wait: remove the lost factors and end every session',
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
  summary: 'Stop a recovery that I did not request, by the link in any of its mails',
  who: 'public',
  effect: 'outside',
  rate: 'code_verify',
  params: LinkToken,
  output: z.object({ hint: z.string() }),
  refusals: { link_expired: 410 },
})
