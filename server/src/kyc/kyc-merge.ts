import type { KycReason } from '@cardamom/contract/kyc'
import type { KycAttemptAtProvider, KycDecision, KycSnapshot } from '../providers/kyc/port.ts'
import { applyProviderEvent, decidesAttempt, usesAttempt } from './kyc-status.ts'
import type { KycProviderEvent, KycStatus } from './kyc-status.ts'

/** A transition that follows from a reading of the provider, for the timeline. */
export type KycStepDraft = {
  readonly event: KycProviderEvent
  readonly status: KycStatus
  readonly reason: KycReason | null
  readonly attemptId: string | null
  /** Number of the attempt in this round, once it is submitted. */
  readonly attempt: number | null
}

/** What we know of the attempts of the case's session. */
export type KnownAttempt = {
  readonly attemptId: string
  readonly isUsed: boolean
  readonly isDecided: boolean
  /** Its number in this round. Null until the attempt is submitted. */
  readonly number: number | null
}

type CaseEvent = { readonly name: KycProviderEvent; readonly reason: KycReason | null }

const verdictEvents = {
  declined: 'provider.declined',
  resubmission_requested: 'provider.resubmission_requested',
  review: 'provider.in_review',
} as const

const started: CaseEvent = { name: 'provider.started', reason: null }
const submitted: CaseEvent = { name: 'provider.submitted', reason: null }

/**
 * Events of a session that ended unfinished. If it was submitted before, the provider must have requested a
 * resubmission.
 */
const ended = (status: 'expired' | 'abandoned', mine: KnownAttempt): CaseEvent[] => [
  ...(status === 'abandoned' ? [started] : []),
  ...(mine.isUsed ? [{ name: 'provider.resubmission_requested', reason: 'other' } as const] : []),
  { name: `provider.${status}`, reason: null },
]

const happenedTo = (
  { status }: KycAttemptAtProvider,
  about: {
    mine: KnownAttempt
    decision: KycDecision | null
    isLast: boolean
    findings: readonly KycReason[]
  },
): CaseEvent[] => {
  const { mine, decision, isLast, findings } = about
  if (status === 'created') return []
  if (status === 'started') return [started]
  if (status === 'expired' || status === 'abandoned') return ended(status, mine)
  // A verdict without facts waits for the next reading.
  if (status === 'submitted' || (decision === null && (isLast || status === 'approved')))
    return [started, submitted]
  const reason = decision?.reason ?? null
  if (status !== 'approved') return [started, submitted, { name: verdictEvents[status], reason }]
  const doubt = findings[0]
  return [
    started,
    submitted,
    doubt
      ? { name: 'provider.approved_with_doubt', reason: doubt }
      : { name: 'provider.approved', reason: null },
  ]
}

const endsSession = (name: KycProviderEvent): boolean =>
  name === 'provider.expired' || name === 'provider.abandoned'

/**
 * Adds the latest decision to the attempts. The decision is newer than the list when its attempt is not in
 * the list.
 */
const attemptsWithDecision = ({ attempts, decision }: KycSnapshot): KycAttemptAtProvider[] => {
  if (!decision) return [...attempts]
  const decided = { attemptId: decision.attemptId, status: decision.verdict }
  return attempts.some(({ attemptId }) => attemptId === decided.attemptId)
    ? attempts.map((each) => (each.attemptId === decided.attemptId ? decided : each))
    : [...attempts, decided]
}

/** The decision of a reading, when it is not merged yet; else null. */
export const newDecision = (
  snapshot: KycSnapshot,
  known: readonly Pick<KnownAttempt, 'attemptId' | 'isDecided'>[],
): KycDecision | null => {
  const { decision } = snapshot
  const isKnown = known.some((each) => each.attemptId === decision?.attemptId && each.isDecided)
  return isKnown ? null : decision
}

export type KycMerge = {
  readonly status: KycStatus
  readonly steps: readonly KycStepDraft[]
  /** Every attempt of the reading, with what we know of it after the merge. */
  readonly attempts: readonly (KycAttemptAtProvider & KnownAttempt)[]
  readonly used: number
  /** Whether the person was verified and no longer is. */
  readonly holdsLoads: boolean
}

/**
 * Merges a reading of the provider into the case. It adds every step that the reading shows and the case does
 * not have yet, in the order in which they must have happened. Readings may come in any order and repeatedly.
 * A decision is final (domain §10), so the result does not depend on lost, repeated or delayed webhooks.
 */
export const mergeSnapshot = (merging: {
  readonly status: KycStatus
  readonly used: number
  readonly known: readonly KnownAttempt[]
  readonly snapshot: KycSnapshot
  /** Guards that failed for the decision, if it is an approval. */
  readonly findings: readonly KycReason[]
}): KycMerge => {
  const { snapshot, findings } = merging
  const attempts = new Map(merging.known.map((each) => [each.attemptId, each]))
  let { status, used } = merging
  let holdsLoads = false
  const steps: KycStepDraft[] = []
  const read = attemptsWithDecision(snapshot)
  for (const [index, attempt] of read.entries()) {
    const { attemptId } = attempt
    let mine = attempts.get(attemptId) ?? { attemptId, isUsed: false, isDecided: false, number: null }
    const decision = snapshot.decision?.attemptId === attemptId ? snapshot.decision : null
    const isLast = index === read.length - 1
    for (const event of happenedTo(attempt, { mine, decision, isLast, findings })) {
      const decidedAttemptIds = new Set(mine.isDecided ? [attemptId] : [])
      const change = applyProviderEvent({
        kycCase: { status, sessionId: 'this', decidedAttemptIds },
        // A session expires as a whole, and its last attempt may already have a verdict.
        event: { name: event.name, sessionId: 'this', attemptId: endsSession(event.name) ? null : attemptId },
      })
      if (decidesAttempt(event.name)) mine = { ...mine, isDecided: true }
      if (!change) continue
      if (usesAttempt(event.name) && !mine.isUsed) {
        used += 1
        mine = { ...mine, isUsed: true, number: used }
      }
      status = change.status
      holdsLoads ||= change.holdsLoads
      const reason = change.holdsLoads ? 'decision_reversed' : event.reason
      steps.push({ event: event.name, status, reason, attemptId, attempt: mine.number })
    }
    attempts.set(attemptId, mine)
  }
  return {
    status,
    steps,
    used,
    holdsLoads,
    attempts: read.map((each) => ({ ...each, ...attempts.get(each.attemptId)! })),
  }
}

/**
 * How an unfinished session ends when its time is over: never started, or left (domain §10). Null when the
 * person has done their part.
 */
export const endOfTime = (status: KycStatus): 'provider.expired' | 'provider.abandoned' | null => {
  if (status === 'created') return 'provider.expired'
  return status === 'started' || status === 'resubmitted' ? 'provider.abandoned' : null
}

const open: ReadonlySet<KycStatus> = new Set(['created', 'started', 'submitted', 'resubmitted'])

/**
 * Whether the session cannot continue: it is decided or expired. A review at the provider may still end
 * either way.
 */
export const isSessionOver = (status: KycStatus, merge: KycMerge): boolean => {
  if (open.has(status)) return false
  return status !== 'needs_review' || (merge.attempts.at(-1)?.isDecided ?? false)
}
