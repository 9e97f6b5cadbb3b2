import { z } from 'zod'
import { Cents, FeePercent } from '../money.ts'
import { Instant } from '../wire.ts'

export const loadSpeeds = ['regular', 'immediate'] as const
export const LoadSpeed = z.enum(loadSpeeds)

/** Reasons why a speed cannot be chosen now. */
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
  /** Amount that an immediate load may still have today, below the daily maximum; null for regular loads. */
  leftToday: Cents.nullable(),
  obstacle: z.enum(offerObstacles).nullable(),
})
