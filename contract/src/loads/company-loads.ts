import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Load, LoadRow, loadStatuses } from '../loads.ts'
import { Cents } from '../money.ts'
import { TestFilter } from '../identity/test-filter.ts'
import { shareStates } from '../shares/earnings.ts'
import { WalletType } from '../wallets/wallet-money.ts'
import { Id, Instant } from '../wire.ts'
import { dividing, PartOf, UndoneAmount } from './load-parts.ts'
import { RefundPayment } from './load-refund.ts'
import { PayoutAddress } from './load-resolutions.ts'

const Payer = z.object({ id: Id, name: z.string(), email: z.string() })

const CompanyLoadRow = LoadRow.omit({
  latestAt: true,
  creditedAt: true,
  expiresAt: true,
  cardId: true,
}).extend({
  status: z.enum(loadStatuses),
  /** When its payment was accepted; from then on the amount is owed. */
  acceptedAt: Instant.nullable(),
  /** The load that it is a part of, where it was undone or reversed. */
  partOf: PartOf.nullable(),
  payer: Payer,
  companyId: Id,
  companyName: z.string(),
})

export const listCompanyLoads = listEndpoint({
  path: '/company-loads',
  summary:
    'Loads of the companies in scope, newest first; searched by reference, payment hash, and three letters of a name or e-mail; with `userId` those of one person',
  who: 'loads.view',
  row: CompanyLoadRow,
  sorts: ['-quotedAt', 'quotedAt'],
  filters: {
    status: z.enum(loadStatuses).optional(),
    /** Loads whose refund the payer requested, or that waits to be sent. */
    refund: z.enum(['requested', 'queued']).optional(),
    userId: Id.optional(),
    isTest: TestFilter.optional(),
  },
  days: 'acceptedAt',
  search: true,
  byId: true,
  tabs: {
    review: { status: 'review' },
    held: { status: 'held' },
    credit_failed: { status: 'credit_failed' },
    credited: { status: 'credited' },
    refunding: { refund: 'queued' },
  },
})

/** Why the money that came cannot be credited now. */
export const creditObstacles = ['rate_unavailable', 'kyc_required', 'resolution_not_possible'] as const

/** Operations on a load whose money is not as quoted. */
export const loadOperations = ['credit', 'refund', 'stopRefund', 'undo', 'reverse', 'requestRest'] as const

export const CompanyLoad = z.object({
  /** As its payer sees it: what was quoted, what came, the choices with their results, and a requested refund. */
  load: Load,
  payer: Payer.extend({ isVerified: z.boolean(), isHeld: z.boolean() }),
  companyId: Id,
  companyName: z.string(),
  /** Where each transfer came from. `isCleared` is null until its sender is screened. */
  senders: z.array(z.object({ txHash: z.string(), sender: z.string(), isCleared: z.boolean().nullable() })),
  /** The shares that the reader may see: of other levels none (domain §13.9). */
  shares: z.array(
    z.object({
      id: Id,
      /** Empty for a person whom the reader does not see. */
      ownerName: z.string(),
      level: z.number().int(),
      wallet: WalletType,
      state: z.enum(shareStates),
      amount: Cents,
      returned: Cents,
      owed: Cents,
      /** Null: the card is not loaded yet. */
      dueAt: Instant.nullable(),
    }),
  ),
  creditObstacle: z.enum(creditObstacles).nullable(),
  /** What became of each coin of the refund that the load shows; empty until it is queued. */
  refundPayments: z.array(RefundPayment),
  /** The last reversal of the load, while the card issuer has not made it, or when it refused it. */
  reversal: z
    .object({ status: z.enum(['pending', 'refused']), at: Instant, refusal: z.string().nullable() })
    .nullable(),
  /** Operations that the load allows now and that the reader's permissions include. */
  operations: z.array(z.enum(loadOperations)),
})
export type CompanyLoad = z.output<typeof CompanyLoad>

const LoadParams = z.object({ id: Id })
export const getCompanyLoad = endpoint({
  method: 'GET',
  path: '/company-loads/:id',
  summary: 'A load with its facts: what was quoted, what came, from where, and what can be done',
  who: 'loads.view',
  effect: 'outside',
  rate: 'read',
  params: LoadParams,
  output: CompanyLoad,
  refusals: { record_not_found: 404 },
})

const resolving = {
  record_not_found: 404,
  /** Nobody decides about their own money. */
  permission_denied: 403,
  /** The resolution was chosen before, by the payer or by other administrators. */
  resolution_chosen: 409,
} as const

/** Null: one person was enough, and it is done. */
const Resolved = z.union([ApprovalRequested, z.null()])

export const creditCompanyLoad = endpoint({
  method: 'POST',
  path: '/company-loads/:id/credit',
  summary:
    'Credit what came for a load that is not as quoted; above a limit when a second person approves it',
  who: 'loads.credit_manual',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the net amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params: LoadParams,
  /** The net amount that the administrator saw; the card is never credited with less. */
  input: z.object({ net: Cents, reason: ApprovalReason }),
  output: Resolved,
  refusals: {
    ...resolving,
    resolution_not_possible: 409,
    amount_changed: 409,
    kyc_required: 409,
    rate_unavailable: 503,
  },
})

export const refundCompanyLoad = endpoint({
  method: 'POST',
  path: '/company-loads/:id/refund',
  summary:
    'Queue the refund to the address that the payer confirmed; above a limit when a second person approves it',
  who: 'loads.refund',
  stepUp: 'S2',
  fourEyesWhen: 'where its worth at the rate of the quote is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params: LoadParams,
  /** The address that the administrator saw; a refund to another one needs a new decision. */
  input: z.object({ address: PayoutAddress, reason: ApprovalReason }),
  output: Resolved,
  refusals: { ...resolving, refund_not_requested: 409 },
})

export const stopCompanyRefund = endpoint({
  method: 'POST',
  path: '/company-loads/:id/refund/stop',
  summary:
    'End a queued refund that cannot be paid: what is not paid is in review again; above a limit when a second person approves it',
  who: 'loads.refund',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where its worth at the rate of the quote is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params: LoadParams,
  input: z.object({ reason: ApprovalReason }),
  output: Resolved,
  refusals: {
    ...resolving,
    /** It was stopped or paid before, or the payer can still withdraw it. */
    refund_not_queued: 409,
    /** A payment of it is signed, so it may still arrive. */
    refund_being_paid: 409,
  },
})

export const undoCompanyLoad = endpoint({
  method: 'POST',
  path: '/company-loads/:id/undo',
  summary:
    'Take a load, or a part of it, back that is not on the card yet: its fee and shares are undone, and its money is in review; above a limit when a second person approves it',
  who: 'loads.refund',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the net amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params: LoadParams,
  input: UndoneAmount,
  output: Resolved,
  refusals: {
    ...resolving,
    ...dividing,
    /** It is on the card, on its way to the issuer, or was undone before. */
    load_not_undoable: 409,
  },
})

export const reverseCompanyLoad = endpoint({
  method: 'POST',
  path: '/company-loads/:id/reversal',
  summary:
    'Reverse a load that is on its card, or a part of it, with its fee and shares, when a second person approves it: the card issuer takes it off the card, then its money is in review',
  who: 'loads.refund',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  status: 202,
  idempotent: true,
  rate: 'money',
  params: LoadParams,
  input: UndoneAmount,
  output: ApprovalRequested,
  refusals: {
    record_not_found: 404,
    permission_denied: 403,
    ...dividing,
    /** It is not on the card, or the card issuer is taking it off the card. */
    load_not_reversible: 409,
    card_invalid: 409,
    card_changed: 409,
    not_enough_on_card: 409,
  },
})

export const requestRest = endpoint({
  method: 'POST',
  path: '/company-loads/:id/rest-requests',
  summary: 'Notify the payer that the rest of a payment is missing, while it can still be sent',
  who: 'notifications.send',
  stepUp: 'S1',
  idempotent: true,
  params: LoadParams,
  output: z.null(),
  refusals: { record_not_found: 404, permission_denied: 403, rest_not_missing: 409 },
})
