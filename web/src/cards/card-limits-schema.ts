import { changeCardLimits } from '@cardamom/contract/cards/card-limits'
import { z } from 'zod'
import { wantedOf, type TypedLimits } from './card-limits.ts'

/** The call's own rules for typed limits, in a file apart from the card's page, which loads without it. */
export const typedLimits: z.ZodType<unknown, TypedLimits> = z
  .object({ payment: z.string(), day: z.string(), month: z.string() })
  .transform(wantedOf)
  .pipe(changeCardLimits.input)
