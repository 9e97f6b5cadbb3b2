import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { Id, Instant, typedText } from '../wire.ts'
import { accountLine, LedgerAmount, ledgerOwnerKinds } from './ledger-accounts.ts'

/** Kinds of journal (money §4), with `_` for the dot. `other`: a kind of an older version. */
export const journalKinds = [
  'deposit_confirmed',
  'deposit_attributed',
  'deposit_frozen',
  'deposit_swept',
  'treasury_transferred',
  'gas_spent',
  'treasury_converted',
  'fx_revalued',
  'issuer_funding_sent',
  'issuer_funded',
  'issuer_funding_returned',
  'bank_matched',
  'bank_fee_charged',
  'suspense_resolved',
  'capital_contributed',
  'capital_withdrawn',
  'opening_posted',
  'load_accepted',
  'issuer_transfer_started',
  'load_credited',
  'issuer_transfer_refused',
  'load_undone',
  'load_reversed',
  'refund_sent',
  'refund_failed',
  'refund_confirmed',
  'topup_accepted',
  'topup_matured',
  'topup_recognised',
  'topup_reversed',
  'transfer_made',
  'wallet_load_reserved',
  'wallet_load_credited',
  'wallet_load_released',
  'allowance_guaranteed',
  'adjustment_wallet',
  'adjustment_card',
  'order_paid',
  'order_fulfilled',
  'order_refunded',
  'card_authorised',
  'card_reversed',
  'card_lapsed',
  'card_cleared',
  'card_refunded',
  'issuer_fee_charged',
  'card_fee_charged',
  'card_unloaded',
  'card_closed',
  'card_replaced',
  'card_debt_written_off',
  'dispute_credited',
  'dispute_won',
  'dispute_lost',
  'settlement_paid',
  'withdrawal_requested',
  'withdrawal_sent',
  'withdrawal_confirmed',
  'withdrawal_failed',
  'withdrawal_released',
  'break_adjusted',
  'break_written_off',
  'other',
] as const

const Kind = z.enum(journalKinds)
export const legSides = ['debit', 'credit'] as const

export const listLedgerPostings = listEndpoint({
  path: '/ledger/postings',
  summary: 'Postings of an account in scope, the last first, each with the balance before and after it',
  who: 'ledger.view',
  row: z.object({
    /** The number of the posting in its account. */
    id: z.string(),
    journalId: Id,
    kind: Kind,
    isReversal: z.boolean(),
    effectiveAt: Instant,
    postedAt: Instant,
    side: z.enum(legSides),
    currency: z.string(),
    /** Above zero where it increases the balance. */
    amount: LedgerAmount,
    before: LedgerAmount,
    after: LedgerAmount,
    /** What the amount is for, in accounts that are split by reference. */
    ref: Id.nullable(),
  }),
  filters: { accountId: Id },
  days: 'postedAt',
  sorts: ['-posting', 'posting'],
  csv: {},
})

export const listLedgerJournals = listEndpoint({
  path: '/ledger/journals',
  summary:
    'Journals of the ledger, the last first, for readers of the whole ledger; days are those of the effect, and a search finds an id, a key or who decided',
  who: 'ledger.view',
  row: z.object({
    id: Id,
    kind: Kind,
    isReversal: z.boolean(),
    effectiveAt: Instant,
    recordedAt: Instant,
    key: z.string(),
    subjectId: Id.nullable(),
    /** Name of the person, or of the job; null: no person decided. */
    actor: z.string().nullable(),
    reason: z.string().nullable(),
  }),
  filters: {
    kind: Kind.optional(),
    subjectId: Id.optional(),
    /** Id of a person, or name of a job. */
    actor: z.string().min(1).max(200).optional(),
  },
  days: 'effectiveAt',
  search: true,
  byId: true,
  sorts: ['-effectiveAt', 'effectiveAt'],
  /** Whether the reader sees the whole ledger: a journal is of several accounts, so who sees a part finds none here. */
  extra: { isWhole: z.boolean() },
  csv: {},
})

const Leg = z.object({
  ...accountLine,
  accountId: Id,
  posting: z.string(),
  ownerKind: z.enum(ledgerOwnerKinds),
  ownerName: z.string(),
  side: z.enum(legSides),
  amount: LedgerAmount,
  before: LedgerAmount,
  after: LedgerAmount,
  ref: Id.nullable(),
})

export const journalSubjects = [
  'load',
  'topup',
  'transfer',
  'adjustment',
  'settlement',
  'withdrawal',
  'treasury',
] as const

/** A journal has no company, so a reader whose scope is not the whole ledger sees its kind, times and their own legs. */
export const getJournal = endpoint({
  method: 'GET',
  path: '/ledger/journals/:id',
  summary:
    'A journal with the legs in scope; key, actor, reason, metadata and block for readers of the whole ledger only',
  who: 'ledger.view',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  output: z.object({
    id: Id,
    kind: Kind,
    effectiveAt: Instant,
    recordedAt: Instant,
    subject: z
      .object({
        id: Id,
        /** What it is, where it has a page. */
        kind: z.enum(journalSubjects).nullable(),
        ref: z.string().nullable(),
      })
      .nullable(),
    reverses: Id.nullable(),
    reversedBy: Id.nullable(),
    /** Whether these are all legs and facts of the journal. */
    isWhole: z.boolean(),
    /** Whether the legs shown add up to zero in each currency. */
    isBalanced: z.boolean(),
    legs: z.array(Leg),
    key: z.string().nullable(),
    actor: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
    reason: z.string().nullable(),
    metadata: z.array(z.object({ name: z.string(), value: z.string() })),
    /** The signed block that covers it; null: it waits for one. */
    block: z
      .object({ height: z.string(), entry: z.string(), signedAt: Instant, keyId: z.string() })
      .nullable(),
  }),
  refusals: { record_not_found: 404 },
})

export const proveJournal = endpoint({
  method: 'GET',
  path: '/ledger/journals/:id/proof',
  summary: 'Proof that a signed block covers a journal, as tools/verify-proof.mjs reads it (money §9)',
  who: 'ledger.view',
  rate: 'read',
  params: z.object({ id: Id }),
  output: z.object({
    format: z.literal('cardamom proof 2'),
    number: z.string(),
    head: z.string(),
    parts: z.array(z.string()),
    opened: z.array(z.object({ text: z.string(), salt: z.string() })),
    index: z.number().int(),
    size: z.number().int(),
    path: z.array(z.string()),
    block: z.string(),
    signature: z.string(),
    publicKey: z.string(),
  }),
  refusals: {
    record_not_found: 404,
    whole_ledger_only: 403,
    /** No block covers it yet. */
    not_signed_yet: 409,
  },
})

export const searchLedger = endpoint({
  method: 'GET',
  path: '/ledger/search',
  summary:
    'Journals by their id, key or subject, and accounts by their id or owner, in scope; at most 50 of each, the last first',
  who: 'ledger.view',
  effect: 'outside',
  rate: 'read',
  input: z.object({ q: typedText({ min: 3, max: 200 }) }),
  output: z.object({
    journals: z.array(z.object({ id: Id, kind: Kind, effectiveAt: Instant })),
    accounts: z.array(z.object({ id: Id, ...accountLine })),
  }),
  refusals: { validation: 422 },
})
