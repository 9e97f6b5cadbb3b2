import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listEndpoint } from './list.ts'
import { LoadSpeed, Offer } from './loads/load-offer.ts'
import { LoadPart, PartOf } from './loads/load-parts.ts'
import { CryptoText, LoadRefund } from './loads/load-refund.ts'
import { Cents, FeePercent, Rate } from './money.ts'
import { CalendarDate, Id, Instant } from './wire.ts'

/** States of a load in this version (domain §15); a list can be filtered by each. */
export const loadStatuses = [
  'quoted',
  'detected',
  'confirmed',
  'review',
  'held',
  'crediting',
  'credit_failed',
  'credited',
  'cancelled',
  'expired',
  'refunding',
  'refunded',
] as const
/** The same of a payment for the wallet of a company, which ends as a deposit in it. */
export const paymentStatuses = [...loadStatuses, 'topped_up'] as const

/** A text, because a newer server may have more states; the web shows an unknown state unchanged (api §1). */
const Status = z.string()

const Asset = z.object({
  symbol: z.string(),
  name: z.string(),
  network: z.string(),
  decimals: z.number().int(),
})

export const readLoadOptions = endpoint({
  method: 'GET',
  path: '/load-options',
  summary: 'Cards that can be loaded, the coins to pay with, and the limits',
  who: 'signed-in',
  output: z.object({
    cards: z.array(
      z.object({ id: Id, lastDigits: z.string().nullable(), form: z.string(), loadable: z.boolean() }),
    ),
    /** `minimum`: of this coin; it is never below that of the limits. */
    assets: z.array(Asset.extend({ minimum: Cents })),
    limits: z.object({ minimum: Cents, maximum: Cents, daily: Cents, leftToday: Cents }),
  }),
  refusals: {},
})

const RequestedLoad = z.object({
  cardId: Id,
  amount: Cents,
  asset: z.string().max(20),
  network: z.string().max(40),
})

export const quoteLoad = endpoint({
  method: 'GET',
  path: '/load-offers',
  summary: 'Price of a load in both speeds; it is not locked yet',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  input: RequestedLoad,
  output: z.object({
    amount: Cents,
    asset: Asset,
    due: CryptoText,
    rate: Rate,
    midRate: Rate,
    spreadPercent: FeePercent,
    offers: z.array(Offer),
  }),
  refusals: {
    record_not_found: 404,
    invalid_amount: 409,
    payment_currency_invalid: 409,
    same_currency: 409,
    rate_unavailable: 503,
  },
})

const Transfer = z.object({
  txHash: z.string(),
  amount: CryptoText,
  asset: z.string(),
  /** `seen` until its block is final; `gone` when a chain reorganisation removed it. */
  status: z.enum(['seen', 'final', 'gone', 'unlisted']),
  blockNumber: z.string(),
  /** Number of blocks after the transfer's block; `confirmationsNeeded` make it final. */
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
  at: Instant,
})

/** A choice of the payer for a payment that differs from the quote, with its exact result. */
const Resolution = z.object({
  kind: z.enum(['credit', 'refund', 'pay_rest']),
  gross: Cents.nullable(),
  fee: Cents.nullable(),
  net: Cents.nullable(),
  amount: CryptoText.nullable(),
  /** Coin of `amount`; a different coin than quoted may have arrived. */
  asset: z.string().nullable(),
})

export const Load = z.object({
  id: Id,
  ref: z.string(),
  version: z.number().int(),
  status: Status,
  exception: z.string().nullable(),
  speed: LoadSpeed,
  card: z.object({ id: Id, lastDigits: z.string().nullable(), form: z.string() }),
  gross: Cents,
  fee: Cents,
  feePercent: FeePercent,
  net: Cents,
  /** `tokenAddress` is null for the chain's own coin. */
  asset: Asset.extend({ tokenAddress: z.string().nullable(), chainId: z.number().int() }),
  rate: Rate,
  midRate: Rate,
  spreadPercent: FeePercent,
  due: CryptoText,
  received: CryptoText,
  missing: CryptoText,
  address: z.string(),
  quotedAt: Instant,
  expiresAt: Instant,
  acceptedAt: Instant.nullable(),
  usualAt: Instant,
  latestAt: Instant,
  creditedAt: Instant.nullable(),
  /**
   * `waitsForFloat`: the float is too small for this load now. `creditReview`: the issuer cannot show whether
   * the credit was made, so two people check it.
   */
  waitsForFloat: z.boolean(),
  creditReview: z.boolean(),
  /** For a paid regular load: days of the business calendar (UTC) from the payment to the latest release. */
  days: z.array(z.object({ day: CalendarDate, skipped: z.enum(['weekend', 'holiday']).nullable() })),
  transfers: z.array(Transfer),
  resolutions: z.array(Resolution),
  /** The newest refund that the payer requested and did not withdraw. */
  refund: LoadRefund.nullable(),
  history: z.array(z.object({ status: Status, at: Instant })),
  /** What was undone or reversed of it; the amounts above are what is left. */
  parts: z.array(LoadPart),
  /** The load that it is a part of, where it was undone or reversed. */
  partOf: PartOf.nullable(),
})
export type Load = z.output<typeof Load>

export const createLoad = endpoint({
  method: 'POST',
  path: '/loads',
  summary: 'Lock a quote for 30 minutes and get the address to pay to',
  who: 'signed-in',
  effect: 'outside',
  idempotent: true,
  rate: 'money',
  status: 201,
  input: RequestedLoad.extend({ speed: LoadSpeed }),
  output: Load,
  refusals: {
    record_not_found: 404,
    invalid_amount: 409,
    payment_currency_invalid: 409,
    same_currency: 409,
    card_not_associated: 409,
    card_not_loadable: 409,
    card_invalid: 409,
    /** Another first load of the card was accepted meanwhile, so this one has the limits of later loads. */
    card_already_loaded: 409,
    kyc_required: 409,
    speed_not_offered: 409,
    too_many_quotes: 409,
    rate_unavailable: 503,
  },
})

export const readLoad = endpoint({
  method: 'GET',
  path: '/loads/:id',
  summary: 'A load with its transfers, dates and history',
  who: 'signed-in',
  effect: 'outside',
  rate: 'read',
  params: z.object({ id: Id }),
  output: Load,
  refusals: { record_not_found: 404 },
})

export const LoadRow = Load.pick({
  id: true,
  ref: true,
  status: true,
  exception: true,
  speed: true,
  gross: true,
  fee: true,
  net: true,
  quotedAt: true,
  expiresAt: true,
  latestAt: true,
  creditedAt: true,
}).extend({ cardId: Id })

export const listLoads = listEndpoint({
  path: '/loads',
  summary: 'My loads, newest first',
  who: 'signed-in',
  row: LoadRow,
  sorts: ['-quotedAt'],
  filters: { status: z.enum(loadStatuses).optional(), open: z.stringbool().optional() },
})

export const cancelLoad = endpoint({
  method: 'POST',
  path: '/loads/:id/cancel',
  summary: 'Cancel a quote that was not paid',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { record_not_found: 404, load_expired: 410, load_already_paid: 409 },
})

export const claimTransfer = endpoint({
  method: 'POST',
  path: '/loads/:id/transfers',
  summary: 'Find a payment that I already sent, by its transaction hash',
  who: 'signed-in',
  effect: 'outside',
  audited: false,
  params: z.object({ id: Id }),
  input: z.object({
    txHash: z
      .string()
      .trim()
      .regex(/^0x[0-9a-fA-F]{64}$/, { error: 'tx_hash_invalid' }),
  }),
  output: z.object({ found: z.enum(['here', 'elsewhere', 'waiting', 'nowhere']) }),
  refusals: { record_not_found: 404 },
})
