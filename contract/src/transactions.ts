import { z } from 'zod'
import { declineFixes, declineReasonCodes } from './cards/declines.ts'
import { endpoint, type WireOf } from './endpoint.ts'
import { Cents, SignedCents } from './money.ts'
import { listEndpoint } from './list.ts'
import { CalendarDate, Id, Instant, isSpan, searchText, spanError } from './wire.ts'

/**
 * Status of a row. `floating`: held, not settled yet. `settled`. `refunded`: settled, and then refunded in
 * full by separate rows. `released`: it was held, and nothing was charged. `declined`: no money was held or
 * charged.
 */
export const transactionStatuses = ['floating', 'settled', 'refunded', 'released', 'declined'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** Purpose of a settled row (domain §6). */
export const transactionPurposes = [
  'load',
  'purchase',
  'cash',
  'refund',
  'fee',
  'transfer',
  'adjustment',
  'card_price',
] as const
export type TransactionPurpose = (typeof transactionPurposes)[number]

/** Category of a merchant, from its merchant category code; loads have none. */
export const spendingCategories = [
  'groceries',
  'restaurants',
  'cafes',
  'transport',
  'fuel',
  'travel',
  'shopping',
  'subscriptions',
  'entertainment',
  'health',
  'services',
  'betting',
  'cash',
  'other',
] as const
export type SpendingCategory = (typeof spendingCategories)[number]

/** A decline with the fix that is valid now. The cause may have ended since the decline. */
export const Decline = z.object({
  reason: z.enum(declineReasonCodes),
  fix: z.enum(declineFixes),
  /** Amount that was available when the payment was declined; for `insufficient_funds`. */
  available: SignedCents.nullable(),
  /** Amount to load so that the same payment would pass now; for the fix `load`. */
  missing: Cents.nullable(),
})
export type Decline = z.output<typeof Decline>

const Merchant = z.object({
  name: z.string(),
  /** Merchant category code, four digits. */
  mcc: z.string(),
  city: z.string().nullable(),
  /** ISO 3166-1, two letters; the issuer's text when it is not such a code. */
  country: z.string().nullable(),
})

/** Amount in the merchant's currency; null for USD. */
const Original = z.object({
  amount: z.string(),
  currency: z.string(),
  /**
   * The merchant's currency per USD, a decimal string; `amount` divided by it is the payment in USD before
   * fees. Null when nothing was charged and no known rate leads to the requested amount.
   */
  rate: z.string().nullable(),
})

export const TransactionRow = z.object({
  /** Id of the row, for `/transactions/:id`. */
  id: Id,
  /**
   * The card payment of this row. Its fees and refunds are separate rows with the same id. Null for loads.
   */
  paymentId: Id.nullable(),
  cardId: Id,
  lastDigits: z.string().nullable(),
  status: z.enum(transactionStatuses),
  purpose: z.enum(transactionPurposes),
  category: z.enum(spendingCategories).nullable(),
  merchant: Merchant.nullable(),
  /**
   * Effect on the balance; money that leaves is negative. A floating row has the held and settled amount, a
   * released row the amount that was held, and a declined row the requested amount; the last two changed no
   * balance.
   */
  amount: SignedCents,
  /** The part of `amount` that is still held. */
  held: Cents,
  /**
   * `amount` plus the card issuer's fees of the same payment: the whole amount that the payment debits.
   */
  total: SignedCents,
  /** The card issuer's fees in `total`, by the issuer's name of the fee (`atm`, `fx`). */
  fees: z.array(z.object({ type: z.string(), amount: Cents })),
  original: Original.nullable(),
  /** When it was settled; otherwise when it was authorised or declined. */
  at: Instant,
  authorisedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  /** Floating rows: the hold ends at this instant when the merchant has not charged it. */
  holdsUntil: Instant.nullable(),
  decline: Decline.nullable(),
  /**
   * Purpose `fee`: the issuer's name of the fee (`atm`, `fx`). Purpose `refund`: `chargeback`, otherwise
   * null.
   */
  reason: z.string().nullable(),
  /** Purpose `refund`: the time of the refunded payment; null when unknown. */
  refundOf: Instant.nullable(),
  /** Only for purpose `load`. */
  load: z.object({ id: Id, speed: z.string(), gross: Cents, fee: Cents }).nullable(),
  /** Purpose `transfer`: the company whose wallet paid. */
  sender: z.string().nullable(),
})
export type TransactionRow = z.output<typeof TransactionRow>

const filters = {
  /** `settled` includes refunded rows; absent: all. */
  status: z.enum(['floating', 'settled', 'released', 'declined']).optional(),
  cardId: Id.optional(),
  category: z.enum(spendingCategories).optional(),
  purpose: z.enum(transactionPurposes).optional(),
}

/** Filter of the rows of a list or its CSV file. */
export const TransactionFilter = z
  .object({
    ...filters,
    /** First and last day, inclusive, in the person's time zone. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    /** Text from the merchant's name or city, or an amount such as 64.20. */
    q: searchText.optional(),
  })
  .refine(isSpan, spanError)
export type TransactionFilter = z.output<typeof TransactionFilter>

export const listTransactions = listEndpoint({
  path: '/transactions',
  summary:
    'Transactions of my cards, newest first; fees are part of their payments unless `purpose` requests them',
  who: 'signed-in',
  row: TransactionRow,
  sorts: ['-at'],
  days: 'at',
  search: true,
  filters,
  csv: {},
})

/** One message of the issuer about a payment, in our terms. */
const PaymentEvent = z.object({
  id: Id,
  type: z.enum(['authorisation', 'increment', 'reversal', 'clearing', 'refund', 'decline', 'lapse']),
  amount: Cents,
  original: Original.nullable(),
  fees: z.array(z.object({ type: z.string(), amount: Cents })),
  final: z.boolean(),
  at: Instant,
})

export const TransactionDetail = TransactionRow.extend({
  card: z.object({ id: Id, lastDigits: z.string().nullable(), nameOnCard: z.string(), form: z.string() }),
  /** Authorisation code that the merchant and the bank know. */
  authorisationCode: z.string().nullable(),
  /** In the order of their times; empty for loads. */
  events: z.array(PaymentEvent),
  /** Refunds of the same payment, and the payment itself when this row is one of its fees or refunds. */
  related: z.array(TransactionRow),
})
export type TransactionDetail = z.output<typeof TransactionDetail>

export const readTransaction = endpoint({
  method: 'GET',
  path: '/transactions/:id',
  summary: 'One row with the history of its payment',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: TransactionDetail,
  refusals: { record_not_found: 404 },
})

export const exportTransactions = endpoint({
  method: 'GET',
  path: '/transactions/export',
  summary: 'The same rows as a CSV file (text/csv, UTF-8 with BOM), labels in the language of the reader',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  body: 'bare',
  input: listTransactions.csv.input,
  output: z.null(),
  streams: ['text/csv'],
  refusals: { validation: 422, record_not_found: 404, unavailable: 503, rate_limited: 429 },
})

/** Rows as sent on the wire: money and instants are text. */
export type TransactionOnWire = WireOf<typeof listTransactions>['items'][number]
export type TransactionDetailOnWire = WireOf<typeof readTransaction>
