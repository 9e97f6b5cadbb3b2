import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { kycFlows } from './companies.ts'
import { pageOf, PageQuery } from './page.ts'
import { Country, PersonName } from './person-fields.ts'
import { Id, Instant, typedText } from './wire.ts'

/** States of a KYC case (spec §4, domain §10), in the order of a case that goes well, then the others. */
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
 * Why a case is where it is: the provider's reason in our words, or the guard of ours that did not pass. `manual` is
 * what the person is told where the real reason is for the staff alone.
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

/** Codes of spec §8 that a case itself carries; FL001 belongs to a call. */
export const kycCodes = ['AT003', 'RJT001', 'REV001'] as const

/**
 * What the person does next. `start` the form · `continue` the open session · `retake` the pictures that were not
 * accepted · `try_again` a new session after a rejection · `wait` nothing, somebody looks at it · `none` nothing more.
 */
export const kycNextActions = ['start', 'continue', 'retake', 'try_again', 'wait', 'none'] as const
export type KycNextAction = (typeof kycNextActions)[number]

const KycImage = z.object({
  side: z.enum(imageSides),
  accepted: z.boolean(),
  /** `missing`, `too_small`, `blurred`, `too_dark`, `too_bright`, `repeated`, `expired`, or a word of the provider. */
  findings: z.array(z.string()),
})

const ShownDocument = z.object({
  type: z.string().nullable(),
  country: z.string().nullable(),
  /** Last characters of its number. */
  ending: z.string().nullable(),
})

const KycStep = z.object({
  id: Id,
  status: z.enum(kycStatuses),
  reason: z.enum(kycReasons).nullable(),
  at: Instant,
  /** Which attempt of this round it belongs to, once it is submitted. */
  attempt: z.number().int().nullable(),
  document: ShownDocument.nullable(),
})

export const KycView = z.object({
  /** Null: never begun. */
  status: z.enum(kycStatuses).nullable(),
  reason: z.enum(kycReasons).nullable(),
  code: z.enum(kycCodes).nullable(),
  nextAction: z.enum(kycNextActions),
  isVerified: z.boolean(),
  /** Loads are held until a person has looked at the case. */
  isHeld: z.boolean(),
  attempts: z.object({ limit: z.number().int(), used: z.number().int(), left: z.number().int() }),
  /** Result of each picture of the last decision; empty while there is none. */
  images: z.array(KycImage),
  /** Newest first. */
  timeline: z.array(KycStep),
  /** What the form begins with: as given last time, else as registered. */
  form: z.object({
    firstName: z.string(),
    lastName: z.string(),
    documentType: z.enum(documentTypes).nullable(),
    country: z.string().nullable(),
  }),
  /** Until when the open session can be continued. */
  sessionExpiresAt: Instant.nullable(),
  flow: z.enum(kycFlows),
})
export type KycView = z.output<typeof KycView>

export const getKyc = endpoint({
  method: 'GET',
  path: '/kyc',
  summary: 'My identity check: state, reason, pictures, attempts left and what happened',
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
  summary: 'Begin my identity check, or go on with the one that is open',
  who: 'signed-in',
  effect: 'outside',
  input: KycForm,
  output: z.object({
    begun: z.enum(['new_session', 'same_session', 'already_verified']),
    /** Where the document is photographed; it opens without a login, so it is shown to its person alone. */
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
  summary: 'Ask the verification service now how my check stands',
  who: 'signed-in',
  effect: 'outside',
  output: KycView,
  refusals: { FL001: 503 },
})

export const abandonKyc = endpoint({
  method: 'POST',
  path: '/kyc/abandon',
  summary: 'Give up the open check, to begin with another document; uses no attempt',
  who: 'signed-in',
  effect: 'outside',
  output: KycView,
  refusals: { FL001: 503, REV001: 409, record_changed: 409 },
})

const KycCaseRow = z.object({
  id: Id,
  /** What people call it. */
  ref: z.string(),
  userId: Id,
  name: z.string(),
  email: z.string(),
  companyId: Id,
  status: z.enum(kycStatuses),
  reason: z.enum(kycReasons).nullable(),
  attemptsUsed: z.number().int(),
  attemptLimit: z.number().int(),
  isHeld: z.boolean(),
  changedAt: Instant,
})

export const listKycCases = endpoint({
  method: 'GET',
  path: '/kyc-cases',
  summary: 'Identity checks, the one that changed last first',
  who: 'kyc.view',
  input: PageQuery.omit({ q: true }).extend({ status: z.enum(kycStatuses).optional() }),
  output: pageOf(KycCaseRow),
  refusals: { validation: 422 },
})

const CaseParams = z.object({ id: Id })

export const KycCaseDetail = KycCaseRow.extend({
  /** Guards of ours that the approval did not pass. */
  findings: z.array(z.enum(kycReasons)),
  stated: z.object({
    firstName: z.string(),
    lastName: z.string(),
    documentType: z.string(),
    country: z.string(),
  }),
  /** What the provider read from the document in the last decision. */
  read: z
    .object({
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      birthDate: z.string().nullable(),
      documentType: z.string().nullable(),
      documentNumber: z.string().nullable(),
      country: z.string().nullable(),
      validUntil: z.string().nullable(),
    })
    .nullable(),
  images: z.array(KycImage),
  /** Whether the pictures can still be fetched from the provider. */
  hasSession: z.boolean(),
  version: z.number().int(),
  timeline: z.array(
    KycStep.extend({
      by: z.enum(['person', 'provider', 'admin', 'system']),
      actorId: Id.nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Webhooks of the provider, as they came, newest first. */
  notices: z.array(z.object({ what: z.string(), at: Instant, changed: z.boolean().nullable() })),
})
export type KycCaseDetail = z.output<typeof KycCaseDetail>

export const getKycCase = endpoint({
  method: 'GET',
  path: '/kyc-cases/:id',
  summary: 'One identity check with everything that is known of it',
  who: 'kyc.view',
  params: CaseParams,
  output: KycCaseDetail,
  refusals: { record_not_found: 404 },
})

export const listKycImages = endpoint({
  method: 'GET',
  path: '/kyc-cases/:id/images',
  summary: 'Pictures of a check, from the verification service',
  who: 'kyc.view_documents',
  effect: 'outside',
  stepUp: 'S1',
  params: CaseParams,
  output: z.object({
    items: z.array(
      z.object({ side: z.enum(imageSides), contentType: z.literal('image/jpeg'), base64: z.string() }),
    ),
  }),
  refusals: { record_not_found: 404, FL001: 503 },
})

/** Why: kept with the decision and shown to the staff. */
const Note = typedText({ max: 2000 })
/** Nobody decides their own check. */
const decisionRefusals = { record_not_found: 404, permission_denied: 403, record_changed: 409 } as const

export const approveKyc = endpoint({
  method: 'POST',
  path: '/kyc-cases/:id/approve',
  summary: 'Approve a check by hand',
  who: 'kyc.review',
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})

export const rejectKyc = endpoint({
  method: 'POST',
  path: '/kyc-cases/:id/reject',
  summary: 'Reject a check by hand',
  who: 'kyc.review',
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})

export const resetKyc = endpoint({
  method: 'POST',
  path: '/kyc-cases/:id/reset',
  summary: 'Let the person begin again: all attempts back, the history stays',
  who: 'kyc.reset',
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})
