import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { readLoadSettings } from './load-facts.ts'
import type { LoadsNeeds } from './load-needs.ts'
import { dueUnits, ledgerDecimalsOf, lockedRate, rateAgainSeconds } from './load-quote.ts'
import { readPayableAssets, type PayableAsset } from './payable-assets.ts'

export type PriceRefusal = 'same_currency' | 'payment_currency_invalid' | 'rate_unavailable'

/** Cards and wallets are in USD, so money in USD is no payment to convert. */
const ownCurrency = 'USD'

/** What a gross costs in a coin now. */
export type CoinPrice = {
  readonly asset: PayableAsset
  readonly rate: bigint
  readonly midRate: bigint
  readonly spreadHundredthsBp: bigint
  readonly units: bigint
}

type WantedPrice = { readonly amount: bigint; readonly asset: string; readonly network: string }

/** Prices an amount in a coin that the operator offers, at the rate of this moment (money §3). */
export const createCoinPrice = (
  { clock, db }: Pick<Kernel, 'clock' | 'db'>,
  { rail, rates }: Pick<LoadsNeeds, 'rail' | 'rates'>,
) => {
  return async (wanted: WantedPrice): Promise<Answer<CoinPrice, PriceRefusal>> => {
    const unknown = refused('payment_currency_invalid', { field: 'asset' })
    const isWanted = (each: { symbol: string; network: string }) =>
      each.symbol === wanted.asset && each.network === wanted.network
    if (wanted.asset === ownCurrency) return refused('same_currency', { field: 'asset' })
    if (!rail.assets.some(isWanted)) return unknown
    const mid = await rates.readMid(wanted.asset, clock.now())
    // All tenants: the coins and the spread are those of the operator.
    const { asset, spreadHundredthsBp } = await db.read(allTenants, async (sql) => ({
      asset: (await readPayableAssets(sql, rail.assets)).find(isWanted),
      spreadHundredthsBp: (await readLoadSettings(sql)).spreadHundredthsBp(wanted.asset),
    }))
    if (!asset) return unknown
    if ('none' in mid) return refused('rate_unavailable', { data: { retryAfterSeconds: rateAgainSeconds } })
    const { midRate } = mid
    const rate = lockedRate({ midRate, spreadHundredthsBp })
    const ledgerDecimals = ledgerDecimalsOf(asset.decimals)
    const units = dueUnits({ grossCents: wanted.amount, rate, ledgerDecimals })
    return accepted({ asset, rate, midRate, spreadHundredthsBp, units })
  }
}
