import type { KycReason } from '@cardamom/contract/kyc'
import type { KycAttemptAtProvider, KycDecision, KycSnapshot } from '../providers/kyc/port.ts'
import { applyProviderEvent, decidesAttempt, usesAttempt } from './kyc-status.ts'
import type { KycProviderEvent, KycStatus } from './kyc-status.ts'

/** A transition that a reading of the provider makes, for the timeline. */
export type KycStepDraft = {
  readonly event: KycProviderEvent
  readonly status: KycStatus
  readonly reason: KycReason | null
  readonly attemptId: string | null
  /** Number of the attempt in this round, once it is submitted. */
  readonly attempt: number | null
}

/** What is known here of the attempts of the case's session. */
export type KnownAttempt = {
  readonly attemptId: string
  readonly isUsed: boolean
  readonly isDecided: boolean
  /** Its number in this round; null until it is used. */
  readonly number: number | null
}

type Happened = { readonly name: KycProviderEvent; readonly reason: KycReason | null }

const verdictEvents = {
  declined: 'provider.declined',
  resubmission_requested: 'provider.resubmission_requested',
  review: 'provider.in_review',
} as const

const started: Happened = { name: 'provider.started', reason: null }
const submitted: Happened = { name: 'provider.submitted', reason: null }

/** How a session ended that was never finished; one that had been submitted must have been asked for again. */
const ended = (status: 'expired' | 'abandoned', mine: KnownAttempt): Happened[] => [
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
): Happened[] => {
  const { mine, decision, isLast, findings } = about
  if (status === 'created') return []
  if (status === 'started') return [started]
  if (status === 'expired' || status === 'abandoned') return ended(status, mine)
  // A verdict whose facts are not there yet waits for the next reading.
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

/** The latest decision is newer than the list of attempts when it names one that the list does not have. */
const attemptsWithDecision = ({ attempts, decision }: KycSnapshot): KycAttemptAtProvider[] => {
  if (!decision) return [...attempts]
  const decided = { attemptId: decision.attemptId, status: decision.verdict }
  return attempts.some(({ attemptId }) => attemptId === decided.attemptId)
    ? attempts.map((each) => (each.attemptId === decided.attemptId ? decided : each))
    : [...attempts, decided]
}

/** The decision that a reading brings and that is not merged yet, or null. */
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
  /** Every attempt of the reading, with what is known of it after. */
  readonly attempts: readonly (KycAttemptAtProvider & KnownAttempt)[]
  readonly used: number
  /** A person who was verified no longer is. */
  readonly holdsLoads: boolean
}

/**
 * Merges a reading of the provider into the case: everything that the reading shows and the case does not have yet, in
 * the order in which it must have happened. Readings may come in any order and again: what is decided stays decided
 * (domain §10), so that the result does not depend on which webhooks were lost, repeated or late.
 */
export const mergeSnapshot = (merging: {
  readonly status: KycStatus
  readonly used: number
  readonly known: readonly KnownAttempt[]
  readonly snapshot: KycSnapshot
  /** Guards that the decision did not pass, if it is an approval. */
  readonly findings: readonly KycReason[]
}): KycMerge => {
  const { snapshot, findings } = merging
  const attempts = new Map(merging.known.map((each) => [each.attemptId, each]))
  let { status, used } = merging
  let holdsLoads = false
  const steps: KycStepDraft[] = []
  const read = attemptsWithDecision(snapshot)
  for (const [place, attempt] of read.entries()) {
    const { attemptId } = attempt
    let mine = attempts.get(attemptId) ?? { attemptId, isUsed: false, isDecided: false, number: null }
    const decision = snapshot.decision?.attemptId === attemptId ? snapshot.decision : null
    const isLast = place === read.length - 1
    for (const event of happenedTo(attempt, { mine, decision, isLast, findings })) {
      const decidedAttemptIds = new Set(mine.isDecided ? [attemptId] : [])
      const change = applyProviderEvent({
        kycCase: { status, sessionId: 'this', decidedAttemptIds },
        // A session runs out as a whole: its last attempt may well have its verdict.
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
 * How a session ends that nobody finished in its time: never begun, or begun and left (domain §10). Null where the
 * person has done their part.
 */
export const endOfTime = (status: KycStatus): 'provider.expired' | 'provider.abandoned' | null => {
  if (status === 'created') return 'provider.expired'
  return status === 'started' || status === 'resubmitted' ? 'provider.abandoned' : null
}
