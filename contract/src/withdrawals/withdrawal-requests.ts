import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { PayoutAddress } from '../loads/load-resolutions.ts'
import { Cents, SignedCents } from '../money.ts'
import { AmountLimits, JournalLeg, WalletChange, WalletType } from '../wallets/wallet-money.ts'
import { addressRisks, WithdrawalParams } from '../withdrawals.ts'
import { Id, Instant, typedText } from '../wire.ts'

/** Whose wallets: the reader's own, or those of the reader's company, which need `withdrawals.create`. */
export const withdrawalOwners = ['me', 'company'] as const
const Whose = z.object({ of: z.enum(withdrawalOwners).default('me') })

/** Why nothing can be withdrawn now. */
export const withdrawalObstacles = [
  'wallet_not_found',
  'company_inactive',
  'module_off',
  'withdrawals_wait',
] as const

const OwnWallet = z.object({
  wallet: WalletType,
  available: SignedCents,
  reserved: Cents,
  /** Shares to be recovered, which are not withdrawn. */
  owed: Cents,
  /** What is left of the available money. */
  withdrawable: Cents,
})

export const readWithdrawalTerms = endpoint({
  method: 'GET',
  path: '/withdrawals/terms',
  summary: 'What can be withdrawn from both wallets, the fee, the limits, the coins, and why nothing can',
  who: 'signed-in',
  input: Whose,
  output: z.object({
    /** Empty: there are no wallets. */
    wallets: z.array(OwnWallet),
    fee: Cents,
    limits: AmountLimits.nullable(),
    coins: z.array(z.object({ asset: z.string(), network: z.string() })),
    addressWaitHours: z.number().int(),
    obstacle: z.enum(withdrawalObstacles).nullable(),
    /** Withdrawals wait until then, because a factor, the e-mail or the password changed. */
    waitsUntil: Instant.nullable(),
  }),
  refusals: { permission_denied: 403 },
})

const BookedAddress = z.object({
  id: Id,
  label: z.string(),
  network: z.string(),
  address: z.string(),
  addedAt: Instant,
  /** A new address waits until then. */
  usableFrom: Instant,
  isUsable: z.boolean(),
  risk: z.enum(addressRisks),
})

export const listPayoutAddresses = endpoint({
  method: 'GET',
  path: '/payout-addresses',
  summary: 'The address book for withdrawals',
  who: 'signed-in',
  input: Whose,
  output: z.array(BookedAddress),
  refusals: { permission_denied: 403 },
})

export const addPayoutAddress = endpoint({
  method: 'POST',
  path: '/payout-addresses',
  summary: 'Add an address to the book; it can be used after a wait',
  who: 'signed-in',
  effect: 'outside',
  stepUp: 'S2',
  idempotent: true,
  rate: 'write',
  status: 201,
  input: Whose.extend({
    label: typedText({ min: 1, max: 60 }),
    network: z.string().min(1).max(40),
    address: PayoutAddress,
  }),
  output: z.object({ id: Id, usableFrom: Instant }),
  refusals: {
    permission_denied: 403,
    wallet_not_found: 404,
    validation: 422,
    address_taken: 409,
    /** A list of sanctions names it. */
    address_refused: 409,
    /** The book has as many addresses as it may have. */
    too_many_addresses: 409,
  },
})

export const removePayoutAddress = endpoint({
  method: 'DELETE',
  path: '/payout-addresses/:id',
  summary: 'Remove an address from the book; requested withdrawals keep it',
  who: 'signed-in',
  params: z.object({ id: Id }),
  output: z.null(),
  refusals: { record_not_found: 404 },
})

const Withdrawal = Whose.extend({
  wallet: WalletType,
  addressId: Id,
  asset: z.string().min(1).max(20),
  /** What leaves the wallet; the fee is inside. */
  total: Cents,
})

const refusals = {
  permission_denied: 403,
  wallet_not_found: 404,
  company_inactive: 409,
  /** Switched off for the tier of the company. */
  module_off: 409,
  /** A factor, the e-mail or the password changed. */
  withdrawals_wait: 409,
  /** It is not in the book any more. */
  address_not_found: 409,
  /** It was added too short a time ago. */
  address_waits: 409,
  address_refused: 409,
  payment_currency_invalid: 409,
  invalid_amount: 409,
  not_enough_money: 409,
} as const

export const previewWithdrawal = endpoint({
  method: 'GET',
  path: '/withdrawals/preview',
  summary:
    'What a withdrawal would pay: its fee, the coins at the present rate, and the wallet before and after',
  who: 'signed-in',
  effect: 'outside',
  input: Withdrawal,
  output: z.object({
    change: WalletChange,
    withdrawable: Cents,
    total: Cents,
    fee: Cents,
    net: Cents,
    asset: z.string(),
    network: z.string(),
    address: z.string(),
    addressLabel: z.string(),
    /** Decimal number of coins at the present rate; the rate of the payment decides. */
    coins: z.string(),
    isAtPar: z.boolean(),
    limits: AmountLimits,
    legs: z.array(JournalLeg),
  }),
  refusals: { ...refusals, rate_unavailable: 503 },
})

export const requestWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  summary: 'Request a withdrawal: the money is reserved until an administrator decides',
  who: 'signed-in',
  effect: 'money',
  stepUp: 'S2',
  idempotent: true,
  rate: 'money',
  /** `fee` is the fee that the person saw; another one needs a new confirmation. */
  input: Withdrawal.extend({ fee: Cents, description: typedText({ min: 0, max: 140 }) }),
  output: z.object({ id: Id, ref: z.string() }),
  refusals: {
    ...refusals,
    fee_changed: 409,
    /** Another operation on the wallet was faster each time. */
    wallet_changed: 409,
  },
})

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/cancellation',
  summary: 'Cancel a withdrawal that is not approved; the wallet has the money again',
  who: 'signed-in',
  effect: 'money',
  idempotent: true,
  rate: 'money',
  params: WithdrawalParams,
  output: z.object({ id: Id }),
  refusals: { record_not_found: 404, withdrawal_processed: 409 },
})
