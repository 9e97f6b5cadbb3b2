import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { bookValueOf, ledgerDecimalsOf } from '../loads/load-quote.ts'
import { limitRefusal, type OperationLimits } from '../wallets/operation-limits.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

/** A rate of 1.00 USD. */
export const parRate = 100_000_000n
/** Ledger units of a cent at a rate of 1: 10^(decimals − 2); the rate is at 10^-8. */
const perCent = (ledgerDecimals: number) => 10n ** BigInt(ledgerDecimals + 6)

/** An address of the book, as far as a decision needs it. */
export type BookedAddress = {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly label: string
  readonly usableFrom: Date
}

/** Why nothing can be withdrawn from these wallets now. */
export type Obstacle = 'wallet_not_found' | 'company_inactive' | 'module_off' | 'withdrawals_wait'

export type WithdrawalRequest = {
  /** Null: there is no holder. */
  readonly holder: WalletHolder | null
  readonly obstacle: Obstacle | null
  readonly wallet: WalletType
  readonly owedCents: bigint
  readonly totalCents: bigint
  readonly feeCents: bigint
  readonly limits: OperationLimits | null
  /** Null: the book of the holder does not have it. */
  readonly address: BookedAddress | null
  /** Whether the chain of the address pays the coin. */
  readonly isPayable: boolean
  readonly now: Date
}

export type WithdrawalRefusal =
  | Obstacle
  | 'address_not_found'
  | 'address_waits'
  | 'payment_currency_invalid'
  | 'invalid_amount'
  | 'not_enough_money'

export type DecidedWithdrawal = {
  readonly holder: WalletHolder
  readonly address: BookedAddress
  readonly limits: OperationLimits
  readonly totalCents: bigint
  readonly feeCents: bigint
  readonly netCents: bigint
}

/** What may leave a wallet: never what is owed, and never out of an allowance (money §3). */
export const withdrawableCents = (availableCents: bigint, owedCents: bigint): bigint =>
  availableCents > owedCents ? availableCents - owedCents : 0n

/** Decides on a request (domain §9). */
export const decideWithdrawal = (
  request: WithdrawalRequest,
): Answer<DecidedWithdrawal, WithdrawalRefusal> => {
  const { holder, obstacle, wallet, owedCents, totalCents, feeCents, limits, address, now } = request
  if (obstacle) return refused(obstacle)
  const state = holder && openWallet(holder, wallet)
  if (!holder || !state || !limits) return refused('wallet_not_found', { field: 'wallet' })
  if (!address) return refused('address_not_found', { field: 'addressId' })
  if (address.usableFrom > now) return refused('address_waits', { field: 'addressId' })
  if (!request.isPayable) return refused('payment_currency_invalid', { field: 'asset' })
  const netCents = totalCents - feeCents
  const outside = limitRefusal(totalCents, limits, 'total')
  if (outside) return outside
  if (netCents <= 0n) return refused('invalid_amount', { field: 'total' })
  if (withdrawableCents(state.availableCents, owedCents) < totalCents)
    return refused('not_enough_money', { field: 'total' })
  return accepted({ holder, address, limits, totalCents, feeCents, netCents })
}

/** What a payment sends, and what that is worth in the books (money §3, payout). */
export type PaidFigures = {
  readonly units: bigint
  readonly valueCents: bigint
  readonly spreadCents: bigint
}

/** Units are the net at the rate of the payment, rounded down; the value is at the mid rate, half-up. */
export const paidFigures = (of: {
  readonly netCents: bigint
  readonly rate: bigint
  readonly midRate: bigint
  readonly contractDecimals: number
  readonly fixedUnits?: bigint | null
}): PaidFigures => {
  const { netCents, rate, midRate, fixedUnits = null } = of
  if (rate <= 0n) throw new RangeError('A rate must be above zero')
  const ledgerDecimals = ledgerDecimalsOf(of.contractDecimals)
  const units = fixedUnits ?? (netCents * perCent(ledgerDecimals)) / rate
  const valueCents = bookValueOf({ units, midRate, ledgerDecimals })
  return { units, valueCents, spreadCents: netCents - valueCents }
}
