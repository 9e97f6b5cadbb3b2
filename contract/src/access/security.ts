import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { factorMethods } from './step-up.ts'
import { typedText, Id, Instant } from '../wire.ts'

/** Times of the lock screen, in seconds (product §9: 10, 5 and 15 are its demo values). */
const LockTimes = z.object({
  /** Without a touch: the screen locks. */
  lockAfterSeconds: z.number().int(),
  /** Locked so long: to the login. */
  redirectAfterSeconds: z.number().int(),
  /** After the page loaded: the warning that the session can be renewed. */
  renewalWarningSeconds: z.number().int(),
})

export const getSecurity = endpoint({
  method: 'GET',
  path: '/security',
  summary: 'My security settings',
  who: 'signed-in',
  whileLocked: true,
  output: z.object({
    passkeyMandatory: z.boolean(),
    /** A one-time code by mail may take the place of the password at the login. */
    otpLogin: z.boolean(),
    /** False where accounts are hidden: the answer to such a login would tell which accounts there are. */
    otpLoginOffered: z.boolean(),
    /** Until then withdrawals wait, because a factor, the e-mail or the password changed. */
    withdrawalsHeldUntil: Instant.nullable(),
    lock: LockTimes,
    /** Times that a person may choose for `lockAfterSeconds`. */
    lockChoicesSeconds: z.array(z.number().int()),
    /** The longest that the operator allows. */
    lockMaximumSeconds: z.number().int(),
  }),
  refusals: {},
})

export const updateSecurity = endpoint({
  method: 'PATCH',
  path: '/security',
  summary: 'Change my security settings',
  who: 'signed-in',
  stepUp: 'S1',
  stepUpUnlessFirst: true,
  input: z.object({
    otpLogin: z.boolean().optional(),
    lockAfterSeconds: z.number().int().min(10).max(3600).optional(),
  }),
  output: z.object({ otpLogin: z.boolean(), lockAfterSeconds: z.number().int() }),
  refusals: {
    /** Longer than the operator allows. */
    validation: 422,
  },
})

const Session = z.object({
  id: Id,
  /** What the browser says of itself. */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** This one. */
  current: z.boolean(),
})

const TrustedDevice = z.object({
  id: Id,
  device: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  thisDevice: z.boolean(),
})

export const listMySessions = listEndpoint({
  path: '/sessions',
  summary: 'My open sessions, newest first, and the browsers that I trust',
  who: 'signed-in',
  row: Session,
  sorts: ['-createdAt'],
  extra: { trustedDevices: z.array(TrustedDevice) },
})

export const revokeMySession = endpoint({
  method: 'POST',
  path: '/sessions/:id/revoke',
  summary: 'End one of my sessions, or forget a trusted browser',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { record_not_found: 404 },
})

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/sessions/revoke-others',
  summary: 'End all my sessions but this one, and forget every trusted browser',
  who: 'signed-in',
  output: z.object({ ended: z.number().int() }),
  refusals: {},
})

/** What stands in a person's security log. */
export const securityEventKinds = [
  'login',
  'login_passkey',
  'login_otp',
  'login_failed',
  'login_blocked',
  'recovery_code_used',
  'recovery_codes_made',
  'factor_added',
  'factor_renamed',
  'factor_removed',
  'step_up',
  'step_up_failed',
  'session_locked',
  'session_unlocked',
  'session_revoked',
  'sessions_revoked',
  'device_trusted',
  'password_changed',
  'email_change_requested',
  'email_changed',
  'mobile_changed',
  'otp_login_on',
  'otp_login_off',
  'cards_frozen',
  'recovery_begun',
  'recovery_waiting',
  'recovery_done',
  'recovery_cancelled',
  'recovery_failed',
  'lockout_lifted',
  'profiling_allowed',
  'profiling_withdrawn',
] as const

const SecurityEvent = z.object({
  id: Id,
  /** One of `securityEventKinds`; a newer server may know more. */
  kind: z.string(),
  /** `method`, `name`, `action`, `note`: what it is about. */
  facts: z.record(z.string(), z.string()),
  device: z.string(),
  address: z.string(),
  at: Instant,
})

export const listSecurityEvents = listEndpoint({
  path: '/security-events',
  summary: 'My security log, newest first',
  who: 'signed-in',
  row: SecurityEvent,
  sorts: ['-at'],
})

/** What somebody is kept from for a while. */
export const lockoutKinds = ['password', 'factor', 'code', 'mail', 'recovery_code'] as const

/** What the step-up provider counts by itself: wrong codes, and codes and links that it sent. */
export const providerLockoutKinds = ['provider_code', 'provider_message'] as const

const LockoutFacts = z.object({
  userId: Id,
  email: z.string(),
  tries: z.number().int(),
  /** Null: counted, not blocked yet. */
  blockedUntil: Instant.nullable(),
})
const Lockout = LockoutFacts.extend({ kind: z.enum(lockoutKinds) })
const ProviderLockout = LockoutFacts.extend({
  kind: z.enum(providerLockoutKinds),
  /** Which way to confirm. */
  method: z.enum(factorMethods).nullable(),
})

export const listLockouts = listEndpoint({
  path: '/lockouts',
  summary: 'Who is kept from trying again, in my scope; `userId`: one person, also what is only counted',
  who: 'sessions.view',
  effect: 'outside',
  row: Lockout,
  sorts: ['-blockedUntil'],
  filters: { userId: Id.optional() },
  extra: {
    /** What the step-up provider keeps people from. */
    provider: z.object({
      /**
       * `not_told`: no call of its protocol names them, as with the hosted one; they are over in an hour at most.
       * `no_answer`: ask again.
       */
      state: z.enum(['listed', 'not_told', 'no_answer']),
      items: z.array(ProviderLockout),
    }),
  },
})

export const liftLockouts = endpoint({
  method: 'POST',
  path: '/users/:id/lockouts/lift',
  summary: 'Let a person try again; the note is kept in the audit and in their security log',
  who: 'sessions.revoke',
  effect: 'outside',
  stepUp: 'S1',
  params: z.object({ id: Id }),
  input: z.object({ note: typedText({ max: 500 }) }),
  output: z.object({
    lifted: z.number().int(),
    /** The step-up provider counts wrong codes of its own. The hosted one takes no word from us: its lock is over in an hour at most. */
    atProvider: z.enum(['lifted', 'ends_by_itself']),
  }),
  refusals: { record_not_found: 404, unavailable: 503 },
})
