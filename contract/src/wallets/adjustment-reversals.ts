import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Cents } from '../money.ts'
import { Id } from '../wire.ts'
import { previewCardAdjustment } from './card-adjustments.ts'
import { adjustmentTypes } from './wallet-adjustments.ts'
import { JournalLeg, WalletChange } from './wallet-money.ts'

const refusals = {
  record_not_found: 404,
  wallet_not_found: 404,
  /** It was undone before, undoes another one, or was never made. */
  adjustment_undone: 409,
  /** The wallet does not have the money any more. */
  not_enough_money: 409,
  card_not_associated: 409,
  card_not_loadable: 409,
  card_invalid: 409,
  float_too_small: 409,
  /** The card does not have the money any more. */
  not_enough_on_card: 409,
} as const
const params = z.object({ id: Id })

export const previewAdjustmentReversal = endpoint({
  method: 'GET',
  path: '/wallet-adjustments/:id/reversal',
  summary:
    'What the opposite of an adjustment would change: the wallet or card before and after, and its journals',
  who: 'wallets.adjust',
  params,
  output: z.object({
    /** Of the opposite one. */
    type: z.enum(adjustmentTypes),
    amount: Cents,
    /** Null: it is of a card. */
    change: WalletChange.nullable(),
    card: previewCardAdjustment.output.shape.card.nullable(),
    startLegs: z.array(JournalLeg),
    legs: z.array(JournalLeg),
    needsApproval: z.boolean(),
  }),
  refusals,
})

export const reverseAdjustment = endpoint({
  method: 'POST',
  path: '/wallet-adjustments/:id/reversal',
  summary: 'Undo an adjustment by its opposite, with a note; above a limit when a second person approves it',
  who: 'wallets.adjust',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params,
  input: z.object({ reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    own_money: 409,
    wallet_changed: 409,
    card_changed: 409,
    adjustment_made: 409,
  },
})
