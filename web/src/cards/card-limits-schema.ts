import { changeCardLimits } from '@cardamom/contract/cards/card-limits'
import { z } from 'zod'
import { wantedOf, type TypedLimits } from './card-limits.ts'

/** The call's own rules for typed limits. The file is separate, so that the card's page loads without it. */
export const typedLimits: z.ZodType<unknown, TypedLimits> = z
  .object({ payment: z.string(), day: z.string(), month: z.string() })
  .transform(wantedOf)
  .pipe(changeCardLimits.input)
