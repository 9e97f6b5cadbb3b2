import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Challenge, Proof } from './step-up.ts'
import { Instant, typedText } from '../wire.ts'

const Password = z.string().min(1).max(200)

/** An open session. */
const OpenedSession = z.object({
  /** Bearer token; it works only together with the cookie of this answer. */
  token: z.string(),
  /** The session ends at this instant, also while it is used. */
  endsAt: Instant,
})

/** A login that waits for its second factor. `loginId` is a secret of this login. */
export const PendingLogin = Challenge.omit({ id: true }).extend({
  loginId: z.string(),
  /** A recovery code is accepted too. */
  recoveryCodes: z.boolean(),
  /**
   * The recovery of lost factors can be started from this login (`POST /factor-recoveries`), because the
   * password was right.
   */
  factorRecovery: z.boolean(),
})
export type PendingLogin = z.output<typeof PendingLogin>

const loginRefusals = {
  /** `data.email`: the address that a new link can be sent to. */
  email_not_verified: 403,
  /** The account is deactivated. */
  unauthorized_access: 403,
  rate_limited: 429,
  unavailable: 503,
} as const

export const createSession = endpoint({
  method: 'POST',
  path: '/sessions',
  summary:
    'Log in by e-mail or username and password; sets the session cookie, or requires the second factor',
  who: 'public',
  effect: 'outside',
  rate: 'login',
  status: 201,
  input: z.object({ login: typedText({ max: 254 }), password: Password }),
  /**
   * Either `token` and `endsAt`, or `factor`: the session then starts with `POST /sessions/factor`. Or
   * `newPasswordToken`: the password was the default one of a reset, and `POST /recoveries/:token` replaces it.
   */
  output: z.object({
    token: z.string().nullable(),
    endsAt: Instant.nullable(),
    factor: PendingLogin.nullable(),
    newPasswordToken: z.string().nullable(),
  }),
  refusals: {
    /** `data.accountsHidden`: the e-mail of the account may also be unconfirmed; a mail says so. */
    wrong_credentials: 400,
    ...loginRefusals,
  },
})

/** Refusals of a proof that is not valid. */
const proofRefusals = {
  passkey_failed: 400,
  invalid_code: 400,
  /** The challenge expired, was used, or belongs to another login. */
  challenge_expired: 410,
} as const

export const finishSession = endpoint({
  method: 'POST',
  path: '/sessions/factor',
  summary: 'Finish a login by its second factor; sets the session cookie',
  who: 'public',
  effect: 'outside',
  rate: 'login',
  status: 201,
  input: z.object({
    loginId: z.string().max(100),
    proof: Proof,
    /** Skips the second factor on this browser for 30 days, at the login only. */
    trustDevice: z.boolean().default(false),
  }),
  /** Either `token` and `endsAt`, or `factor`: a second factor may be required after the code; or `newPasswordToken`. */
  output: z.object({
    token: z.string().nullable(),
    endsAt: Instant.nullable(),
    factor: PendingLogin.nullable(),
    newPasswordToken: z.string().nullable(),
    /** Number of recovery codes left, when one was used. */
    codesLeft: z.number().int().nullable(),
  }),
  refusals: { ...proofRefusals, code_mismatch: 400, ...loginRefusals },
})

export const createPasskeySession = endpoint({
  method: 'POST',
  path: '/sessions/passkey',
  summary: 'Log in by the token of a passkey check in the browser, action `login`; sets the session cookie',
  who: 'public',
  effect: 'outside',
  rate: 'login',
  status: 201,
  input: z.object({ token: z.string().max(8192) }),
  output: OpenedSession,
  refusals: { passkey_failed: 400, ...loginRefusals },
})

export const createOtpSession = endpoint({
  method: 'POST',
  path: '/sessions/otp',
  summary:
    'Start a login by a one-time code by mail, for people who switched that on; off where accounts are hidden',
  who: 'public',
  effect: 'outside',
  rate: 'code_send',
  status: 201,
  input: z.object({ login: typedText({ max: 254 }) }),
  /** Finished by `POST /sessions/factor` with a proof of kind `code`. */
  output: PendingLogin,
  refusals: { otp_login_off: 409, otp_not_sent: 503, ...loginRefusals },
})
