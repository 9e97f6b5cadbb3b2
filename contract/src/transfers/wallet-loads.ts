import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { cardForms } from '../cards.ts'
import { endpoint } from '../endpoint.ts'
import { Cents, Percent, SignedCents } from '../money.ts'
import { amountMeanings, TransferReference } from '../transfers.ts'
import { AmountLimits, JournalLeg, WalletChange, WalletType } from '../wallets/wallet-money.ts'
import { Id, typedText } from '../wire.ts'

/** Why a card gets no money now. */
export const cardObstacles = ['card_not_associated', 'card_not_loadable', 'card_invalid'] as const

/** A card as the receiver of a transfer, with its holder. */
export const ReceivingCard = z.object({
  id: Id,
  lastDigits: z.string().nullable(),
  form: z.enum(cardForms),
  holderId: Id,
  holderName: z.string(),
  clientCode: z.string(),
  companyId: Id,
  companyName: z.string(),
})
const WithObstacle = ReceivingCard.extend({ obstacle: z.enum(cardObstacles).nullable() })

export const findReceivingCards = endpoint({
  method: 'GET',
  path: '/receiving-cards',
  summary: 'Cards by their last digits, client code, or the holder’s name or e-mail; at most 20',
  who: 'transfers.create',
  input: z.object({ q: typedText({ min: 3, max: 100 }) }),
  output: z.array(WithObstacle),
  refusals: {},
})

export const getReceivingCard = endpoint({
  method: 'GET',
  path: '/receiving-cards/:id',
  summary: 'One card with its holder, for a link to the form of a transfer',
  who: 'transfers.create',
  params: z.object({ id: Id }),
  output: WithObstacle,
  refusals: { record_not_found: 404 },
})

const WalletLoad = z.object({
  fromOwnerId: Id,
  fromWallet: WalletType,
  cardId: Id,
  /** What leaves the wallet; the fee is inside. */
  total: Cents,
})

const refusals = {
  sender_not_found: 404,
  sender_wallet_not_found: 404,
  receiver_not_found: 404,
  /** The card is not one of this company or of a company below it. */
  card_elsewhere: 409,
  card_not_associated: 409,
  card_not_loadable: 409,
  card_invalid: 409,
  /** The holder is not verified, or their verification was withdrawn. */
  holder_not_verified: 409,
  /** The tier of the card’s company has no immediate loads. */
  speed_not_offered: 409,
  invalid_amount: 409,
  /** More than the rest of the maximum emergency load of the card today. */
  over_emergency: 409,
  not_enough_money: 409,
} as const

/** When the card gets the money. */
export const arrivals = ['at_once', 'next_release'] as const

export const previewWalletLoad = endpoint({
  method: 'GET',
  path: '/transfers/to-card/preview',
  summary: 'What a transfer from a wallet to a card would change, its fee, and both journals',
  who: 'transfers.create',
  /** A form has the total or the net, and shows the other (domain §4). */
  input: WalletLoad.omit({ total: true }).extend({ amount: Cents, amountIs: z.enum(amountMeanings) }),
  output: z.object({
    sender: WalletChange,
    card: ReceivingCard.extend({ before: SignedCents, after: SignedCents }),
    total: Cents,
    fee: Cents,
    net: Cents,
    feePercent: Percent,
    /** The journal of the request. */
    legs: z.array(JournalLeg),
    /** The journal of the credit. */
    creditLegs: z.array(JournalLeg),
    /** Of the cardholder’s loads. */
    limits: AmountLimits,
    /** The rest of the card’s maximum emergency load today; null: it is a regular one. */
    emergencyLeft: Cents.nullable(),
    arrives: z.enum(arrivals),
    /** Whether a second person has to approve it. */
    needsApproval: z.boolean(),
  }),
  refusals,
})

export const createWalletLoad = endpoint({
  method: 'POST',
  path: '/transfers/to-card',
  summary:
    'Move money from the wallet of a company to a card; above a limit when a second person approves it',
  who: 'transfers.create',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the total is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  /** `fee` is the fee that the person saw; another one needs a new confirmation. */
  input: WalletLoad.extend({ fee: Cents, reference: TransferReference, reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    fee_changed: 409,
    /** Another operation on the sender’s wallet, the card or its limits was faster each time. */
    wallet_changed: 409,
    /** It was approved and posted before. */
    transfer_made: 409,
  },
})

export const cancelWalletLoad = endpoint({
  method: 'POST',
  path: '/transfers/:id/cancellation',
  summary: 'Cancel a transfer to a card that waits for its release; the wallet has the money again',
  who: 'transfers.create',
  onePersonBecause: 'the money stays where it is',
  effect: 'money',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  params: z.object({ id: Id }),
  input: z.object({ reason: ApprovalReason }),
  output: z.object({ id: Id }),
  refusals: {
    record_not_found: 404,
    /** It is on its way to the card, or has ended. */
    transfer_not_waiting: 409,
  },
})
