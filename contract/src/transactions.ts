import { z } from 'zod'
import { declineFixes, declineReasonCodes } from './cards/declines.ts'
import { endpoint, type WireOf } from './endpoint.ts'
import { Cents, SignedCents } from './money.ts'
import { listEndpoint } from './list.ts'
import { CalendarDate, Id, Instant, isSpan, searchText, spanError } from './wire.ts'

/**
 * Where a row stands. `floating`: held, not settled yet · `settled` · `refunded`: settled, and all of it given back in
 * rows of its own · `released`: was held, nothing was charged · `declined`: nothing happened.
 */
export const transactionStatuses = ['floating', 'settled', 'refunded', 'released', 'declined'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** What the money of a settled row was for (domain §6). */
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

/** What kind of shop it was, from its merchant category code; loads have none. */
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

/** A decline with the fix that holds now: what was missing may be there by now. */
export const Decline = z.object({
  reason: z.enum(declineReasonCodes),
  fix: z.enum(declineFixes),
  /** What could be spent when it was declined; for `insufficient_funds`. */
  available: SignedCents.nullable(),
  /** To load so that the same payment passes now; for the fix `load`. */
  missing: Cents.nullable(),
})
export type Decline = z.output<typeof Decline>

const Merchant = z.object({
  name: z.string(),
  /** Merchant category code, four digits. */
  mcc: z.string(),
  city: z.string().nullable(),
  /** ISO 3166-1, two letters; what the issuer wrote where it is no such country. */
  country: z.string().nullable(),
})

/** What was asked for in the shop's currency; null where that is USD. */
const Original = z.object({
  amount: z.string(),
  currency: z.string(),
  /**
   * Shop's currency per USD, a decimal string: `amount` by it is what the payment took before fees. Null where nothing
   * was charged and no known rate leads to what was asked for.
   */
  rate: z.string().nullable(),
})

export const TransactionRow = z.object({
  /** Row id; the detail takes it. */
  id: Id,
  /** The card payment that this row belongs to: its fees and refunds are rows of their own. Null for loads. */
  paymentId: Id.nullable(),
  cardId: Id,
  lastDigits: z.string().nullable(),
  status: z.enum(transactionStatuses),
  purpose: z.enum(transactionPurposes),
  category: z.enum(spendingCategories).nullable(),
  merchant: Merchant.nullable(),
  /**
   * Effect on the balance: negative is out. A floating row shows what is held and settled, a released one what was held,
   * a declined one what was asked for; the last two moved nothing.
   */
  amount: SignedCents,
  /** Of `amount`, what is still only held. */
  held: Cents,
  /** `amount` with the card issuer's fees of the same payment: what the payment takes from the card in all. */
  total: SignedCents,
  /** Of `total`, what the card issuer charges, by its word for the fee (`atm`, `fx`). */
  fees: z.array(z.object({ type: z.string(), amount: Cents })),
  original: Original.nullable(),
  /** When it was settled, else when it was authorised or declined. */
  at: Instant,
  authorisedAt: Instant.nullable(),
  settledAt: Instant.nullable(),
  /** Floating: the hold is released by itself at this instant unless the shop takes it. */
  holdsUntil: Instant.nullable(),
  decline: Decline.nullable(),
  /** Purpose `fee`: which one, in the issuer's word (`atm`, `fx`). Purpose `refund`: `chargeback`, else null. */
  reason: z.string().nullable(),
  /** Purpose `refund`: when the payment was made that it gives back; null where it is not known. */
  refundOf: Instant.nullable(),
  /** Purpose `load`. */
  load: z.object({ id: Id, speed: z.string(), gross: Cents, fee: Cents }).nullable(),
})
export type TransactionRow = z.output<typeof TransactionRow>

const filters = {
  /** `settled` holds refunded ones too; absent: all. */
  status: z.enum(['floating', 'settled', 'released', 'declined']).optional(),
  cardId: Id.optional(),
  category: z.enum(spendingCategories).optional(),
  purpose: z.enum(transactionPurposes).optional(),
}

/** Which rows a list or its CSV holds. */
export const TransactionFilter = z
  .object({
    ...filters,
    /** First and last day, inclusive, in the person's time zone. */
    from: CalendarDate.optional(),
    to: CalendarDate.optional(),
    /** Words of the merchant's name or city, or an amount such as 64.20. */
    q: searchText.optional(),
  })
  .refine(isSpan, spanError)
export type TransactionFilter = z.output<typeof TransactionFilter>

export const listTransactions = listEndpoint({
  path: '/transactions',
  summary:
    'What happened on my cards, newest first; fees are inside of their payments unless asked for by purpose',
  who: 'signed-in',
  row: TransactionRow,
  sorts: ['-at'],
  days: 'at',
  search: true,
  filters,
  csv: {},
})

/** One message of the issuer about a payment, in our words. */
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
  /** Code that shop and bank know the payment by. */
  authorisationCode: z.string().nullable(),
  /** In the order in which they happened; empty for loads. */
  events: z.array(PaymentEvent),
  /** Refunds of the same payment, and the payment itself where this row is one of its fees or refunds. */
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

/** What travels of a row: money and instants are text. */
export type TransactionOnWire = WireOf<typeof listTransactions>['items'][number]
export type TransactionDetailOnWire = WireOf<typeof readTransaction>
