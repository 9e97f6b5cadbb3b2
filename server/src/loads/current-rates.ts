import { readLoadSettings } from './load-facts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LoadsNeeds } from './load-needs.ts'
import type { CurrentRates } from './load-pricing.ts'

export type SqlReader = <T>(use: (sql: Queries) => Promise<T>) => Promise<T>

/**
 * Requests current rates, outside of every transaction. A coin without a current rate is not in the answer.
 */
export const createReadRates =
  ({ needs, clock }: { needs: Pick<LoadsNeeds, 'rates'>; clock: Clock }) =>
  async (symbols: readonly string[], read: SqlReader): Promise<CurrentRates> => {
    const mids = new Map<string, bigint>()
    for (const symbol of symbols) {
      const mid = await needs.rates.readMid(symbol, clock.now())
      if (!('none' in mid)) mids.set(symbol, mid.midRate)
    }
    if (mids.size === 0) return () => null
    const { spreadHundredthsBp } = await read(readLoadSettings)
    return (asset) => {
      const midRate = mids.get(asset)
      return midRate === undefined ? null : { midRate, spreadHundredthsBp: spreadHundredthsBp(asset) }
    }
  }
