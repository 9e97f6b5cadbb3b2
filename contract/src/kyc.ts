import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { kycFlows } from './companies.ts'
import { Country, PersonName } from './identity/person-fields.ts'
import { Id, Instant } from './wire.ts'

/**
 * States of a KYC case (product §4, domain §10): first those of a successful case in their order, then the
 * others.
 */
export const kycStatuses = [
  'created',
  'started',
  'submitted',
  'positive',
  'declined',
  'resubmitted',
  'expired',
  'abandoned',
  'needs_review',
  'admin_approved',
  'admin_rejected',
  'reset',
] as const
export type KycStatus = (typeof kycStatuses)[number]

export const documentTypes = ['PASSPORT', 'ID_CARD', 'DRIVERS_LICENSE', 'RESIDENCE_PERMIT'] as const
export type DocumentType = (typeof documentTypes)[number]

/**
 * Reason of the state of a case: the provider's reason in our terms, or our check that failed. `manual` is
 * shown to the person when only the staff may see the real reason.
 */
export const kycReasons = [
  'document_not_physical',
  'document_tampered',
  'face_differs',
  'suspicious',
  'names_differ',
  'document_used',
  'images_missing',
  'face_unclear',
  'document_incomplete',
  'image_quality',
  'document_damaged',
  'document_not_supported',
  'document_expired',
  'under_age',
  'age_unknown',
  'too_many_tries',
  'data_differs',
  'screening_hit',
  'screening_unavailable',
  'decision_reversed',
  'manual',
  'other',
] as const
export type KycReason = (typeof kycReasons)[number]

export const imageSides = ['front', 'back', 'face'] as const
export type ImageSide = (typeof imageSides)[number]

/** Codes of product §8 that a case itself carries; FL001 belongs to a call. */
export const kycCodes = ['AT003', 'RJT001', 'REV001'] as const

/**
 * Next action of the person. `start` fill in the form · `continue` go on in the open session · `retake` take
 * the refused pictures again · `try_again` start a new session after a rejection · `wait` the case is under
 * review · `none` nothing.
 */
export const kycNextActions = ['start', 'continue', 'retake', 'try_again', 'wait', 'none'] as const
export type KycNextAction = (typeof kycNextActions)[number]

/** The provider's result for one picture. */
export const KycImage = z.object({
  side: z.enum(imageSides),
  accepted: z.boolean(),
  /**
   * `missing`, `too_small`, `blurred`, `too_dark`, `too_bright`, `repeated`, `expired`, or another code of
   * the provider.
   */
  findings: z.array(z.string()),
})

const ShownDocument = z.object({
  type: z.string().nullable(),
  country: z.string().nullable(),
  /** Last characters of the document number. */
  ending: z.string().nullable(),
})

/** One state transition of a case. */
export const KycStep = z.object({
  id: Id,
  status: z.enum(kycStatuses),
  reason: z.enum(kycReasons).nullable(),
  at: Instant,
  /** Number of the attempt in this round, once it is submitted. */
  attempt: z.number().int().nullable(),
  document: ShownDocument.nullable(),
})

export const KycView = z.object({
  /** Null: never started. */
  status: z.enum(kycStatuses).nullable(),
  reason: z.enum(kycReasons).nullable(),
  code: z.enum(kycCodes).nullable(),
  nextAction: z.enum(kycNextActions),
  isVerified: z.boolean(),
  /** True while loads are held until the staff reviewed the case. */
  isHeld: z.boolean(),
  attempts: z.object({ limit: z.number().int(), used: z.number().int(), left: z.number().int() }),
  /** Result of each picture in the last decision; empty before the first decision. */
  images: z.array(KycImage),
  /** Newest first. */
  timeline: z.array(KycStep),
  /** First values of the form: those of the last attempt, or those of the registration. */
  form: z.object({
    firstName: z.string(),
    lastName: z.string(),
    documentType: z.enum(documentTypes).nullable(),
    country: z.string().nullable(),
  }),
  /** The open session can be continued until this instant. */
  sessionExpiresAt: Instant.nullable(),
  /** Latest time of the team's decision, while the case is under review. */
  reviewBy: Instant.nullable(),
  flow: z.enum(kycFlows),
})
export type KycView = z.output<typeof KycView>

export const getKyc = endpoint({
  method: 'GET',
  path: '/kyc',
  summary: 'My identity check: state, reason, pictures, attempts left and history',
  who: 'signed-in',
  output: KycView,
  refusals: {},
})

export const KycForm = z.object({
  firstName: PersonName,
  lastName: PersonName,
  documentType: z.enum(documentTypes),
  /** Country that issued the document. */
  country: Country,
})

export const startKyc = endpoint({
  method: 'POST',
  path: '/kyc/start',
  summary: 'Start my identity check, or continue the open one',
  who: 'signed-in',
  effect: 'outside',
  input: KycForm,
  output: z.object({
    started: z.enum(['new_session', 'same_session', 'already_verified']),
    /** Address where the document is photographed. It opens without a login, so only its person sees it. */
    url: z.url().nullable(),
    flow: z.enum(kycFlows),
  }),
  refusals: {
    AT003: 409,
    RJT001: 409,
    REV001: 409,
    FL001: 503,
    document_failed: 409,
    email_not_verified: 403,
    unauthorized_access: 403,
    invalid_user_data: 422,
    record_changed: 409,
  },
})

export const refreshKyc = endpoint({
  method: 'POST',
  path: '/kyc/refresh',
  summary: 'Read the state of my check from the verification service now',
  who: 'signed-in',
  effect: 'outside',
  whileImpersonating: 'changes',
  output: KycView,
  refusals: { FL001: 503 },
})

export const abandonKyc = endpoint({
  method: 'POST',
  path: '/kyc/abandon',
  summary: 'Cancel the open check, to start again with another document; this uses no attempt',
  who: 'signed-in',
  effect: 'outside',
  output: KycView,
  refusals: { FL001: 503, REV001: 409, record_changed: 409 },
})
