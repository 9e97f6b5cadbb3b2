import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from './approvals.ts'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { Cents, Percent, SignedCents } from './money.ts'
import {
  AmountLimits,
  JournalLeg,
  WalletChange,
  WalletHolder,
  WalletType,
  walletTypes,
} from './wallets/wallet-money.ts'
import { Id, Instant, optionalText } from './wire.ts'

/**
 * `reversed`: a transfer back returned it. A transfer to a card is `pending` until the card has the money, or `cancelled` when
 * the wallet has it again.
 */
export const transferStatuses = ['pending', 'completed', 'cancelled', 'reversed'] as const
/** A transfer back names the transfer that it reverses. A transfer to a card is a `card_load`. */
export const transferKinds = ['transfer', 'card_load', 'reversal'] as const

/** The card of a transfer to a card, and why it has no money yet. */
const TransferCard = z.object({
  lastDigits: z.string().nullable(),
  holderId: Id,
  /** Whether the operator’s float is too small now. */
  waitsForFloat: z.boolean(),
  /** Whether the card is paused now. */
  waitsForCard: z.boolean(),
  /** Whether the rest of the card's maximum emergency load is too small today. */
  waitsForLimit: z.boolean(),
})

/** A text by which the other side knows a transfer, such as the number of an invoice. Both sides read it. */
export const TransferReference = optionalText({ max: 64 })

const TransferRow = z.object({
  id: Id,
  /** Short name that people see. */
  ref: z.string(),
  kind: z.enum(transferKinds),
  status: z.enum(transferStatuses),
  senderId: Id,
  senderName: z.string(),
  /** Of a person in the reader's scope; null for others. */
  senderEmail: z.string().nullable(),
  /** The id of a card, where it goes to one. */
  receiverId: Id,
  /** Of a card the name of its holder. */
  receiverName: z.string(),
  receiverEmail: z.string().nullable(),
  /** Null: the receiver is a wallet. */
  card: TransferCard.nullable(),
  wallet: WalletType,
  /** What left the sender's wallet. */
  total: Cents,
  /** The operator's part of it; a reversal returns it, below zero. */
  fee: SignedCents,
  /** What reached the receiver's wallet. */
  net: Cents,
  reason: z.string(),
  /** What the other side knows it by; null: nothing. */
  reference: z.string().nullable(),
  requestedByName: z.string(),
  /** Null: one person was enough. */
  approvedByName: z.string().nullable(),
  madeAt: Instant,
  /** When the card got the money of a transfer to a card, or the wallet had it again. */
  endedAt: Instant.nullable(),
})

export const listTransfers = listEndpoint({
  path: '/transfers',
  summary: 'Transfers between wallets, the last first',
  who: 'transfers.view',
  row: TransferRow,
  filters: {
    status: z.enum(transferStatuses).optional(),
    kind: z.enum(transferKinds).optional(),
    wallet: z.enum(walletTypes).optional(),
    /** Whose wallet sent or received it. */
    ownerId: Id.optional(),
  },
  days: 'madeAt',
  search: true,
  byId: true,
  sorts: ['-madeAt', 'madeAt', '-total', 'total'],
  tabs: {
    pending: { status: 'pending' },
    completed: { status: 'completed' },
    cancelled: { status: 'cancelled' },
    reversed: { status: 'reversed' },
  },
  csv: {},
})

const Side = z.object({
  holder: WalletHolder,
  /** The available money of the wallet before and after it; null where the reader may not see this wallet. */
  before: SignedCents.nullable(),
  after: SignedCents.nullable(),
})

/** `started`: the call at the card issuer. */
export const transferSteps = ['reserved', 'started', 'credited', 'released'] as const
const TransferStep = z.object({ step: z.enum(transferSteps), at: Instant })

const TransferParams = z.object({ id: Id })
const Named = z.object({ id: Id, ref: z.string() })

export const getTransfer = endpoint({
  method: 'GET',
  path: '/transfers/:id',
  summary: 'A transfer with both wallets before and after it, and its journal',
  who: 'transfers.view',
  params: TransferParams,
  output: TransferRow.extend({
    sender: Side,
    receiver: Side,
    legs: z.array(JournalLeg),
    /** The transfer that this one returned. */
    reversalOf: Named.nullable(),
    /** The transfer that returned this one. */
    reversedBy: Named.nullable(),
    /** Whether the reader may reverse it now. */
    canReverse: z.boolean(),
    /** What became of a transfer to a card so far; empty for others. */
    steps: z.array(TransferStep),
    /** Why a transfer to a card was cancelled: a code of the card issuer, or ours. Null: it was not. */
    refusal: z.string().nullable(),
    /** The reason of the person who cancelled it. */
    cancelReason: z.string().nullable(),
    /** Whether the reader may cancel it now: it waits for its release. */
    canCancel: z.boolean(),
  }),
  refusals: { record_not_found: 404 },
})

/** What a typed amount is: what leaves the sender, or what reaches the receiver. */
export const amountMeanings = ['total', 'net'] as const

const Transfer = z.object({
  fromOwnerId: Id,
  fromWallet: WalletType,
  toOwnerId: Id,
  toWallet: WalletType,
  /** What leaves the sender's wallet; the fee is inside. */
  total: Cents,
})

const refusals = {
  sender_not_found: 404,
  receiver_not_found: 404,
  sender_wallet_not_found: 404,
  receiver_wallet_not_found: 404,
  wallet_type_differs: 409,
  same_admin: 409,
  invalid_amount: 409,
  not_enough_money: 409,
} as const

const TransferPreview = z.object({
  sender: WalletChange,
  receiver: WalletChange,
  total: Cents,
  /** Below zero: a transfer back returns it. */
  fee: SignedCents,
  net: Cents,
  feePercent: Percent,
  legs: z.array(JournalLeg),
  limits: AmountLimits,
  /** Whether a second person has to approve it. */
  needsApproval: z.boolean(),
})

export const previewTransfer = endpoint({
  method: 'GET',
  path: '/transfers/preview',
  summary: 'What a transfer would change: both wallets before and after, its fee and its journal',
  who: 'transfers.create',
  /** A form has the total or the net, and shows the other (domain §4). */
  input: Transfer.omit({ total: true }).extend({ amount: Cents, amountIs: z.enum(amountMeanings) }),
  output: TransferPreview,
  refusals,
})

export const createTransfer = endpoint({
  method: 'POST',
  path: '/transfers',
  summary: 'Move money between two wallets; above a limit when a second person approves it',
  who: 'transfers.create',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the total is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  /** `fee` is the fee that the person saw; another one needs a new confirmation. */
  input: Transfer.extend({ fee: Cents, reference: TransferReference, reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: {
    ...refusals,
    fee_changed: 409,
    /** Another operation on the sender's wallet was faster each time. */
    wallet_changed: 409,
    /** It was approved and posted before. */
    transfer_made: 409,
  },
})

const reversing = {
  record_not_found: 404,
  sender_not_found: 404,
  receiver_not_found: 404,
  sender_wallet_not_found: 404,
  receiver_wallet_not_found: 404,
  /** The receiver does not have the money any more. */
  not_enough_money: 409,
  /** It was returned before, or is itself a transfer back. */
  transfer_reversed: 409,
} as const

export const previewReversal = endpoint({
  method: 'GET',
  path: '/transfers/:id/reversal',
  summary: 'What a transfer back would change: both wallets before and after, and its journal',
  who: 'transfers.create',
  params: TransferParams,
  output: TransferPreview.omit({ feePercent: true, limits: true }),
  refusals: reversing,
})

export const reverseTransfer = endpoint({
  method: 'POST',
  path: '/transfers/:id/reversal',
  summary: 'Return a transfer with its fee, with a reason; above a limit when a second person approves it',
  who: 'transfers.create',
  effect: 'money',
  stepUp: 'S2',
  fourEyesWhen: 'where the total is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  params: TransferParams,
  input: z.object({ reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: { ...reversing, wallet_changed: 409, transfer_made: 409 },
})
