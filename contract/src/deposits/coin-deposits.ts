import { z } from 'zod'
import { ApprovalReason, ApprovalRequested } from '../approvals.ts'
import { endpoint } from '../endpoint.ts'
import { PayoutAddress } from '../loads/load-resolutions.ts'
import { claimTransfer, Load, quoteLoad } from '../loads.ts'
import { Cents } from '../money.ts'
import { WalletType } from '../wallets/wallet-money.ts'
import { Id, Instant } from '../wire.ts'

const Params = z.object({ id: Id })
const Limits = z.object({ minimum: Cents, maximum: Cents, leftToday: Cents })
const Company = z.object({ id: Id, name: z.string() })

/** `deposits.create` makes deposits of every company in scope; who withdraws from a company's wallets makes its own. */
const companyRefusals = {
  permission_denied: 403,
  company_not_found: 404,
  /** The operator's own company has no wallets, or they are closed. */
  wallet_not_found: 404,
  /** It, or a company above it, is deactivated. */
  company_closed: 409,
} as const

export const readCoinDepositOptions = endpoint({
  method: 'GET',
  path: '/coin-deposit-options',
  summary: 'The coins that a company can pay a deposit with, and the limits of both wallets',
  who: 'deposits.view',
  effect: 'outside',
  rate: 'read',
  input: z.object({ companyId: Id }),
  output: z.object({
    company: Company,
    assets: z.array(
      Load.shape.asset
        .pick({ symbol: true, name: true, network: true, decimals: true })
        .extend({ minimum: Cents }),
    ),
    limits: z.object({ regular: Limits, immediate: Limits }),
  }),
  refusals: companyRefusals,
})

const Wanted = z.object({
  companyId: Id,
  amount: Cents,
  asset: z.string().max(20),
  network: z.string().max(40),
})

const priceRefusals = {
  ...companyRefusals,
  invalid_amount: 409,
  payment_currency_invalid: 409,
  same_currency: 409,
  rate_unavailable: 503,
} as const

export const quoteCoinDeposit = endpoint({
  method: 'GET',
  path: '/coin-deposit-offers',
  summary: 'Price of a deposit in crypto for both wallets; it is not locked yet',
  who: 'deposits.view',
  effect: 'outside',
  rate: 'read',
  input: Wanted,
  output: quoteLoad.output,
  refusals: priceRefusals,
})

/** A deposit in crypto: a payment like that of a load, with the company that pays. */
export const CoinDeposit = Load.omit({ card: true, waitsForFloat: true, creditReview: true }).extend({
  company: Company,
  /** Whether the reader speaks for the company that pays: only they say where a refund goes. */
  isPayer: z.boolean(),
  /** When administrators last requested the address of a refund from the company. */
  addressRequestedAt: Instant.nullable(),
  /** Whether the reader may search a payment for it by its transaction hash. */
  canClaim: z.boolean(),
  /** Whether the reader may cancel it, decide about money that is not as quoted, and enter an address for its company. */
  canCancel: z.boolean(),
  canDecide: z.boolean(),
  canEnterAddress: z.boolean(),
  /** Whether the reader may withdraw the request of its refund, or stop its refund, of which nothing is on its way. */
  canWithdrawRefund: z.boolean(),
  canStopRefund: z.boolean(),
})

export const createCoinDeposit = endpoint({
  method: 'POST',
  path: '/coin-deposits',
  summary: 'Lock the price of a deposit in crypto for 30 minutes and get the address to pay to',
  who: 'deposits.view',
  effect: 'outside',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  status: 201,
  input: Wanted.extend({ wallet: WalletType }),
  output: CoinDeposit,
  refusals: { ...priceRefusals, too_many_quotes: 409 },
})

export const readCoinDeposit = endpoint({
  method: 'GET',
  path: '/coin-deposits/:id',
  summary: 'A deposit in crypto with its payment, dates and history',
  who: 'deposits.view',
  effect: 'outside',
  rate: 'read',
  params: Params,
  output: CoinDeposit,
  refusals: { record_not_found: 404 },
})

export const cancelCoinDeposit = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/cancel',
  summary: 'Cancel the quote of a deposit that was not paid',
  who: 'deposits.view',
  stepUp: 'S2',
  params: Params,
  output: z.null(),
  refusals: { record_not_found: 404, permission_denied: 403, load_expired: 410, load_already_paid: 409 },
})

export const claimCoinTransfer = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/transfers',
  summary: 'Find a payment that was sent for a deposit already, by its transaction hash',
  who: 'deposits.view',
  effect: 'outside',
  audited: false,
  params: Params,
  input: claimTransfer.input,
  output: claimTransfer.output,
  refusals: { record_not_found: 404, permission_denied: 403 },
})

const resolving = {
  record_not_found: 404,
  resolution_chosen: 409,
  resolution_not_possible: 409,
  rate_unavailable: 503,
  own_money: 409,
} as const

export const creditCoinDeposit = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/credit',
  summary: 'Credit a wallet with crypto that is not as quoted, when a second person approves it',
  who: 'deposits.approve',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  params: Params,
  /** The net that the person saw; the wallet never gets less. */
  input: z.object({ net: Cents, reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: { ...resolving, amount_changed: 409, kyc_required: 409, wallet_changed: 409 },
})

export const requestRefundAddress = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/refund-address-requests',
  summary:
    'Choose the refund of a deposit that is not as quoted, and notify its company that an address is needed',
  who: 'deposits.approve',
  effect: 'outside',
  stepUp: 'S2',
  onePersonBecause:
    'it only notifies the company; two people approve the refund to the address that it enters',
  idempotent: true,
  rate: 'money',
  params: Params,
  output: z.null(),
  /** Nobody would be notified: the company is closed, or nobody of it may move its money. */
  refusals: { ...resolving, refund_without_payer: 409 },
})

export const refundCoinDeposit = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/refund',
  summary: 'Queue the refund to the address that the company confirmed, when a second person approves it',
  who: 'deposits.approve',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  params: Params,
  /** The address that the administrator saw; a refund to another one needs a new decision. */
  input: z.object({ address: PayoutAddress, reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: { record_not_found: 404, resolution_chosen: 409, refund_not_requested: 409, own_money: 409 },
})

export const stopCoinRefund = endpoint({
  method: 'POST',
  path: '/coin-deposits/:id/refund/stop',
  summary:
    'End a queued return of crypto that cannot be paid, when a second person approves it; what is not paid is in review again',
  who: 'deposits.approve',
  effect: 'money',
  stepUp: 'S2',
  fourEyes: true,
  idempotent: true,
  status: 202,
  rate: 'money',
  params: Params,
  input: z.object({ reason: ApprovalReason }),
  output: ApprovalRequested,
  refusals: { record_not_found: 404, refund_not_queued: 409, refund_being_paid: 409 },
})
