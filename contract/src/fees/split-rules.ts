import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LoadSpeed } from '../loads/load-offer.ts'
import { Cents, FeePercent, Percent } from '../money.ts'
import { Id } from '../wire.ts'

export const readSplitRules = endpoint({
  method: 'GET',
  path: '/split-rules',
  summary: 'How the share of level 4 is divided between the people of a code, with examples to the cent',
  who: 'signed-in',
  /** Absent: the reader's own company. */
  input: z.object({ companyId: Id.optional() }),
  output: z.object({
    /** Of the share of level 4, for a seller two; the seller one gets the rest. */
    sellerTwoPart: Percent,
    sellerOnePart: Percent,
    /** Months after a registration in which a referrer earns; 0: never. */
    referralMonths: z.number().int(),
    speeds: z.array(
      z.object({
        speed: LoadSpeed,
        /** Of the gross, for level 4. */
        rate: FeePercent,
        examples: z.array(
          z.object({
            gross: Cents,
            /** What a seller one or a referrer gets alone. */
            share: Cents,
            sellerTwo: Cents,
            sellerOne: Cents,
          }),
        ),
      }),
    ),
  }),
  refusals: { record_not_found: 404 },
})
