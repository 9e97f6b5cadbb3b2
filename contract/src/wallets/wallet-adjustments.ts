import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
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

const Adjustment = z.object({
  ownerId: Id,
  wallet: WalletType,
  type: z.enum(adjustmentTypes),
  amount: Cents,
})

const WalletAdjustmentRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  holderId: Id,
  holderKind: z.enum(holderKinds),
  holderName: z.string(),
  companyId: Id,
  companyName: z.string(),
  wallet: WalletType,
  type: z.enum(adjustmentTypes),
  amount: Cents,
  reason: z.string(),
  requestedByName: z.string(),
  /** Null: one person was enough. */
  approvedByName: z.string().nullable(),
  adjustedAt: Instant,
})

export const listWalletAdjustments = listEndpoint({
  path: '/wallet-adjustments',
  summary: 'Manual credits and debits of wallets, the last first',
  who: 'wallets.view',
  row: WalletAdjustmentRow,
  filters: {
    type: z.enum(adjustmentTypes).optional(),
    wallet: z.enum(walletTypes).optional(),
    ownerId: Id.optional(),
  },
  days: 'adjustedAt',
  byId: true,
  sorts: ['-adjustedAt', 'adjustedAt'],
  csv: {},
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
    /** Another operation on the wallet was faster each time. */
    wallet_changed: 409,
    /** It was approved and posted before. */
    adjustment_made: 409,
  },
})
