import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CalendarDate } from './wire.ts'

export const legalTexts = ['terms', 'privacy'] as const
export type LegalText = (typeof legalTexts)[number]

const LegalSection = z.object({ heading: z.string(), paragraphs: z.array(z.string()) })
const LegalPage = z.object({ title: z.string(), sections: z.array(LegalSection) })
export type LegalPage = z.output<typeof LegalPage>

export const getTerms = endpoint({
  method: 'GET',
  path: '/terms',
  summary: 'Terms and conditions and privacy notice that hold now, in the language of the call',
  who: 'public',
  output: z.object({
    /** What a registration accepts. */
    version: z.number().int(),
    /** The day from which it holds, which is the same day everywhere. */
    from: CalendarDate,
    terms: LegalPage,
    privacy: LegalPage,
  }),
  refusals: {},
})
