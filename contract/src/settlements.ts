import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents, SignedCents } from './money.ts'
import { ShareBasis } from './shares/share-basis.ts'
import { JournalLeg, WalletType, walletTypes } from './wallets/wallet-money.ts'
import { Id, Instant } from './wire.ts'

export const settlementStatuses = ['draft', 'approved', 'paid', 'void'] as const
export const beneficiaryKinds = ['company', 'person'] as const
/** Why a person has to approve a settlement of the daily run: it is above the limit, or a break touches its shares. */
export const settlementObstacles = ['limit', 'break'] as const
const tiers = ['1', '2', '3', '4'] as const

const SettlementRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  status: z.enum(settlementStatuses),
  ownerId: Id,
  ownerKind: z.enum(beneficiaryKinds),
  ownerName: z.string(),
  companyId: Id,
  companyName: z.string(),
  /** The tier of a company; 4 for a person. */
  tier: z.number().int(),
  wallet: WalletType,
  /** The daily run up to which shares are due. */
  periodEnd: Instant,
  /** Number of its shares. */
  shares: z.number().int(),
  matured: Cents,
  /** Sum of the lines by hand. */
  manual: SignedCents,
  /** What the payment recovered of money owed; below zero: added to it. Null until it is paid. */
  recovered: SignedCents.nullable(),
  /** What the payment recovered of an allowance in use. */
  allowance: Cents.nullable(),
  paid: Cents.nullable(),
  /** Whether the daily run drew it up. */
  isAutomatic: z.boolean(),
  waitsFor: z.enum(settlementObstacles).nullable(),
  paidAt: Instant.nullable(),
})

const rows = {
  row: SettlementRow,
  days: 'periodEnd',
  byId: true,
  sorts: ['-periodEnd', 'periodEnd'],
} as const

export const listSettlements = listEndpoint({
  ...rows,
  path: '/settlements',
  summary: 'Settlements of the beneficiaries in scope, the last period first; a company sees its own',
  who: 'settlements.view',
  filters: {
    tier: z.enum(tiers).optional(),
    status: z.enum(settlementStatuses).optional(),
    wallet: z.enum(walletTypes).optional(),
    ownerId: Id.optional(),
  },
  search: true,
  tabs: {
    tier1: { tier: '1' },
    tier2: { tier: '2' },
    tier3: { tier: '3' },
    tier4: { tier: '4' },
  },
  csv: {},
})

export const listOwnSettlements = listEndpoint({
  path: '/wallet/settlements',
  summary: 'Settlements of my wallets, the last period first',
  who: 'signed-in',
  row: SettlementRow,
  days: 'periodEnd',
  byId: true,
  sorts: ['-periodEnd', 'periodEnd'],
  filters: { status: z.enum(settlementStatuses).optional(), wallet: z.enum(walletTypes).optional() },
  csv: {},
})

const Change = z.object({ before: SignedCents, after: SignedCents })

/** Where the money goes: as it was paid, or as it would be paid now. */
export const SettlementFigures = z.object({
  matured: Cents,
  added: Cents,
  deducted: Cents,
  /** Shares that were paid before and reversed since. */
  reversed: Cents,
  /** Other money owed, such as a guarantee. */
  owed: Cents,
  /** What was deducted and not covered, so it is owed too. All that stays owed is `owedAfter`. */
  uncovered: Cents,
  allowance: Cents,
  paid: Cents,
  owedBefore: Cents,
  owedAfter: Cents,
  available: Change,
  pending: Change,
})

const Step = z.object({ at: Instant, byName: z.string().nullable() })

/** A line besides the shares. */
const OtherLine = z.object({
  id: z.string(),
  kind: z.enum(['manual', 'reversal', 'owed', 'carried', 'allowance']),
  amount: SignedCents,
  note: z.string().nullable(),
  /** The load of a reversed share. */
  load: z.object({ id: Id, ref: z.string() }).nullable(),
  /** The reference of the top-up of a reversed share. */
  topUpRef: z.string().nullable(),
})

/** What an administrator reads of the deposit of a share, and of how a load or a deposit was paid. */
const SourceTrail = z.object({
  /** Null also where the top-up is not in the reader's scope. */
  topUpId: Id.nullable(),
  /** Final transactions on a chain; of a wire none. */
  payments: z.array(z.object({ network: z.string(), hash: z.string() })),
})

const SettlementDetail = SettlementRow.extend({
  figures: SettlementFigures,
  /** Shares that are due and wait for the end of a break. */
  stopped: z.number().int(),
  lines: z.array(OtherLine),
  reason: z.string().nullable(),
  voidReason: z.string().nullable(),
  drawnUp: Step,
  approved: Step.nullable(),
  payment: Step.nullable(),
  voided: Step.nullable(),
})

export const SettlementParams = z.object({ id: Id })

export const getSettlement = endpoint({
  method: 'GET',
  path: '/settlements/:id',
  summary: 'A settlement: where its money goes, its lines besides the shares, and who did what',
  who: 'settlements.view',
  params: SettlementParams,
  output: SettlementDetail.extend({
    lines: z.array(OtherLine.extend(SourceTrail.shape)),
    legs: z.array(JournalLeg),
    canApprove: z.boolean(),
    canPay: z.boolean(),
    canVoid: z.boolean(),
    /** The reader drew it up, so a second person has to approve it. */
    needsSecondPerson: z.boolean(),
  }),
  refusals: { record_not_found: 404 },
})

export const getOwnSettlement = endpoint({
  method: 'GET',
  path: '/wallet/settlements/:id',
  summary: 'A settlement of one of my wallets: where its money goes, and its lines besides the shares',
  who: 'signed-in',
  params: SettlementParams,
  output: SettlementDetail.omit({ reason: true, voidReason: true }),
  refusals: { record_not_found: 404 },
})

const ShareLine = z.object({
  id: Id,
  source: z.enum(['load', 'topup']),
  loadId: Id.nullable(),
  loadRef: z.string().nullable(),
  topUpRef: z.string().nullable(),
  /** Null: it was not recorded. */
  basis: ShareBasis.nullable(),
  /** As it was computed. What was reversed before it was settled is not in the amount any more. */
  earned: Cents,
  acceptedAt: Instant,
  dueAt: Instant.nullable(),
  amount: Cents,
  /** What of it was reversed after it was settled. */
  reversed: Cents,
})
const lines = { sorts: ['line', '-line'], filters: { settlementId: Id } } as const

export const listSettlementShares = listEndpoint({
  ...lines,
  path: '/settlements/shares',
  summary:
    'The shares of a settlement, each with its load or deposit, the crypto payment and the credit at the issuer',
  who: 'settlements.view',
  row: ShareLine.extend({
    /** Null also where the load is not in the reader's scope. */
    loadId: Id.nullable(),
    ...SourceTrail.shape,
    /** The issuer's credit of the load; null: it is not known. */
    credit: z.object({ id: z.string(), at: Instant }).nullable(),
  }),
})

export const listOwnSettlementShares = listEndpoint({
  ...lines,
  path: '/wallet/settlements/shares',
  summary: 'The shares of a settlement of one of my wallets',
  who: 'signed-in',
  row: ShareLine,
})
