import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents, SignedCents } from '../money.ts'
import { Id, Instant } from '../wire.ts'
import {
  AmountLimits,
  holderKinds,
  JournalLeg,
  WalletChange,
  WalletType,
  walletTypes,
} from './wallet-money.ts'

export const adjustmentTypes = ['credit', 'debit'] as const
export const adjustmentStatuses = ['pending', 'completed', 'refused'] as const

const Adjustment = z.object({
  ownerId: Id,
  wallet: WalletType,
  type: z.enum(adjustmentTypes),
  amount: Cents,
})

const Named = z.object({ id: Id, ref: z.string() })

const WalletAdjustmentRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  /** The id of a card, where it is of one. */
  holderId: Id,
  holderKind: z.enum([...holderKinds, 'card']),
  /** Of a card the name of its holder. */
  holderName: z.string(),
  /** The last digits of the card; null: it is of a wallet, or the card has none yet. */
  lastDigits: z.string().nullable(),
  companyId: Id,
  companyName: z.string(),
  /** Null: it is of a card. */
  wallet: WalletType.nullable(),
  type: z.enum(adjustmentTypes),
  /** That of a card is `pending` until the card issuer has made it, or `refused`: nothing was changed then. */
  status: z.enum(adjustmentStatuses),
  amount: Cents,
  reason: z.string(),
  requestedByName: z.string(),
  /** Null: one person was enough. */
  approvedByName: z.string().nullable(),
  adjustedAt: Instant,
  /** When the card issuer had made or refused it. */
  endedAt: Instant.nullable(),
  /** Why the card was not changed: a code of the card issuer, or ours. */
  refusal: z.string().nullable(),
  /** The adjustment that this one undoes. */
  reversalOf: Named.nullable(),
  /** The adjustment that undoes this one, or is about to. */
  reversedBy: Named.nullable(),
})

export const listWalletAdjustments = listEndpoint({
  path: '/wallet-adjustments',
  summary: 'Manual credits and debits of wallets and cards, the last first',
  who: 'wallets.view',
  row: WalletAdjustmentRow,
  filters: {
    status: z.enum(adjustmentStatuses).optional(),
    holderKind: z.enum([...holderKinds, 'card']).optional(),
    type: z.enum(adjustmentTypes).optional(),
    wallet: z.enum(walletTypes).optional(),
    ownerId: Id.optional(),
  },
  days: 'adjustedAt',
  byId: true,
  sorts: ['-adjustedAt', 'adjustedAt'],
  csv: {},
})

export const listOwnAdjustments = listEndpoint({
  path: '/own-adjustments',
  summary: 'Adjustments of my wallets, the last first',
  who: 'signed-in',
  row: WalletAdjustmentRow.pick({
    id: true,
    ref: true,
    wallet: true,
    type: true,
    amount: true,
    reason: true,
    adjustedAt: true,
  }),
  filters: { type: z.enum(adjustmentTypes).optional(), wallet: z.enum(walletTypes).optional() },
  days: 'adjustedAt',
  sorts: ['-adjustedAt', 'adjustedAt'],
  csv: {},
})

export const getOwnAdjustment = endpoint({
  method: 'GET',
  path: '/wallet/adjustments/:id',
  summary: 'An adjustment of one of my wallets, with its note and the wallet before and after it',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: WalletAdjustmentRow.pick({
    id: true,
    ref: true,
    type: true,
    amount: true,
    reason: true,
    adjustedAt: true,
    reversalOf: true,
    reversedBy: true,
  }).extend({ wallet: WalletType, before: SignedCents.nullable(), after: SignedCents.nullable() }),
  refusals: { record_not_found: 404 },
})

const refusals = {
  record_not_found: 404,
  /** Its holder has no wallets, or they are closed. */
  wallet_not_found: 404,
  invalid_amount: 409,
  not_enough_money: 409,
} as const

export const previewWalletAdjustment = endpoint({
  method: 'GET',
  path: '/wallet-adjustments/preview',
  summary: 'What an adjustment would change: the wallet before and after, and its journal',
  who: 'wallets.adjust',
  input: Adjustment,
  output: z.object({
    change: WalletChange,
    legs: z.array(JournalLeg),
    limits: AmountLimits,
    /** Whether a second person has to approve it. */
    needsApproval: z.boolean(),
  }),
  refusals,
})

export const adjustWallet = endpoint({
  method: 'POST',
  path: '/wallet-adjustments',
  summary: 'Credit or debit a wallet by hand, with a note; above a limit when a second person approves it',
  who: 'wallets.adjust',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  input: Adjustment.extend({ reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    /** It is of their own company, and they are not the operator's staff. */
    own_money: 409,
    /** Another operation on the wallet was faster each time. */
    wallet_changed: 409,
    /** It was approved and posted before. */
    adjustment_made: 409,
  },
})
