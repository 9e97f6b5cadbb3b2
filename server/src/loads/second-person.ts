import { parseUnits, rateDecimals } from '@cardamom/contract/money'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import type { PaymentRecord } from './load-record.ts'
import type { CoinAmount } from './load-refunds.sql.ts'

/** Whether two people decide about an amount in cents; null: an amount of unknown worth. */
export const isAboveLimit = (cents: bigint | null, limitCents: bigint): boolean =>
  limitCents === 0n || cents === null || cents > limitCents

/**
 * What a refund is worth, in cents, rounded up: at the mid rate of the quote, because a check inside a transaction
 * calls no provider. Null where a coin came that was not quoted.
 */
export const refundWorth = (
  { asset, decimals, midRate }: Pick<PaymentRecord, 'asset' | 'decimals' | 'midRate'>,
  amounts: readonly CoinAmount[],
): bigint | null => {
  const perCent = 10n ** BigInt(decimals + rateDecimals - 2)
  let cents = 0n
  for (const { amount, asset: coin } of amounts) {
    const units = coin === asset ? parseUnits({ text: amount, decimals }) : null
    if (units === null) return null
    cents += (units * midRate + perCent - 1n) / perCent
  }
  return cents
}

/** The limit above which two people decide about a payment in review. */
export const readReviewLimit = (sql: Queries): Promise<bigint> => readSetting(sql, 'secondPersonReview')
