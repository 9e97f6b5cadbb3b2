import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { Cents, SignedCents } from '../money.ts'
import { ReceivingCard } from '../transfers/wallet-loads.ts'
import { Id } from '../wire.ts'
import { adjustmentTypes } from './wallet-adjustments.ts'
import { AmountLimits, JournalLeg } from './wallet-money.ts'

const CardAdjustment = z.object({ cardId: Id, type: z.enum(adjustmentTypes), amount: Cents })

const refusals = {
  record_not_found: 404,
  /** A credit, while the card is blocked or disabled. */
  card_not_associated: 409,
  card_not_loadable: 409,
  /** The card is not activated, or it is closed. */
  card_invalid: 409,
  invalid_amount: 409,
  /** A credit of more than the master account has. */
  float_too_small: 409,
  /** A debit of more than the card has. */
  not_enough_on_card: 409,
} as const

export const previewCardAdjustment = endpoint({
  method: 'GET',
  path: '/card-adjustments/preview',
  summary: 'What an adjustment of a card would change: the card before and after, and its journals',
  who: 'wallets.adjust',
  input: CardAdjustment,
  output: z.object({
    card: ReceivingCard.extend({ before: SignedCents, after: SignedCents }),
    /** The journal of the request; empty for a debit, which posts nothing before the card issuer has made it. */
    startLegs: z.array(JournalLeg),
    /** The journal when the card issuer has made it. */
    legs: z.array(JournalLeg),
    limits: AmountLimits,
    /** Whether a second person has to approve it. */
    needsApproval: z.boolean(),
  }),
  refusals,
})

export const adjustCard = endpoint({
  method: 'POST',
  path: '/card-adjustments',
  summary: 'Credit or debit a card by hand, with a note; above a limit when a second person approves it',
  who: 'wallets.adjust',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the amount is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  input: CardAdjustment.extend({ reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    /** It is of their own company, and they are not the operator's staff. */
    own_money: 409,
    /** Another operation on the card was faster each time. */
    card_changed: 409,
    /** It was approved and made before. */
    adjustment_made: 409,
  },
})
