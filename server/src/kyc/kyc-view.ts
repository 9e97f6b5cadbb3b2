import type { KycNextAction, KycReason, KycView } from '@cardamom/contract/kyc'
import type { KycFlow } from '../companies/company.ts'
import type { KycFacts } from '../providers/kyc/port.ts'
import type { KycAttemptRow } from './kyc-attempts.sql.ts'
import type { KycCaseRow, KycSessionRow, KycStepRow } from './kyc-cases.sql.ts'
import type { KycPerson } from './kyc-people.ts'
import type { StatedPerson } from './kyc-encryption.ts'
import { attemptsLeft, isVerified } from './kyc-status.ts'
import type { KycStatus } from './kyc-status.ts'

/** Reasons for the staff only: hits on lists, and suspicion that the provider does not show to the person. */
const forStaff: ReadonlySet<KycReason> = new Set([
  'suspicious',
  'screening_hit',
  'screening_unavailable',
  'decision_reversed',
])

/** The reason as it is shown to the person. */
export const shownReason = (reason: KycReason | null): KycReason | null =>
  reason !== null && forStaff.has(reason) ? 'manual' : reason

type StartAnswer = { readonly code: KycView['code']; readonly nextAction: KycNextAction }

/** The answer that a start would get now, shown before the person tries it (domain §10). */
export const standingOf = (status: KycStatus | null, left: number): StartAnswer => {
  if (isVerified(status)) return { code: null, nextAction: 'none' }
  if (status === 'submitted' || status === 'needs_review') return { code: 'REV001', nextAction: 'wait' }
  if (status === 'admin_rejected') return { code: 'RJT001', nextAction: 'none' }
  if (status === 'created' || status === 'started') return { code: null, nextAction: 'continue' }
  if (left === 0) return { code: 'AT003', nextAction: 'none' }
  if (status === 'resubmitted') return { code: null, nextAction: 'retake' }
  if (status === 'declined') return { code: 'RJT001', nextAction: 'try_again' }
  return { code: null, nextAction: 'start' }
}

const endingLength = 3

/** The parts of a document by which the person recognises it, never its whole number. */
export const shownDocument = (facts: KycFacts | null) =>
  facts && {
    type: facts.documentType,
    country: facts.country,
    ending: facts.documentNumber?.slice(-endingLength) ?? null,
  }

export type ViewedCase = {
  readonly row: KycCaseRow
  readonly stated: StatedPerson | null
  readonly session: KycSessionRow | null
  /** Oldest first, with the facts of each document. */
  readonly attempts: readonly (KycAttemptRow & { readonly opened: KycFacts | null })[]
  /** Newest first. */
  readonly steps: readonly KycStepRow[]
}

/** One step of the timeline, without the staff's note. */
export const shownStep = (step: KycStepRow, attempts: ViewedCase['attempts']) => {
  const { id, status, reason, at, attempt, attemptId } = step
  const facts = attempts.find((each) => each.id === attemptId)?.opened ?? null
  return { id, status, reason, at, attempt, document: shownDocument(facts) }
}

/** Results of the pictures of the last decided attempt in this session. */
export const shownImages = (viewed: Pick<ViewedCase, 'row' | 'attempts'>): KycView['images'] => {
  const ofSession = viewed.attempts.filter((each) => each.sessionId === viewed.row.sessionId)
  const decided = ofSession.findLast((each) => each.isDecided)
  return (decided?.images ?? []).map((image) => ({ ...image, findings: [...image.findings] }))
}

/** The data of the person's own page. */
export const viewOf = (about: {
  readonly person: KycPerson
  readonly viewed: ViewedCase | null
  readonly limit: number
  readonly flow: KycFlow
  /** When the team has decided at the latest. Null while the case is not in review. */
  readonly reviewBy: Date | null
}): KycView => {
  const { person, viewed, flow } = about
  const row = viewed?.row ?? null
  const limit = about.limit
  const used = row?.attemptsUsed ?? 0
  const left = attemptsLeft({ limit, used })
  const status = row?.status ?? null
  return {
    status,
    reason: shownReason(row?.reason ?? null),
    ...standingOf(status, left),
    isVerified: isVerified(status),
    isHeld: row?.kycHold ?? false,
    attempts: { limit, used, left },
    images: viewed ? shownImages(viewed) : [],
    timeline: (viewed?.steps ?? []).map((step) => {
      const shown = shownStep(step, viewed?.attempts ?? [])
      return { ...shown, reason: shownReason(shown.reason) }
    }),
    form: {
      firstName: viewed?.stated?.firstName ?? person.firstName,
      lastName: viewed?.stated?.lastName ?? person.lastName,
      documentType: viewed?.stated?.documentType ?? null,
      country: viewed?.stated?.country ?? person.country,
    },
    sessionExpiresAt: viewed?.session?.status === 'open' ? viewed.session.expiresAt : null,
    reviewBy: about.reviewBy,
    flow,
  }
}
