import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { CalendarDate } from './wire.ts'

export const legalTexts = ['terms', 'privacy'] as const
export type LegalText = (typeof legalTexts)[number]

const LegalSection = z.object({ heading: z.string(), paragraphs: z.array(z.string()) })
export const LegalPage = z.object({ title: z.string(), sections: z.array(LegalSection) })
export type LegalPage = z.output<typeof LegalPage>

export const getTerms = endpoint({
  method: 'GET',
  path: '/terms',
  summary: 'Current terms and conditions and privacy notice, in the language of the call',
  who: 'public',
  output: z.object({
    /** Version that a registration accepts. */
    version: z.number().int(),
    /** First day of this version; the day is the same in every time zone. */
    from: CalendarDate,
    terms: LegalPage,
    privacy: LegalPage,
  }),
  refusals: {},
})
