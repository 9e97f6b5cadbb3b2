import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Id, Instant, typedText } from './wire.ts'

/**
 * Operations that two people decide, by method and path (permissions §5). The catalogue has a name for each under
 * `approvals.values.kind`. A test compares this list with the calls that need two people.
 */
export const approvalKinds = {
  'POST /admins/:id/permissions': 'changePermissions',
  'POST /admins/:id/top-role': 'grantTopRole',
  'POST /users/:id/factors/reset': 'resetFactors',
  'POST /email-changes/:id/old-confirmation': 'confirmOldAddress',
  'POST /users/:id/impersonations/changes': 'allowImpersonatedChanges',
  'POST /treasury-operations': 'recordTreasuryOperation',
  'POST /top-ups': 'createTopUp',
  'POST /top-ups/:id/reversal': 'reverseTopUp',
  'POST /coin-deposits/:id/credit': 'creditCoinDeposit',
  'POST /coin-deposits/:id/refund': 'refundCoinDeposit',
  'POST /coin-deposits/:id/refund-to-entered-address': 'refundToEnteredAddress',
  'POST /coin-deposits/:id/refund/stop': 'stopCoinRefund',
  'POST /transfers': 'createTransfer',
  'POST /transfers/:id/reversal': 'reverseTransfer',
  'POST /transfers/to-card': 'createWalletLoad',
  'POST /wallet-load-batches': 'createWalletLoadBatch',
  'POST /wallet-adjustments': 'adjustWallet',
  'POST /wallet-adjustments/:id/reversal': 'reverseAdjustment',
  'POST /card-adjustments': 'adjustCard',
  'POST /settlements/:id/approval': 'approveSettlement',
  'POST /fee-schedules': 'createFeeSchedule',
  'POST /settings/authentication': 'changeAuthenticationSettings',
  'POST /settings/gateway': 'changeGatewaySettings',
  'POST /settings/tier-restrictions': 'changeTierRestrictions',
  'POST /company-loads/:id/credit': 'creditCompanyLoad',
  'POST /company-loads/:id/refund': 'refundCompanyLoad',
  'POST /company-loads/:id/refund/stop': 'stopCompanyRefund',
  'POST /company-loads/:id/undo': 'undoCompanyLoad',
  'POST /company-loads/:id/reversal': 'reverseCompanyLoad',
} as const
export type ApprovalKind = (typeof approvalKinds)[keyof typeof approvalKinds]

export const approvalStatuses = [
  'requested',
  'running',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'failed',
] as const

/** Why the maker wants it: a field `reason` in the input of every call of two people. */
export const ApprovalReason = typedText({ max: 500 })

/** What the maker of a call of two people gets instead of its effect. */
export const ApprovalRequested = z.object({ approvalId: Id })

const Person = z.object({ id: Id, name: z.string() })

const ApprovalRow = z.object({
  id: Id,
  /** One of `approvalKinds`; a newer server may know more. */
  kind: z.string(),
  status: z.enum(approvalStatuses),
  maker: Person,
  companyId: Id,
  companyName: z.string(),
  reason: z.string(),
  requestedAt: Instant,
  expiresAt: Instant,
  decidedAt: Instant.nullable(),
  /** Who approved or rejected it, or tried to. */
  checker: Person.nullable(),
  /** Whether its own maker approved it, because there were not two people who could. */
  isSelfChecked: z.boolean(),
  /** Whether the reader may decide it now. */
  canCheck: z.boolean(),
  /** Whether the reader requested it. */
  isMine: z.boolean(),
})

const Change = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() })

export const Approval = ApprovalRow.extend({
  /** What the maker confirmed, by the names of the confirmation's facts. */
  facts: z.record(z.string(), z.string()),
  /** What the call would change, as it was when it was requested. */
  changes: z.array(Change),
  /** The same now; null where it is decided, or cannot be read any more. */
  present: z.array(Change).nullable(),
  /** Whether the object has changed since the request. */
  isChanged: z.boolean(),
  /** Version of what is shown. An approval names it, so nobody approves what they have not seen. */
  version: z.string(),
  /** Step-up that an approval needs. */
  stepUp: z.enum(['S2', 'S3']),
  /** When the maker may approve it alone; null: another person has to. */
  selfCheckFrom: Instant.nullable(),
  note: z.string().nullable(),
  /** Why it could not run. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
})
export type Approval = z.output<typeof Approval>

const kinds = Object.values(approvalKinds) as [ApprovalKind, ...ApprovalKind[]]

export const listApprovals = listEndpoint({
  path: '/approvals',
  summary: 'Requests that need a second person: those I may decide, and my own',
  who: 'signed-in',
  row: ApprovalRow,
  filters: {
    status: z.enum(approvalStatuses).optional(),
    kind: z.enum(kinds).optional(),
    /** `others`: those that the reader may decide. `yours`: those that the reader requested. */
    side: z.enum(['others', 'yours']).optional(),
    makerId: Id.optional(),
    companyId: Id.optional(),
  },
  days: 'requestedAt',
  tabs: { others: { side: 'others', status: 'requested' }, yours: { side: 'yours' } },
  sorts: ['-requestedAt', 'requestedAt', 'expiresAt', '-expiresAt'],
})

export const countApprovals = endpoint({
  method: 'GET',
  path: '/approvals/waiting',
  summary: 'How many requests wait for my decision; 10,001 means more than 10,000',
  who: 'signed-in',
  output: z.object({ waiting: z.number().int() }),
  refusals: {},
})

const ApprovalParams = z.object({ id: Id })

export const getApproval = endpoint({
  method: 'GET',
  path: '/approvals/:id',
  summary: 'One request with what it would change, then and now',
  who: 'signed-in',
  params: ApprovalParams,
  output: Approval,
  refusals: { record_not_found: 404, permission_denied: 403 },
})

const decisionRefusals = {
  record_not_found: 404,
  permission_denied: 403,
  /** A request needs two different people. */
  own_request: 409,
  /** Another person decided it; `data` has the name and the status. */
  approval_decided: 409,
  approval_expired: 410,
} as const

export const approveRequest = endpoint({
  method: 'POST',
  path: '/approvals/:id/approve',
  summary: 'Approve the request of another person, and do what it requests',
  who: 'signed-in',
  effect: 'outside',
  stepUp: 'S2',
  stepUpWhen: 'always; with S3 where the requested call needs S3, or where its own maker approves it',
  idempotent: true,
  rate: 'money',
  params: ApprovalParams,
  input: z.object({ version: z.string().max(64) }),
  output: Approval,
  refusals: {
    area_closed: 503,
    ...decisionRefusals,
    /** It pays their own company, and they are not the operator's staff. */
    own_money: 409,
    /** The object has changed since the checker read the request. */
    record_changed: 409,
    /** There are not two people who could check, and the wait of the maker has not ended. */
    self_check_waits: 409,
  },
})

export const rejectRequest = endpoint({
  method: 'POST',
  path: '/approvals/:id/reject',
  summary: 'Reject the request of another person, with a note',
  who: 'signed-in',
  effect: 'outside',
  idempotent: true,
  params: ApprovalParams,
  input: z.object({ note: typedText({ max: 500 }) }),
  output: Approval,
  refusals: { ...decisionRefusals, own_money: 409 },
})

export const withdrawRequest = endpoint({
  method: 'POST',
  path: '/approvals/:id/withdraw',
  summary: 'Withdraw my own request',
  who: 'signed-in',
  effect: 'outside',
  idempotent: true,
  params: ApprovalParams,
  output: Approval,
  refusals: { record_not_found: 404, permission_denied: 403, approval_decided: 409, approval_expired: 410 },
})
