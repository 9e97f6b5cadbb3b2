import type { KycDecision } from '@cardamom/contract/kyc/kyc-cases'
import { accepted, refused } from '../kernel/answer.ts'
import type { Answer } from '../kernel/answer.ts'
import { nextStatus, transitions } from '../kernel/states.ts'
import type { EventOf, StateOf } from '../kernel/states.ts'

const whateverTheProviderDecides = {
  'provider.approved': 'positive',
  'provider.approved_with_doubt': 'needs_review',
  'provider.declined': 'declined',
  'provider.resubmission_requested': 'resubmitted',
} as const
const unfinished = { 'provider.expired': 'expired', 'provider.abandoned': 'abandoned' } as const
const adminMay = {
  approve: { 'admin.approved': 'admin_approved' },
  reject: { 'admin.rejected': 'admin_rejected' },
  reset: { 'admin.reset': 'reset' },
} as const

/**
 * Transitions of a KYC case (domain §10). After an admin decision or a reset the provider's events are
 * recorded and change nothing. Events may be lost, so a decision may follow any earlier state.
 * `approved_with_doubt` is an approval that one of our own guards did not pass.
 */
export const kycTransitions = transitions({
  table: 'kycCase',
  // A case has no status until its first session is open.
  initial: ['created'],
  versioned: true,
  states: {
    created: {
      'provider.started': 'started',
      'provider.submitted': 'submitted',
      'provider.in_review': 'needs_review',
      ...whateverTheProviderDecides,
      ...unfinished,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    started: {
      'provider.submitted': 'submitted',
      'provider.in_review': 'needs_review',
      ...whateverTheProviderDecides,
      ...unfinished,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    submitted: {
      'provider.in_review': 'needs_review',
      ...whateverTheProviderDecides,
      ...adminMay.approve,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    resubmitted: {
      'provider.started': 'started',
      'provider.submitted': 'submitted',
      'provider.in_review': 'needs_review',
      'provider.approved': 'positive',
      'provider.approved_with_doubt': 'needs_review',
      'provider.declined': 'declined',
      ...unfinished,
      ...adminMay.approve,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    needs_review: {
      'provider.approved': 'positive',
      'provider.declined': 'declined',
      'provider.resubmission_requested': 'resubmitted',
      ...adminMay.approve,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    positive: {
      'provider.declined': 'needs_review',
      ...adminMay.reject,
      ...adminMay.reset,
    },
    declined: {
      'session.created': 'created',
      ...adminMay.approve,
      ...adminMay.reject,
      ...adminMay.reset,
    },
    expired: { 'session.created': 'created', ...adminMay.reject, ...adminMay.reset },
    abandoned: { 'session.created': 'created', ...adminMay.reject, ...adminMay.reset },
    admin_approved: { ...adminMay.reject, ...adminMay.reset },
    admin_rejected: { ...adminMay.approve, ...adminMay.reset },
    reset: { 'session.created': 'created' },
  },
})

/**
 * States of a session at the provider. `requested`: the provider has not answered yet. `lost`: its address is
 * unknown.
 */
export const kycSessionTransitions = transitions({
  table: 'kycSession',
  initial: ['requested'],
  states: {
    requested: { 'session.opened': 'open', 'session.lost': 'lost' },
    open: { 'session.closed': 'closed' },
    closed: {},
    lost: {},
  },
})

/** State of a KYC case. */
export type KycStatus = StateOf<typeof kycTransitions>
/** An event of a KYC case. */
export type KycEvent = EventOf<typeof kycTransitions>
/** An event that comes from the provider. */
export type KycProviderEvent = Extract<KycEvent, `provider.${string}`>
/** A decision of an admin. Approving and rejecting need a note. */
export type KycAdminEvent = Extract<KycEvent, `admin.${string}`>

export const decisionEvents = {
  approve: 'admin.approved',
  reject: 'admin.rejected',
  reset: 'admin.reset',
} as const satisfies Record<KycDecision, KycAdminEvent>

/** Whether the person counts as verified (domain §10). */
export const isVerified = (status: KycStatus | null): boolean =>
  status === 'positive' || status === 'admin_approved'

const finalVerdicts: ReadonlySet<KycEvent> = new Set(Object.keys(whateverTheProviderDecides) as KycEvent[])
const uses: ReadonlySet<KycEvent> = new Set<KycEvent>([
  'provider.submitted',
  'provider.in_review',
  ...finalVerdicts,
])

/**
 * Whether an event is the provider's verdict on its attempt. The caller then adds the attempt's id to
 * `decidedAttemptIds`.
 */
export const decidesAttempt = (event: KycEvent): boolean => finalVerdicts.has(event)

/**
 * Whether an event shows that its attempt was submitted. Each submitted attempt counts once. A verdict shows
 * it too, because the event of the submission may be lost. `expired` and `abandoned` use no attempt (domain
 * §10).
 */
export const usesAttempt = (event: KycEvent): boolean => uses.has(event)

/** How many attempts are left of the limit per case; never below 0. */
export const attemptsLeft = ({ limit, used }: { limit: number; used: number }): number =>
  Math.max(0, limit - used)

/** What an event of the provider changes. */
export type KycChange = {
  readonly status: KycStatus
  /** Whether a verified person no longer is verified. Their loads are then held. */
  readonly holdsLoads: boolean
}

/**
 * What a provider event changes. Null when the event is only recorded: it belongs to another session, is
 * delayed, repeated or out of order, or an admin has decided or reset the case meanwhile. A decline after an
 * approval goes to review and holds loads (domain §10). Attempts are counted by `usesAttempt`, also when the
 * result is null.
 */
export const applyProviderEvent = ({
  kycCase,
  event,
}: {
  kycCase: {
    readonly status: KycStatus
    /** The current session of the case. */
    readonly sessionId: string
    /** Attempts that have a verdict of the provider. */
    readonly decidedAttemptIds: ReadonlySet<string>
  }
  event: {
    readonly name: KycProviderEvent
    readonly sessionId: string
    /** Null where the provider names no attempt (an expired session). */
    readonly attemptId: string | null
  }
}): KycChange | null => {
  if (event.sessionId !== kycCase.sessionId) return null
  const isRevoked = kycCase.status === 'positive' && event.name === 'provider.declined'
  const isDecided = event.attemptId !== null && kycCase.decidedAttemptIds.has(event.attemptId)
  if (isDecided && !isRevoked) return null
  const status = nextStatus(kycTransitions, kycCase.status, event.name)
  return status === null ? null : { status, holdsLoads: isRevoked }
}

/** Why a verification cannot be started. */
export type KycStartRefusal =
  | 'unauthorized_access'
  | 'email_not_verified'
  | 'invalid_user_data'
  | 'AT003'
  | 'REV001'
  | 'RJT001'

/**
 * The effect of starting now. Only `new_session` calls the provider and changes the case (`session.created`).
 */
export type KycStart = 'new_session' | 'same_session' | 'already_verified'

/**
 * Decides what a person's *start verification* does (domain §10). `status` is null for a person without a
 * case. A person under 18 gets `invalid_user_data` on `birthDate`. A resubmission uses an attempt too, so
 * without one left the answer is AT003. An unreachable provider (FL001) is found only by the call, and uses
 * no attempt.
 */
export const decideKycStart = ({
  status,
  left,
  isActive,
  isEmailVerified,
  isAdult,
}: {
  status: KycStatus | null
  /** `attemptsLeft` */
  left: number
  isActive: boolean
  isEmailVerified: boolean
  isAdult: boolean
}): Answer<KycStart, KycStartRefusal> => {
  if (!isActive) return refused('unauthorized_access')
  if (isVerified(status)) return accepted('already_verified')
  if (status === 'submitted' || status === 'needs_review') return refused('REV001')
  if (status === 'admin_rejected') return refused('RJT001')
  if (status === 'created' || status === 'started') return accepted('same_session')
  if (left === 0) return refused('AT003')
  if (status === 'resubmitted') return accepted('same_session')
  if (!isEmailVerified) return refused('email_not_verified')
  return isAdult ? accepted('new_session') : refused('invalid_user_data', { field: 'birthDate' })
}
