import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { imageSides, KycImage, kycReasons, kycStatuses, KycStep } from '../kyc.ts'
import { listEndpoint } from '../list.ts'
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

export const listKycCases = listEndpoint({
  path: '/kyc-cases',
  summary: 'Identity checks, the last changed first',
  who: 'kyc.view',
  row: KycCaseRow,
  sorts: ['-changedAt', 'changedAt'],
  filters: { status: z.enum(kycStatuses).optional(), userId: Id.optional() },
  days: 'changedAt',
  csv: { tag: 'users.export', stepUp: 'S2' },
})

const CaseParams = z.object({ id: Id })

export const KycCaseDetail = KycCaseRow.extend({
  /** Our checks that the approval did not pass. */
  findings: z.array(z.enum(kycReasons)),
  stated: z.object({
    firstName: z.string(),
    lastName: z.string(),
    documentType: z.string(),
    country: z.string(),
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
  summary: 'Pictures of a check, from the verification service',
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
  refusals: { record_not_found: 404, FL001: 503 },
})

/** Reason, saved with the decision and shown to the staff. */
const Note = typedText({ max: 2000 })
/** An administrator may not decide their own case. */
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
  summary: 'Reset a check: the person has all attempts again, and the history stays',
  who: 'kyc.reset',
  stepUp: 'S1',
  params: CaseParams,
  input: z.object({ note: Note }),
  output: KycCaseRow,
  refusals: decisionRefusals,
})
