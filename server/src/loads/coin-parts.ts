import { divideHalfUp } from '@cardamom/contract/money'
import type { UsedCoin } from './load-postings.ts'

/** A coin, of which a load used all, when only `remainingCents` of its gross are left. */
type Remainder = { readonly grossCents: bigint; readonly remainingCents: bigint }

const unitsOf = ({ deposits }: Pick<UsedCoin, 'deposits'>) =>
  deposits.reduce((sum, { units }) => sum + units, 0n)

/**
 * What is left of a coin with a part of the gross (money §3, Part of a load): its units rounded up, its book value half-up.
 * The first payments stay with the load, and a coin that was worth nothing.
 */
export const leftOfCoin = (coin: UsedCoin, { grossCents, remainingCents }: Remainder): UsedCoin => {
  if (coin.valueCents === 0n) return coin
  let left = (unitsOf(coin) * remainingCents + grossCents - 1n) / grossCents
  const deposits = coin.deposits.flatMap(({ id, units }) => {
    const stays = units < left ? units : left
    left -= stays
    return stays > 0n ? [{ id, units: stays }] : []
  })
  const valueCents = divideHalfUp({ numerator: coin.valueCents * remainingCents, denominator: grossCents })
  return { ...coin, deposits, valueCents }
}

/** What goes back of a coin when the gross that is left falls. */
export const partOfCoin = (before: UsedCoin, after: UsedCoin): UsedCoin => {
  const stays = new Map(after.deposits.map(({ id, units }) => [id, units]))
  return {
    ...before,
    deposits: before.deposits.flatMap(({ id, units }) => {
      const back = units - (stays.get(id) ?? 0n)
      return back > 0n ? [{ id, units: back }] : []
    }),
    valueCents: before.valueCents - after.valueCents,
  }
}
