import { releaseWindow } from '../calendar/business-time.ts'
import type { FeeSchedule } from '../fees/fee-schedules.sql.ts'
import { splitOf, type LevelRates } from '../fees/fee-split.ts'
import { after } from '../kernel/clock.ts'
import type { DayLimits } from './load-limits.ts'
import type { FrozenChain } from './load-record.ts'
import type { LoadSpeed } from './load-postings.ts'

/** Usual time of detection and finality for a payment that is sent at once. */
const usualPaymentMs = 15 * 60_000

export type OfferFacts = DayLimits & {
  readonly grossCents: bigint
  readonly schedule: FeeSchedule
  readonly chain: FrozenChain
  readonly companyIsOpen: boolean
  readonly immediateIsOffered: boolean
  readonly leftTodayCents: bigint
  readonly emergencyLeftCents: bigint
  /**
   * Float that immediate loads may use: the unallocated amount less the releases due in 24 business hours.
   */
  readonly freeFloatCents: bigint
}

export type Obstacle =
  | 'below_minimum'
  | 'over_maximum'
  | 'over_daily'
  | 'over_emergency'
  | 'no_float'
  | 'not_offered'
  | 'nothing_left'

export type LoadOffer = {
  readonly speed: LoadSpeed
  readonly feeCents: bigint
  readonly feeRate: bigint
  readonly netCents: bigint
  readonly usualAt: Date
  readonly latestAt: Date
  readonly leftTodayCents: bigint | null
  readonly obstacle: Obstacle | null
}

const limitObstacle = ({ grossCents, limit, leftTodayCents }: OfferFacts): Obstacle | null => {
  if (grossCents < limit.minimumCents) return 'below_minimum'
  if (grossCents > limit.maximumCents) return 'over_maximum'
  return grossCents > leftTodayCents ? 'over_daily' : null
}

const immediateObstacle = (facts: OfferFacts, netCents: bigint): Obstacle | null => {
  if (facts.grossCents > facts.emergencyLeftCents) return 'over_emergency'
  return netCents > facts.freeFloatCents ? 'no_float' : null
}

/** A refusal for the whole company has priority over one for the size of this load. */
const isOffered = (speed: LoadSpeed, { companyIsOpen, immediateIsOffered }: OfferFacts): boolean =>
  companyIsOpen && (speed === 'regular' || immediateIsOffered)

const obstacleOf = (speed: LoadSpeed, of: { facts: OfferFacts; netCents: bigint }): Obstacle | null => {
  const { facts, netCents } = of
  if (!isOffered(speed, facts)) return 'not_offered'
  const limit = limitObstacle(facts)
  if (limit) return limit
  if (netCents <= 0n) return 'nothing_left'
  return speed === 'regular' ? null : immediateObstacle(facts, netCents)
}

/** An offer as the calls show it. */
export const offerView = ({ feeCents, feeRate, netCents, leftTodayCents, ...offer }: LoadOffer) => ({
  ...offer,
  fee: feeCents,
  feePercent: feeRate,
  net: netCents,
  leftToday: leftTodayCents,
})

const ratesOf = (schedule: FeeSchedule, speed: LoadSpeed): LevelRates => schedule[speed]

/**
 * The price of a load in one speed and its arrival on the card, or why the speed is unavailable (domain §5).
 */
export const offerOf = (speed: LoadSpeed, facts: OfferFacts): LoadOffer => {
  const rates = ratesOf(facts.schedule, speed)
  const split = splitOf({ grossCents: facts.grossCents, rates, chain: facts.chain })
  const paidAt = after(facts.now, usualPaymentMs)
  const window = releaseWindow(paidAt, facts.calendar)
  const isRegular = speed === 'regular'
  return {
    speed,
    feeCents: split.feeCents,
    feeRate: rates.reduce((sum, rate) => sum + rate, 0n),
    netCents: split.netCents,
    usualAt: isRegular ? window.earliestAt : paidAt,
    latestAt: isRegular ? window.latestAt : paidAt,
    leftTodayCents: isRegular ? null : facts.emergencyLeftCents,
    obstacle: obstacleOf(speed, { facts, netCents: split.netCents }),
  }
}
