import { z } from 'zod'
import { Cents, Percent } from '../money.ts'

/** What a share was computed from, with no rates but those of its owner. Each amount is rounded down to cents. */
export const ShareBasis = z.object({
  gross: Cents,
  /** The rates of the owner's level and of the levels below it that have nobody, without zeros. */
  rates: z.array(Percent),
  /** The gross times the sum of the rates. */
  level: Cents,
  /** The owner's part of the level; null: all that the other parts leave. */
  part: Percent.nullable(),
  others: z.array(Percent),
})
