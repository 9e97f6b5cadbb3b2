import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Cents } from '../money.ts'
import { transferStatuses } from '../transfers.ts'
import { JournalLeg, WalletChange, WalletType, walletTypes } from '../wallets/wallet-money.ts'
import { Id, Instant, optionalText, typedText } from '../wire.ts'

/** Most rows of one batch of transfers to cards. */
export const mostBatchRows = 1000
/** Rows of one call that checks them: a page shows how far it is. */
export const rowsCheckedAtOnce = 50

export const batchStatuses = ['running', 'done', 'stopped'] as const
export const batchRowResults = ['waiting', 'made', 'refused', 'stopped'] as const

/** Why a row cannot be transferred: the refusals of one transfer, and those of finding its card. */
export const batchProblems = [
  'card_unknown',
  'card_ambiguous',
  'card_elsewhere',
  'card_not_associated',
  'card_not_loadable',
  'card_invalid',
  'holder_not_verified',
  'speed_not_offered',
  'invalid_amount',
  'over_emergency',
  'not_enough_money',
] as const

const Line = z
  .number()
  .int()
  .min(1)
  .max(mostBatchRows * 10)
const Sender = z.object({ fromOwnerId: Id, fromWallet: WalletType })

export const checkBatchRows = endpoint({
  method: 'POST',
  path: '/wallet-load-batches/checks',
  summary:
    'Find the cards of rows of a file, with the fee of each or why it cannot be transferred; nothing moves',
  who: 'transfers.create',
  onePersonBecause: 'nothing moves',
  effect: 'read',
  rate: 'read',
  input: Sender.extend({
    rows: z
      .array(
        z.object({
          line: Line,
          /** The id of a card, or its last four digits together with its holder’s e-mail. */
          card: typedText({ max: 100 }),
          email: optionalText({ max: 254 }),
          total: Cents,
        }),
      )
      .min(1)
      .max(rowsCheckedAtOnce),
  }),
  output: z.object({
    /** A second person approves a sum above this. */
    secondPersonAbove: Cents,
    /** How far the wallet may be negative. */
    allowance: Cents,
    rows: z.array(
      z.object({
        line: z.number().int(),
        cardId: Id.nullable(),
        lastDigits: z.string().nullable(),
        holderName: z.string(),
        fee: Cents.nullable(),
        problem: z.enum(batchProblems).nullable(),
      }),
    ),
  }),
  refusals: { sender_not_found: 404, sender_wallet_not_found: 404 },
})

const Row = z.object({ line: Line, cardId: Id, total: Cents, note: optionalText({ max: 200 }) })
const differs = (rows: readonly z.output<typeof Row>[], of: 'line' | 'cardId') =>
  new Set(rows.map((row) => row[of])).size === rows.length

/** `total` and `fee` are the sums that the person saw. */
const Batch = Sender.extend({
  rows: z
    .array(Row)
    .min(1)
    .max(mostBatchRows)
    .refine((rows) => differs(rows, 'cardId') && differs(rows, 'line'), { error: 'invalid' }),
  total: Cents,
  fee: Cents,
})

const batchRefusals = {
  sender_not_found: 404,
  sender_wallet_not_found: 404,
  /** A card that is not there any more. */
  receiver_not_found: 404,
  card_elsewhere: 409,
  invalid_amount: 409,
  fee_changed: 409,
  not_enough_money: 409,
} as const

export const previewWalletLoadBatch = endpoint({
  method: 'POST',
  path: '/wallet-load-batches/previews',
  summary:
    'The wallet before and after a file, and the sum of its postings by account; nothing is transferred',
  who: 'transfers.create',
  onePersonBecause: 'nothing moves',
  effect: 'read',
  rate: 'read',
  maxBodyBytes: 768 * 1024,
  input: Batch,
  output: z.object({
    sender: WalletChange,
    /** Sums over all rows of the journals of the request, and of those of the credit. */
    legs: z.array(JournalLeg),
    creditLegs: z.array(JournalLeg),
    needsApproval: z.boolean(),
  }),
  refusals: batchRefusals,
})

export const createWalletLoadBatch = endpoint({
  method: 'POST',
  path: '/wallet-load-batches',
  summary:
    'Transfer money from the wallet of a company to many cards, row by row; above a limit with a second person',
  who: 'transfers.create',
  effect: 'write',
  stepUp: 'S2',
  fourEyesWhen: 'where the sum of the rows is above the limit of the settings',
  idempotent: true,
  rate: 'money',
  maxBodyBytes: 768 * 1024,
  input: Batch.extend({ reason: ApprovalReason }),
  output: z.union([ApprovalRequested, z.object({ id: Id })]),
  refusals: batchRefusals,
})

const Counts = z.object({
  waiting: z.number().int(),
  made: z.number().int(),
  refused: z.number().int(),
  stopped: z.number().int(),
})

export const listWalletLoadBatches = listEndpoint({
  path: '/wallet-load-batches',
  summary: 'Batches of transfers to cards, the last first, with the results of their rows',
  who: 'transfers.view',
  row: z.object({
    id: Id,
    /** Short name that people see. */
    ref: z.string(),
    status: z.enum(batchStatuses),
    companyId: Id,
    companyName: z.string(),
    wallet: WalletType,
    rows: z.number().int(),
    results: Counts,
    total: Cents,
    fee: Cents,
    /** The total of the rows that were transferred. */
    transferred: Cents,
    reason: z.string(),
    requestedByName: z.string(),
    /** Null: one person was enough. */
    approvedByName: z.string().nullable(),
    madeAt: Instant,
    endedAt: Instant.nullable(),
    stopReason: z.string().nullable(),
    /** Whether the reader may stop it now. */
    canStop: z.boolean(),
  }),
  filters: { companyId: Id.optional(), wallet: z.enum(walletTypes).optional() },
  days: 'madeAt',
  byId: true,
  sorts: ['-madeAt', 'madeAt'],
  csv: {},
})

export const listWalletLoadBatchRows = listEndpoint({
  path: '/wallet-load-batches/rows',
  summary: 'The rows of a batch in the order of its file, each with its result',
  who: 'transfers.view',
  row: z.object({
    /** The id of the transfer, where the row became one. */
    id: Id,
    line: z.number().int(),
    cardId: Id,
    lastDigits: z.string().nullable(),
    holderName: z.string(),
    total: Cents,
    fee: Cents,
    note: z.string().nullable(),
    result: z.enum(batchRowResults),
    /** Of the transfer; null: there is none. */
    transferStatus: z.enum(transferStatuses).nullable(),
    /** Why the row was refused. */
    refusal: z.string().nullable(),
    transferRef: z.string().nullable(),
    endedAt: Instant.nullable(),
  }),
  filters: { batchId: Id, result: z.enum(['made', 'refused', 'stopped']).optional() },
  sorts: ['line'],
  csv: {},
})

export const stopWalletLoadBatch = endpoint({
  method: 'POST',
  path: '/wallet-load-batches/:id/stop',
  summary: 'Stop a batch: rows that were not transferred yet never are',
  who: 'transfers.create',
  onePersonBecause: 'the money stays where it is',
  effect: 'write',
  stepUp: 'S1',
  idempotent: true,
  rate: 'money',
  params: z.object({ id: Id }),
  input: z.object({ reason: ApprovalReason }),
  output: z.object({ stopped: z.number().int() }),
  refusals: {
    record_not_found: 404,
    /** Each of its rows has its result. */
    batch_ended: 409,
  },
})
