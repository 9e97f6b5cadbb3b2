import { divideHalfUp } from '@cardamom/contract/money'
import { splitOf } from '../fees/fee-split.ts'
import type { FeeSplit, LevelRates } from '../fees/fee-split.ts'
import type { Chain } from '../fees/fee-chain.ts'
import type { PricedPayment } from './load-quote.ts'

/**
 * Figures that were frozen when a load was accepted. Every figure of a part of the load is computed from
 * them.
 */
export type AcceptedLoad = Pick<PricedPayment, 'units' | 'grossCents' | 'bookValueCents'> & {
  readonly rates: LevelRates
  readonly chain: Chain
}

/** Every figure of a load, or of a part of it. */
export type LoadFigures = FeeSplit & Pick<PricedPayment, 'units' | 'bookValueCents' | 'spreadCents'>

/**
 * The figures of a load of which only `remainingCents` of the gross are left; they define what a part
 * has (money §3, Part of a load): the split of what is left, its units rounded up, its book value
 * half-up. With the whole gross it is the load as accepted, with 0 nothing. Throws RangeError for a remainder
 * below 0 or above the gross.
 */
export const leftOfLoad = ({
  load,
  remainingCents,
}: {
  load: AcceptedLoad
  remainingCents: bigint
}): LoadFigures => {
  if (remainingCents < 0n || remainingCents > load.grossCents) {
    throw new RangeError('The remainder of a load must be between zero and its gross')
  }
  const { grossCents, units, bookValueCents, rates, chain } = load
  const remainingValueCents = divideHalfUp({
    numerator: bookValueCents * remainingCents,
    denominator: grossCents,
  })
  return {
    ...splitOf({ grossCents: remainingCents, rates, chain }),
    units: (units * remainingCents + grossCents - 1n) / grossCents,
    bookValueCents: remainingValueCents,
    spreadCents: remainingValueCents - remainingCents,
  }
}

/**
 * The figures of a part of `partCents` of a load of which `remainingCents` are left: f(g′) − f(g′ − x).
 * The parts therefore add up to the whole, to the unit and the cent. No partner's part is negative; the
 * operator's may be by about a cent. Throws RangeError unless 0 < part ≤ remainder.
 */
export const partOfLoad = ({
  load,
  remainingCents,
  partCents,
}: {
  load: AcceptedLoad
  remainingCents: bigint
  partCents: bigint
}): LoadFigures => {
  if (partCents <= 0n) throw new RangeError('A part must be above zero')
  const before = leftOfLoad({ load, remainingCents })
  const after = leftOfLoad({ load, remainingCents: remainingCents - partCents })
  return {
    grossCents: partCents,
    feeCents: before.feeCents - after.feeCents,
    netCents: before.netCents - after.netCents,
    operatorCents: before.operatorCents - after.operatorCents,
    shares: before.shares.map((share, index) => ({
      ...share,
      amountCents: share.amountCents - (after.shares[index]?.amountCents ?? 0n),
    })),
    units: before.units - after.units,
    bookValueCents: before.bookValueCents - after.bookValueCents,
    spreadCents: before.spreadCents - after.spreadCents,
  }
}
