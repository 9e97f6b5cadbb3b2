import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { imageSides, KycImage, kycReasons, kycStatuses, KycStep } from '../kyc.ts'
import { listEndpoint } from '../list.ts'
import { reportDays } from '../reports.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { Id, Instant, typedText } from '../wire.ts'

const KycCaseRow = z.object({
  id: Id,
  /** Short name of the case that people see. */
  ref: z.string(),
  userId: Id,
  name: z.string(),
  email: z.string(),
  companyId: Id,
  companyName: z.string(),
  status: z.enum(kycStatuses),
  reason: z.enum(kycReasons).nullable(),
  attemptsUsed: z.number().int(),
  attemptLimit: z.number().int(),
  isHeld: z.boolean(),
  changedAt: Instant,
})

/** States that a person or the team still has to act on, each with a tab of its own. */
export const queueStatuses = ['needs_review', 'submitted', 'resubmitted', 'declined'] as const

export const listKycCases = listEndpoint({
  path: '/kyc-cases',
  summary: 'Identity checks, the last changed first',
  who: 'kyc.view',
  row: KycCaseRow,
  sorts: ['-changedAt', 'changedAt'],
  filters: {
    status: z.enum(kycStatuses).optional(),
    userId: Id.optional(),
    /** Days of the period, which ends today, in which the check was started. */
    startedWithin: z.enum(reportDays).optional(),
    isTest: TestFilter.optional(),
  },
  days: 'changedAt',
  tabs: {
    needs_review: { status: 'needs_review' },
    submitted: { status: 'submitted' },
    resubmitted: { status: 'resubmitted' },
    declined: { status: 'declined' },
  },
  csv: { tag: 'users.export', stepUp: 'S2' },
})

const CaseParams = z.object({ id: Id })

/** Decisions of an administrator. */
export const kycDecisions = ['approve', 'reject', 'reset'] as const
export type KycDecision = (typeof kycDecisions)[number]

/** Result of the provider for the last attempt. */
export const kycVerdicts = [
  'approved',
  'declined',
  'resubmission_requested',
  'review',
  'expired',
  'abandoned',
] as const

/** Entered data that can differ from what the provider read. */
export const kycDifferences = ['name', 'birthDate', 'documentType', 'country'] as const

export const KycCaseDetail = KycCaseRow.extend({
  /** Our checks that the approval did not pass. */
  findings: z.array(z.enum(kycReasons)),
  stated: z.object({
    firstName: z.string(),
    lastName: z.string(),
    documentType: z.string(),
    country: z.string(),
    /** As registered. */
    birthDate: z.string().nullable(),
  }),
  /** Data that the provider read from the document, in the last decision. */
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
  /** Entered data that is not what the provider read. */
  differences: z.array(z.enum(kycDifferences)),
  /** The provider's last decision, apart from our own checks. */
  verdict: z.object({ result: z.enum(kycVerdicts), reason: z.enum(kycReasons).nullable() }).nullable(),
  /** Decisions that the state allows and that the reader's permissions include. */
  decisions: z.array(z.enum(kycDecisions)),
  images: z.array(KycImage),
  /** Whether the pictures can still be fetched from the provider. */
  hasSession: z.boolean(),
  version: z.number().int(),
  timeline: z.array(
    KycStep.extend({
      by: z.enum(['person', 'provider', 'admin', 'system']),
      actorId: Id.nullable(),
      actorName: z.string().nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Webhooks of the provider as received, newest first. */
  notices: z.array(z.object({ what: z.string(), at: Instant, changed: z.boolean().nullable() })),
})
export type KycCaseDetail = z.output<typeof KycCaseDetail>

export const getKycCase = endpoint({
  method: 'GET',
  path: '/kyc-cases/:id',
  summary: 'One identity check with all its data',
  who: 'kyc.view',
  audited: true,
  params: CaseParams,
  output: KycCaseDetail,
  refusals: { record_not_found: 404 },
})

export const listKycImages = endpoint({
  method: 'GET',
  path: '/kyc-cases/:id/images',
  summary:
    'Pictures of a check, from the verification service, with the reader’s e-mail and the time in their pixels',
  who: 'kyc.view_documents',
  effect: 'outside',
  audited: true,
  stepUp: 'S1',
  params: CaseParams,
  output: z.object({
    items: z.array(
      z.object({ side: z.enum(imageSides), contentType: z.literal('image/jpeg'), base64: z.string() }),
    ),
  }),
  /** `permission_denied`: nobody sees pictures while they act as another person. */
  refusals: { record_not_found: 404, permission_denied: 403, FL001: 503 },
})

/** Reason, saved with the decision and shown to the staff. */
const Note = typedText({ max: 2000 })
/**
 * An administrator may not decide their own case. `record_changed`: the case is not as it was when they read it; `data`
 * has its status, its version and, if an administrator decided it, their name.
 */
const decisionRefusals = {
  record_not_found: 404,
  permission_denied: 403,
  record_changed: 409,
  validation: 422,
} as const

export const approveKyc = endpoint({
  method: 'POST',
  path: '/kyc-cases/:id/approve',
  summary: 'Approve a check by hand',
  who: 'kyc.review',
  headers: ['If-Match'],
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
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})

export const resetKyc = endpoint({
  method: 'POST',
  path: '/kyc-cases/:id/reset',
  summary: 'Reset a check: the person has all attempts again, and the history stays',
  who: 'kyc.reset',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})
