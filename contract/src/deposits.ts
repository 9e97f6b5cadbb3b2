import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents, Percent, SignedCents } from './money.ts'
import { AmountLimits, JournalLeg, WalletHolder, WalletType, walletTypes } from './wallets/wallet-money.ts'
import { BankText, CalendarDate, Id, Instant } from './wire.ts'

/** `pending`: a regular one until it matures. `reversed`: its wire came back, or never came. */
export const topUpStatuses = ['pending', 'available', 'reversed'] as const
export const topUpKinds = ['wire', 'crypto'] as const
/** Whether a second person has found the wire on a bank statement. */
export const wireStates = ['unmatched', 'matched'] as const

export const TopUpRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  status: z.enum(topUpStatuses),
  companyId: Id,
  companyName: z.string(),
  wallet: WalletType,
  gross: Cents,
  /** The shares of the levels above the company. */
  fee: Cents,
  net: Cents,
  kind: z.enum(topUpKinds),
  /** Of a wire; null for crypto, like all that only a wire has. */
  bankReference: z.string().nullable(),
  valuedOn: CalendarDate.nullable(),
  reason: z.string().nullable(),
  requestedByName: z.string(),
  approvedByName: z.string().nullable(),
  acceptedAt: Instant,
  wire: z.enum(wireStates).nullable(),
  /** The run that makes it available, at the earliest; of an immediate one its acceptance. */
  availableAt: Instant,
})

export const listTopUps = listEndpoint({
  path: '/top-ups',
  summary:
    'Top-ups of companies, the last first; searched by the name of a company, and by a whole bank reference or short name',
  who: 'deposits.view',
  row: TopUpRow,
  filters: {
    status: z.enum(topUpStatuses).optional(),
    kind: z.enum(topUpKinds).optional(),
    wire: z.enum(wireStates).optional(),
    wallet: z.enum(walletTypes).optional(),
    companyId: Id.optional(),
  },
  days: 'acceptedAt',
  search: true,
  byId: true,
  sorts: ['-acceptedAt', 'acceptedAt', '-gross', 'gross'],
  tabs: {
    pending: { status: 'pending' },
    available: { status: 'available' },
    reversed: { status: 'reversed' },
  },
  csv: {},
})

const TopUpParams = z.object({ id: Id })

/** A level's part of a fee, as far as the reader sees this level. */
const LevelShare = z.object({ level: z.number().int(), name: z.string().nullable(), amount: Cents })

export const topUpSteps = ['entered', 'approved', 'matched', 'matured', 'reversed'] as const

export const getTopUp = endpoint({
  method: 'GET',
  path: '/top-ups/:id',
  summary: 'A top-up with its history, the shares that the reader may see, and its journal',
  who: 'deposits.view',
  params: TopUpParams,
  output: TopUpRow.extend({
    proofId: Id.nullable(),
    statementLine: z.string().nullable(),
    shares: z.array(LevelShare),
    /** Empty for readers who do not see every level. */
    legs: z.array(JournalLeg),
    history: z.array(
      z.object({
        what: z.enum(topUpSteps),
        at: Instant,
        /** Empty for a person out of the reader's scope; null: a job did it. */
        byName: z.string().nullable(),
        note: z.string().nullable(),
      }),
    ),
    /** Whether the reader may confirm it on a statement, or reverse it, now. */
    canMatch: z.boolean(),
    canReverse: z.boolean(),
  }),
  refusals: { record_not_found: 404 },
})

/** Largest file of a proof, before a picture is made smaller. */
export const proofBytes = 8_388_608
const base64Signs = 11_184_812
const bodyBytes = 11_300_000
export const proofTypes = ['application/pdf', 'image/jpeg'] as const

export const uploadProof = endpoint({
  method: 'POST',
  path: '/top-up-proofs',
  summary: 'Store the proof of a wire, a PDF, JPEG, PNG or WebP file; it is used by one top-up',
  who: 'deposits.create',
  effect: 'outside',
  maxBodyBytes: bodyBytes,
  status: 201,
  /** The file in base64. */
  input: z.object({ file: z.string().min(1).max(base64Signs) }),
  output: z.object({ id: Id, contentType: z.enum(proofTypes), bytes: z.number().int() }),
  refusals: { proof_not_accepted: 409 },
})

export const getProof = endpoint({
  method: 'GET',
  path: '/top-up-proofs/:id',
  summary: 'The proof of a wire; every view is in the audit',
  who: 'deposits.view',
  effect: 'outside',
  audited: true,
  params: TopUpParams,
  output: z.object({ contentType: z.enum(proofTypes), base64: z.string() }),
  refusals: { record_not_found: 404, permission_denied: 403 },
})

const TopUp = z.object({ companyId: Id, wallet: WalletType, gross: Cents })

const refusals = {
  company_not_found: 404,
  /** The operator's own company has no wallets, or they are closed. */
  wallet_not_found: 404,
  /** It, or a company above it, is deactivated. */
  company_closed: 409,
  invalid_amount: 409,
} as const

export const previewTopUp = endpoint({
  method: 'GET',
  path: '/top-ups/preview',
  summary:
    'What a top-up would change: fee and shares, the wallet before and after, its journals and its day',
  who: 'deposits.create',
  input: TopUp,
  output: z.object({
    holder: WalletHolder,
    wallet: WalletType,
    /** The part of the wallet that it adds to. */
    bucket: z.enum(['pending', 'available']),
    before: SignedCents,
    after: SignedCents,
    gross: Cents,
    fee: Cents,
    feePercent: Percent,
    net: Cents,
    shares: z.array(LevelShare),
    legs: z.array(JournalLeg),
    /** At the earliest: a wire has to be on a bank statement too. */
    availableAt: Instant,
    limits: AmountLimits,
    /** Whether a second person has to approve it. */
    needsApproval: z.boolean(),
  }),
  refusals,
})

export const createTopUp = endpoint({
  method: 'POST',
  path: '/top-ups',
  summary: 'Enter a wire of a company with its proof; above a limit when a second person approves it',
  who: 'deposits.create',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  /** `fee` is the fee that the person saw; another one needs a new confirmation. */
  input: TopUp.extend({
    fee: Cents,
    bankReference: BankText,
    valuedOn: CalendarDate,
    proofId: Id,
    reason: ApprovalReason,
  }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    fee_changed: 409,
    /** `data` has the id and the short name of the first, where the reader sees it. */
    bank_reference_used: 409,
    value_date_wrong: 409,
    /** It is not a proof of this person, or another top-up has it. */
    proof_not_found: 404,
    own_money: 409,
    wallet_changed: 409,
    topup_made: 409,
  },
})

/** `topup_changed`: another operation changed it, or its wallet, at the same moment each time. */
const endingRefusals = { record_not_found: 404, topup_reversed: 409, topup_changed: 409 } as const

export const matchTopUp = endpoint({
  method: 'POST',
  path: '/top-ups/:id/match',
  summary: 'Confirm that the wire of a top-up is on a bank statement, as a second person',
  who: 'deposits.approve',
  effect: 'money',
  stepUp: 'S2',
  onePersonBecause: 'they are the second person: who entered the wire may not confirm it',
  idempotent: true,
  rate: 'money',
  params: TopUpParams,
  input: z.object({ statementLine: BankText, amount: Cents }),
  output: z.object({ id: Id }),
  refusals: {
    ...endingRefusals,
    wire_matched: 409,
    own_wire: 409,
    own_money: 409,
    amount_differs: 409,
    /** Another wire was found on this line. */
    statement_line_used: 409,
  },
})

export const reverseTopUp = endpoint({
  method: 'POST',
  path: '/top-ups/:id/reversal',
  summary: 'Take a top-up back whose wire bounced or never came; it is done when a second person approves it',
  who: 'deposits.approve',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  params: TopUpParams,
  input: z.object({ reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: endingRefusals,
})
