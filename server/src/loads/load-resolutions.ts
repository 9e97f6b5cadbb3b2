import type { OutputOf } from '@cardamom/contract/endpoint'
import type { readLoad } from '@cardamom/contract/loads'
import { formatUnits } from '@cardamom/contract/money'
import type { PaymentAsset } from '../providers/rail/port.ts'
import {
  figuresOf,
  isDeposit,
  priceDeposits,
  type CurrentRates,
  type Deposit,
  type LoadTotals,
  type PartMoney,
  type PricedPart,
} from './load-pricing.ts'
import { isLoad, type PaymentRecord } from './load-record.ts'
import type { CoinAmount, OpenRefund } from './load-refunds.sql.ts'
import type { TransferRow } from './chain-transfers.sql.ts'

type Resolution = OutputOf<typeof readLoad>['resolutions'][number]

/** Facts on which the resolution options of a load depend, besides the load (domain §5). */
export type ResolutionFacts = {
  readonly transfers: readonly TransferRow[]
  readonly assets: readonly PaymentAsset[]
  readonly current: CurrentRates
  readonly ofPart: PartMoney | null
  /** A refund below this costs more than its value: only the credit is offered. */
  readonly refundMinimumCents: bigint
  readonly isVerified: boolean
  readonly limits: { readonly minimumCents: bigint; readonly mostCents: bigint }
  readonly refund: OpenRefund | null
}

export const isWaitingForRest = ({
  status,
  exception,
}: Pick<PaymentRecord, 'status' | 'exception'>): boolean => status === 'detected' && exception === 'underpaid'

/** Whether its payer may miss a payment that they sent, because not all of it was seen. */
export const isClaimable = (load: Pick<PaymentRecord, 'status' | 'exception'>): boolean =>
  load.status === 'quoted' || load.status === 'expired' || isWaitingForRest(load)

/** Whether the payer can choose what happens to the money of this load. */
export const isResolvable = (load: Pick<PaymentRecord, 'status' | 'exception'>): boolean =>
  load.status === 'review' || isWaitingForRest(load)

/**
 * The deposits that a choice is about. None while another transfer is not final, because the choice must
 * cover all of the money.
 */
export const depositsOf = (load: PaymentRecord, transfers: readonly TransferRow[]): readonly Deposit[] => {
  const isMoreComing =
    isWaitingForRest(load) && transfers.some((row) => row.status === 'seen' && isDeposit(row))
  if (!isResolvable(load) || isMoreComing) return []
  return transfers.filter(({ status }) => status === 'final').filter(isDeposit)
}

export type Credit = { readonly parts: readonly PricedPart[]; readonly figures: LoadTotals }
type NoCredit = 'rate_unavailable' | 'kyc_required' | 'resolution_not_possible'

/** The minimum of a load does not apply to money that is too little to return (domain §5). */
const isWithinLimits = (grossCents: bigint, { limits, refundMinimumCents }: ResolutionFacts): boolean =>
  grossCents <= limits.mostCents && (grossCents >= limits.minimumCents || grossCents < refundMinimumCents)

/** The load for all money from cleared wallets, or why it is impossible. */
export const creditOf = (load: PaymentRecord, facts: ResolutionFacts): Credit | NoCredit => {
  const deposits = depositsOf(load, facts.transfers).filter((row) => !row.screenedOut)
  if (deposits.length === 0 || load.exception === 'screening') return 'resolution_not_possible'
  // A top-up that was reversed is only returned.
  if (!isLoad(load) && load.acceptance > 0) return 'resolution_not_possible'
  const priced = priceDeposits(load, deposits, facts)
  if (!priced) return 'rate_unavailable'
  // A coin of less than a cent is only booked, as at an automatic acceptance.
  const parts = priced.filter(({ grossCents }) => grossCents > 0n)
  const figures = figuresOf(load, parts)
  if (figures.netCents <= 0n || !isWithinLimits(figures.grossCents, facts)) return 'resolution_not_possible'
  return facts.isVerified ? { parts, figures } : 'kyc_required'
}

type RefundFacts = Pick<ResolutionFacts, 'transfers' | 'assets' | 'current' | 'ofPart' | 'refundMinimumCents'>

/**
 * Coins that a refund returns. A coin of less than the smallest refund is not sent beside another one: its payment would
 * cost more than its value.
 */
const returnedCoins = (
  load: PaymentRecord,
  deposits: readonly Deposit[],
  facts: Omit<RefundFacts, 'transfers'>,
): string[] => {
  const coins = [...new Set(deposits.map(({ asset }) => asset))]
  const isWorthIt = (coin: string) => {
    const ofCoin = deposits.filter(({ asset }) => asset === coin)
    const grossCents = priceDeposits(load, ofCoin, facts)?.reduce((sum, part) => sum + part.grossCents, 0n)
    return grossCents === undefined || grossCents >= facts.refundMinimumCents
  }
  const worthIt = coins.filter(isWorthIt)
  return worthIt.length > 0 ? worthIt : coins
}

/** The returned amounts by coin, in the contract's own units. */
export const refundAmounts = (load: PaymentRecord, facts: RefundFacts): CoinAmount[] => {
  const { assets } = facts
  const deposits = depositsOf(load, facts.transfers)
  return returnedCoins(load, deposits, facts).map((symbol) => {
    const units = deposits
      .filter(({ asset }) => asset === symbol)
      .reduce((sum, row) => sum + BigInt(row.contractUnits), 0n)
    const decimals = assets.find((each) => each.symbol === symbol)?.decimals ?? 0
    return { amount: formatUnits({ units, decimals }), asset: symbol }
  })
}

/** Whether the money is enough to be returned. Where nothing else is possible, any amount is. */
export const isRefundable = (load: PaymentRecord, facts: ResolutionFacts): boolean => {
  const deposits = depositsOf(load, facts.transfers)
  if (deposits.length === 0) return false
  const parts = priceDeposits(load, deposits, facts)
  if (!parts) return true
  const grossCents = parts.reduce((sum, part) => sum + part.grossCents, 0n)
  return grossCents >= facts.refundMinimumCents || typeof creditOf(load, facts) === 'string'
}

const noMoney = { gross: null, fee: null, net: null, amount: null, asset: null }

/** The resolution options of a load whose money is not as quoted, with their exact results (domain §5). */
export const resolutionsOf = (load: PaymentRecord, facts: ResolutionFacts, missing: string): Resolution[] => {
  if (facts.refund) return []
  const credit = creditOf(load, facts)
  const figures = typeof credit === 'string' ? null : credit.figures
  const rest = isWaitingForRest(load) && /[1-9]/.test(missing)
  return [
    ...(rest ? [{ ...noMoney, kind: 'pay_rest' as const, amount: missing, asset: load.asset }] : []),
    ...(figures
      ? [
          {
            ...noMoney,
            kind: 'credit' as const,
            gross: figures.grossCents,
            fee: figures.feeCents,
            net: figures.netCents,
          },
        ]
      : []),
    ...(isRefundable(load, facts)
      ? refundAmounts(load, facts).map((back) => ({
          ...noMoney,
          kind: 'refund' as const,
          ...back,
        }))
      : []),
  ]
}
