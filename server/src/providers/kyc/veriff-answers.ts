import type { ImageSide, KycReason } from '@cardamom/contract/kyc'
import { z } from 'zod'
import type { KycAttemptStatus, KycDecision, KycNotice, KycVerdict } from './port.ts'

/**
 * Veriff's answers, read with tolerance. Fields that we do not use may be absent or new, texts may be empty,
 * and a reason code may be a number or a string.
 */
const Text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))

const DateText = Text.transform((value) => {
  const day = value?.slice(0, 10) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(new Date(`${day}T00:00:00Z`).getTime()) ? day : null
})

const verdicts: readonly KycVerdict[] = [
  'approved',
  'declined',
  'resubmission_requested',
  'expired',
  'abandoned',
  'review',
]
const isVerdict = (text: string): text is KycVerdict => (verdicts as readonly string[]).includes(text)

const sides: Readonly<Record<string, ImageSide>> = {
  'document-front': 'front',
  'document-back': 'back',
  face: 'face',
}
/** The side that a picture shows. Null for a picture that we do not show (a video, an address proof). */
export const sideOf = (context: string): ImageSide | null => sides[context] ?? null

/** Maps Veriff's reason codes to ours. Veriff sends no granular codes by default. */
const reasons: Readonly<Record<string, KycReason>> = {
  101: 'document_not_physical',
  102: 'document_tampered',
  103: 'face_differs',
  104: 'names_differ',
  105: 'suspicious',
  106: 'suspicious',
  108: 'suspicious',
  109: 'suspicious',
  110: 'document_used',
  112: 'suspicious',
  201: 'images_missing',
  202: 'face_unclear',
  203: 'document_incomplete',
  204: 'image_quality',
  205: 'document_damaged',
  206: 'document_not_supported',
  207: 'document_expired',
  533: 'under_age',
  539: 'too_many_tries',
}

const reasonOf = (said: {
  verdict: KycVerdict
  code: string | null
  text: string | null
}): KycReason | null => {
  if (said.code !== null) return reasons[said.code] ?? 'other'
  // A review with a text and without a code means that the entered data differ from the data read.
  if (said.verdict === 'review') return said.text === null ? 'manual' : 'data_differs'
  return said.verdict === 'declined' || said.verdict === 'resubmission_requested' ? 'other' : null
}

export const CreatedAnswer = z.object({ verification: z.object({ id: z.string().min(1), url: z.url() }) })

export const AttemptsAnswer = z.object({
  verifications: z.array(z.object({ id: z.string().min(1), status: z.string(), createdTime: Text })),
})

export const MediaAnswer = z.object({
  images: z.array(z.object({ id: z.string().min(1), context: z.string() })),
})

const Verification = z.object({
  id: z.string().min(1),
  attemptId: z.string().min(1),
  status: z.string(),
  reason: Text.default(null),
  reasonCode: Text.default(null),
  decisionTime: Text.default(null),
  person: z
    .object({
      firstName: Text.default(null),
      lastName: Text.default(null),
      dateOfBirth: DateText.default(null),
    })
    .nullish(),
  document: z
    .object({
      type: Text.default(null),
      number: Text.default(null),
      country: Text.default(null),
      validUntil: DateText.default(null),
    })
    .nullish(),
  images: z
    .array(
      z.object({ context: z.string(), accepted: z.boolean(), findings: z.array(z.string()).default([]) }),
    )
    .nullish(),
})

export const DecisionAnswer = z.object({ verification: Verification.nullable() })

const instantOf = (text: string | null): Date => {
  const instant = new Date(text ?? 0)
  return Number.isNaN(instant.getTime()) ? new Date(0) : instant
}

/** The decision. Null while there is none, or when its status is unknown to us. */
export const decisionOf = ({ verification }: z.output<typeof DecisionAnswer>): KycDecision | null => {
  if (!verification || !isVerdict(verification.status)) return null
  const { person, document, images, status: verdict } = verification
  return {
    attemptId: verification.attemptId,
    verdict: verification.status,
    reason: reasonOf({ verdict, code: verification.reasonCode, text: verification.reason }),
    decidedAt: instantOf(verification.decisionTime),
    facts: {
      firstName: person?.firstName ?? null,
      lastName: person?.lastName ?? null,
      birthDate: person?.dateOfBirth ?? null,
      documentType: document?.type ?? null,
      documentNumber: document?.number ?? null,
      country: document?.country ?? null,
      validUntil: document?.validUntil ?? null,
    },
    images: (images ?? []).flatMap(({ context, accepted, findings }) => {
      const side = sideOf(context)
      return side ? [{ side, accepted, findings }] : []
    }),
  }
}

/**
 * Attempts, oldest first. An unknown status counts as submitted, because a person at the provider then works
 * on it.
 */
export const attemptsOf = (answer: z.output<typeof AttemptsAnswer>) =>
  answer.verifications
    .toSorted((a, b) => instantOf(a.createdTime).getTime() - instantOf(b.createdTime).getTime())
    .map(({ id, status }) => {
      const known = status === 'created' || status === 'started' || isVerdict(status)
      return { attemptId: id, status: (known ? status : 'submitted') as KycAttemptStatus }
    })

const Notice = z.union([
  z
    .object({
      verification: z.object({ id: z.string().min(1), attemptId: Text.default(null), status: z.string() }),
    })
    .transform(({ verification }) => ({
      sessionId: verification.id,
      attemptId: verification.attemptId,
      what: verification.status,
    })),
  z
    .object({ id: z.string().min(1), attemptId: Text.default(null), action: z.string() })
    .transform(({ id, attemptId, action }) => ({ sessionId: id, attemptId, what: action })),
])

/** Reads an event webhook (7001, 7002) or a decision webhook. */
export const noticeOf = (rawBody: Buffer): KycNotice | null => {
  try {
    return Notice.parse(JSON.parse(rawBody.toString('utf8')))
  } catch {
    return null
  }
}
