import type { PictureVerdict } from './picture-verdicts.ts'
import { decisionCodes, eventCodes, type DecisionStatus } from './reason-codes.ts'
import { specimenNumber } from './samples/specimen.ts'
import type { Attempt, DocumentType, Person, Session } from './session-records.ts'
import type { Verdict } from './verdict.ts'

/** Body of an event webhook (7001, 7002). */
export const eventBody = (session: Session, attemptId: string, action: keyof typeof eventCodes) => ({
  id: session.id,
  attemptId,
  feature: 'selfid',
  code: eventCodes[action],
  action,
  vendorData: session.vendorData,
  endUserId: session.endUserId,
})

const insight = (label: string, good: boolean | null, category: string) => ({
  label,
  result: good === null ? 'not_applicable' : good ? 'yes' : 'no',
  category,
})

const insightsOf = (verdict: Verdict) => {
  const { zone, pictures } = verdict
  const there = (context: string) => {
    const picture = pictures.find((each) => each.context === context)
    return picture ? picture.id !== null : null
  }
  const expired = pictures.some(({ findings }) => findings.includes('expired'))
  return [
    insight('documentFrontImageAvailable', there('document-front'), 'document'),
    insight('documentBackImageAvailable', there('document-back'), 'document'),
    insight('faceImageAvailable', there('face'), 'biometric'),
    insight('documentRecognised', zone ? true : null, 'document'),
    insight('documentNotExpired', zone ? !expired : null, 'document'),
    insight('validDocumentAppearance', zone ? zone.checksPass : null, 'document'),
  ]
}

/** The person as in the document where it could be read, else of the session. */
export const verifiedPerson = (stated: Person, zone: Verdict['zone']) => ({
  firstName: zone?.firstName ?? stated.firstName,
  lastName: zone?.lastName ?? stated.lastName,
  dateOfBirth: zone?.dateOfBirth ?? stated.dateOfBirth,
  gender: zone?.gender ?? stated.gender,
  nationality: zone?.nationality ?? stated.nationality,
})

export type DecisionBody = {
  readonly status: 'success'
  readonly technicalData: { readonly ip: string | null }
  readonly verification: {
    readonly id: string
    readonly attemptId: string
    readonly status: DecisionStatus
    readonly code: number
    readonly reason: string | null
    readonly reasonCode: number | null
    readonly images: readonly PictureVerdict[]
    readonly person: ReturnType<typeof verifiedPerson>
    readonly document: { readonly type: DocumentType }
  }
}

/**
 * An approval always names a document: where its zone cannot be read, it gets a number derived for the
 * session.
 */
const unreadNumber = ({ id }: Session, { status, documentType }: Verdict): string | null =>
  status === 'approved'
    ? specimenNumber(documentType, { firstName: id, lastName: null, dateOfBirth: null })
    : null

/** Body of a decision webhook, and of GET /v1/sessions/{id}/decision. Instants are ISO 8601. */
export const decisionBody = (facts: {
  session: Session
  attempt: Attempt
  verdict: Verdict
  decidedAt: Date
}): DecisionBody => {
  const { session, attempt, verdict, decidedAt } = facts
  const { zone } = verdict
  const person = verifiedPerson(session.person, zone)
  const verification = {
    id: session.id,
    attemptId: attempt.id,
    vendorData: session.vendorData,
    endUserId: session.endUserId,
    code: decisionCodes[verdict.status],
    status: verdict.status,
    reason: verdict.reason,
    reasonCode: verdict.reasonCode,
    acceptanceTime: attempt.submittedAt ?? attempt.createdAt,
    decisionTime: decidedAt.toISOString(),
    person: {
      ...person,
      yearOfBirth: person.dateOfBirth?.slice(0, 4) ?? null,
      citizenship: null,
      idNumber: session.person.idNumber,
      placeOfBirth: null,
      addresses: [],
      pepSanctionMatch: null,
    },
    document: {
      type: verdict.documentType,
      number: zone?.documentNumber ?? session.document.number ?? unreadNumber(session, verdict),
      country: zone?.country ?? session.document.country,
      validFrom: null,
      validUntil: zone?.validUntil ?? null,
      placeOfIssue: null,
      firstIssue: null,
      issueNumber: null,
      issuedBy: null,
    },
    comments: [],
    additionalVerifiedData: {},
    riskLabels: [],
    insights: insightsOf(verdict),
    images: verdict.pictures,
  }
  return { status: 'success', verification, technicalData: { ip: null } }
}
