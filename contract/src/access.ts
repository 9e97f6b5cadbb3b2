import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { permissionTags } from './permission-tags.ts'
import { Challenge } from './access/step-up.ts'
import { Id } from './wire.ts'

/** Response header with the token to use from now on (security §1). */
export const sessionTokenHeader = 'session-token'
/** Header with the grant of a step-up. */
export const stepUpHeader = 'step-up'

const Password = z.string().min(1).max(200)
/** Flags of the six calls of product §7 are 0 or 1. */
const Flag = z.literal([0, 1])

export const endSession = endpoint({
  method: 'POST',
  path: '/session/logout',
  summary: 'Log out: end this session',
  who: 'signed-in',
  whileLocked: true,
  output: z.null(),
  refusals: {},
})

export const lockSession = endpoint({
  method: 'POST',
  path: '/session/lock',
  summary: 'Lock this session: calls answer 423 until it is unlocked',
  who: 'signed-in',
  whileLocked: true,
  output: z.null(),
  refusals: {},
})

export const startUnlock = endpoint({
  method: 'POST',
  path: '/session/unlock/challenge',
  summary: 'Start to unlock this session by a passkey',
  who: 'signed-in',
  effect: 'outside',
  rate: 'login',
  whileLocked: true,
  status: 201,
  output: Challenge,
  refusals: { passkey_not_enabled: 409, rate_limited: 429, unavailable: 503 },
})

export const unlockSession = endpoint({
  method: 'POST',
  path: '/session/unlock',
  summary: 'Unlock this session by the password, or by the token of a passkey check that was started for it',
  who: 'signed-in',
  effect: 'outside',
  rate: 'login',
  whileLocked: true,
  input: z.union([
    z.object({ password: Password }),
    z.object({ challengeId: Id, token: z.string().max(8192) }),
  ]),
  output: z.null(),
  refusals: {
    wrong_credentials: 400,
    passkey_failed: 400,
    challenge_expired: 410,
    rate_limited: 429,
    unavailable: 503,
  },
})

/** The stored user (product §3): `user[0]` of getUserAuths, in snake_case. */
export const SessionUser = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role_id: z.number().int(),
  passkey_enabled: Flag,
  active: Flag,
  is_test: Flag,
  /** Whether the session is locked: the person must unlock it first. */
  locked: Flag,
  /** Whether the person has to accept the present terms before they change anything. */
  terms_due: Flag,
  /** Whether the person has wallets of their own: sellers, and referrers from their first share on. */
  has_wallet: Flag,
  locale: z.enum(['en', 'es']),
  country: z.string().nullable(),
  /** IANA zone that the person chose for their dates; null: the zone of their browser. */
  time_zone: z.string().nullable(),
  referral_code: z.string(),
  user_company: z.object({
    id: Id,
    slug: z.string(),
    name: z.string(),
    tier: z.number().int(),
    time_zone: z.string(),
    passkey_mandatory: Flag,
    kyc_service: z.string(),
    kyc_flow: z.enum(['redirect', 'frame']),
    automatic_card_creation: Flag,
  }),
})
export type SessionUser = z.output<typeof SessionUser>

export const getUserAuths = endpoint({
  method: 'GET',
  path: '/getUserAuths',
  summary: 'Who is signed in (product §7)',
  who: 'signed-in',
  whileLocked: true,
  body: 'bare',
  output: z.object({
    success: z.literal(true),
    user: z.array(SessionUser),
    ip_info: z.object({ ip: z.string(), country: z.string().optional(), city: z.string().optional() }),
  }),
  refusals: {},
})

export const getUserPermissions = endpoint({
  method: 'GET',
  path: '/user/permissions',
  summary: 'Tags that the signed-in person holds (product §7)',
  who: 'signed-in',
  whileLocked: true,
  body: 'bare',
  output: z.object({
    success: z.literal(true),
    data: z.object({ data: z.array(z.object({ tag: z.enum(permissionTags.map(({ tag }) => tag)) })) }),
  }),
  refusals: {},
})

export const getPasskeyKeys = endpoint({
  method: 'GET',
  path: '/authsignal/keys',
  summary: 'What the browser needs to talk to the step-up provider (product §7)',
  who: 'signed-in',
  whileLocked: true,
  body: 'bare',
  output: z.object({
    success: z.literal(true),
    data: z.object({ passkey_enabled: Flag, publishableKey: z.string(), baseUrl: z.string() }),
  }),
  refusals: {},
})

const ActionAnswer = z.object({ success: z.literal(true), message: z.string() })

export const authenticatePasskey = endpoint({
  method: 'POST',
  path: '/authsignal/authenticate',
  summary: 'Send the token of a browser passkey check (product §7)',
  who: 'signed-in',
  whileLocked: true,
  effect: 'outside',
  body: 'bare',
  input: z.object({ token: z.string().max(8192) }),
  output: ActionAnswer,
  refusals: { passkey_not_enabled: 409, passkey_failed: 400, unavailable: 503 },
})

export const deletePasskey = endpoint({
  method: 'POST',
  path: '/authsignal/delete/passkey/:userId',
  summary: 'Remove a passkey, or all passkeys of a person (product §7)',
  who: 'signed-in',
  whileTermsDue: true,
  effect: 'outside',
  stepUp: 'S2',
  body: 'bare',
  /**
   * A missing id is sent as `undefined`, so that the server can refuse it with its own message (product §5).
   */
  params: z.object({ userId: z.string().max(100) }),
  input: z.object({ credentialId: z.string().max(1024).optional(), reason: z.string().max(500).optional() }),
  output: ActionAnswer,
  refusals: {
    /**
     * Also when it is the last factor and the company requires one, or when the passkey belongs to another
     * person.
     */
    passkey_required: 409,
    passkey_not_enabled: 409,
    passkey_not_deleted: 503,
    permission_denied: 403,
    record_not_found: 404,
    user_id_required: 422,
  },
})

export const deletePasskeyWithoutUser = endpoint({
  method: 'POST',
  path: '/authsignal/delete/passkey',
  summary: 'Answers that the user id is missing (product §5)',
  who: 'signed-in',
  body: 'bare',
  output: ActionAnswer,
  refusals: { user_id_required: 422 },
})

export const sendOtp = endpoint({
  method: 'GET',
  path: '/send/otp',
  summary: 'Send a one-time code for the code step of a confirmation (product §7)',
  who: 'signed-in',
  effect: 'outside',
  audited: true,
  rate: 'code_send',
  body: 'bare',
  input: z.object({
    /** `step_up`: for this session's open challenge that waits for a code. */
    purpose: z.enum(['step_up']).default('step_up'),
    channel: z.enum(['email', 'sms']).default('email'),
  }),
  output: ActionAnswer,
  refusals: { otp_not_sent: 503, challenge_expired: 410, rate_limited: 429 },
})

export const listenToEvents = endpoint({
  method: 'GET',
  path: '/events',
  summary: 'Live events: each names what changed, and the client reads it again',
  headers: ['Last-Event-ID'],
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  body: 'bare',
  output: z.null(),
  streams: ['text/event-stream'],
  refusals: { too_many_streams: 429 },
})
