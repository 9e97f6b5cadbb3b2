import { z } from 'zod'
import { bulkEndpoint } from '../bulk.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { typedText, Id, Instant } from '../wire.ts'

/** Times of the lock screen, in seconds (product §9: 10, 5 and 15 are its demo values). */
const LockTimes = z.object({
  /** The screen locks after this time without a touch. */
  lockAfterSeconds: z.number().int(),
  /** A locked page goes to the login after this time. */
  redirectAfterSeconds: z.number().int(),
  /** Time from page load to the warning that the session can be renewed. */
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
    /** True when a one-time code by mail is accepted instead of the password at the login. */
    otpLogin: z.boolean(),
    /** False where accounts are hidden: the answer to such a login would show which accounts exist. */
    otpLoginOffered: z.boolean(),
    /** Withdrawals are held until this instant, because a factor, the e-mail or the password changed. */
    withdrawalsHeldUntil: Instant.nullable(),
    lock: LockTimes,
    /** Times that a person may choose for `lockAfterSeconds`. */
    lockChoicesSeconds: z.array(z.number().int()),
    /** Longest lock time that the operator allows. */
    lockMaximumSeconds: z.number().int(),
  }),
  refusals: {},
})

export const updateSecurity = endpoint({
  method: 'PATCH',
  path: '/security',
  summary: 'Change my security settings',
  who: 'signed-in',
  whileTermsDue: true,
  stepUp: 'S1',
  stepUpUnlessFirst: true,
  input: z.object({
    otpLogin: z.boolean().optional(),
    lockAfterSeconds: z.number().int().min(10).max(3600).optional(),
  }),
  output: z.object({ otpLogin: z.boolean(), lockAfterSeconds: z.number().int() }),
  refusals: {
    /** The time is longer than the operator allows. */
    validation: 422,
  },
})

const Session = z.object({
  id: Id,
  /** Device name from the browser's user agent. */
  device: z.string(),
  address: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant,
  /** True for the session of this call. */
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
  whileTermsDue: true,
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { record_not_found: 404 },
})

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/sessions/revoke-others',
  summary: 'End all my sessions but this one, and forget every trusted browser',
  who: 'signed-in',
  whileTermsDue: true,
  output: z.object({ ended: z.number().int() }),
  refusals: {},
})

/** Kinds of entries in a person's security log. */
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
  'email_change_cancelled',
  'mobile_changed',
  'otp_login_on',
  'otp_login_off',
  'cards_frozen',
  'recovery_started',
  'recovery_waiting',
  'recovery_done',
  'recovery_cancelled',
  'recovery_failed',
  'factors_reset',
  'lockout_lifted',
  'profiling_allowed',
  'profiling_withdrawn',
] as const

const SecurityEvent = z.object({
  id: Id,
  /** One of `securityEventKinds`; a newer server may know more. */
  kind: z.string(),
  /** Facts of the entry: `method`, `name`, `action`, `note`. */
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

export const liftLockouts = endpoint({
  method: 'POST',
  path: '/users/:id/lockouts/lift',
  summary: "Lift a person's lockout; the audit trail and their security log store the note",
  who: 'sessions.revoke',
  effect: 'outside',
  stepUp: 'S1',
  params: z.object({ id: Id }),
  input: z.object({ note: typedText({ max: 500 }) }),
  output: z.object({
    lifted: z.number().int(),
    /** The hosted step-up provider has no call that lifts its lockouts; they end within an hour. */
    atProvider: z.enum(['lifted', 'ends_by_itself']),
  }),
  refusals: { record_not_found: 404, unavailable: 503 },
})

export const liftLockoutsOfUsers = bulkEndpoint(liftLockouts, {
  path: '/users/bulk/lockouts/lift',
  summary: 'Lift the lockouts of up to 100 people, with a result for each',
})
