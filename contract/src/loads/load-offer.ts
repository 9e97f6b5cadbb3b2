import { z } from 'zod'
import { Cents, FeePercent } from '../money.ts'
import { Instant } from '../wire.ts'

export const loadSpeeds = ['regular', 'immediate'] as const
export const LoadSpeed = z.enum(loadSpeeds)

/** Why a speed cannot be chosen now. */
export const offerObstacles = [
  'below_minimum',
  'over_maximum',
  'over_daily',
  'over_emergency',
  'no_float',
  'not_offered',
  'nothing_left',
] as const

/** One speed of a load before a quote: its cost, and when the money is on the card. */
export const Offer = z.object({
  speed: LoadSpeed,
  fee: Cents,
  feePercent: FeePercent,
  net: Cents,
  /** When the money is usually on the card, and at the latest. */
  usualAt: Instant,
  latestAt: Instant,
  /** Amount left today under the maximum emergency load; immediate only. */
  leftToday: Cents.nullable(),
  obstacle: z.enum(offerObstacles).nullable(),
})
