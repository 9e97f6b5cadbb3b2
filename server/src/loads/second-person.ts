import { parseUnits, rateDecimals } from '@cardamom/contract/money'
import type { Queries } from '../kernel/queries.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { readDividedNet } from './load-parts.sql.ts'
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

/**
 * Whether two people decide about an amount of a load in cents; null: of unknown worth. Small parts of a large load add up, so
 * the whole of a load that was divided counts.
 */
export const needsTwoPeople = async (
  sql: Queries,
  { id, cents }: { readonly id: string; readonly cents: bigint | null },
): Promise<boolean> => {
  const limitCents = await readSetting(sql, 'secondPersonReview')
  if (isAboveLimit(cents, limitCents)) return true
  const wholeCents = await readDividedNet(sql, id)
  return wholeCents !== null && isAboveLimit(wholeCents, limitCents)
}
