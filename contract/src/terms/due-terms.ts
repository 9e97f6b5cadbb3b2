import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { LegalPage } from '../terms.ts'
import { CalendarDate } from '../wire.ts'

const Texts = z.object({ terms: LegalPage, privacy: LegalPage })

export const getDueTerms = endpoint({
  method: 'GET',
  path: '/terms/due',
  summary:
    'The version of the terms that I have to accept, and the one that I accepted; null: nothing is due',
  who: 'signed-in',
  output: z
    .object({
      version: z.number().int(),
      /** First day of the version; the day is the same in every time zone. */
      from: CalendarDate,
      texts: Texts,
      /** The newest version that I have accepted; null: none. */
      accepted: Texts.nullable(),
    })
    .nullable(),
  refusals: {},
})

export const acceptTerms = endpoint({
  method: 'POST',
  path: '/terms/acceptance',
  summary: 'Accept the version of the terms that is in force; a second time changes nothing',
  who: 'signed-in',
  whileTermsDue: true,
  input: z.object({ version: z.number().int().positive().max(100_000) }),
  output: z.object({ version: z.number().int() }),
  refusals: {
    /** Another version is in force. */
    terms_replaced: 409,
  },
})
