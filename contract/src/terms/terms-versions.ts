import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listEndpoint } from '../list.ts'
import { LegalPage, legalTexts } from '../terms.ts'
import { CalendarDate, Id, Instant, typedText } from '../wire.ts'

const languages = ['en', 'es'] as const

const TermsVersion = z.object({
  version: z.number().int(),
  /** First day of the version; the day is the same in every time zone. */
  from: CalendarDate,
  /** `upcoming`: not in force yet. `past`: a newer one replaced it. */
  state: z.enum(['upcoming', 'current', 'past']),
  publishedAt: Instant.nullable(),
  /** Null for the versions of the installation. */
  publishedByName: z.string().nullable(),
  /** People of the reader's companies who accepted it; 10,001 means more than 10,000. */
  accepted: z.number().int(),
})

export const listTermsVersions = endpoint({
  method: 'GET',
  path: '/terms/versions',
  summary: 'Versions of the terms and the privacy notice, the newest first',
  who: 'terms.manage',
  output: z.object({ items: z.array(TermsVersion) }),
  refusals: {},
})

const Texts = z.object({ terms: LegalPage, privacy: LegalPage })

export const getTermsVersion = endpoint({
  method: 'GET',
  path: '/terms/versions/:version',
  summary: 'The texts of a version in both languages',
  who: 'terms.manage',
  params: z.object({ version: z.coerce.number().int().positive().max(100_000) }),
  output: z.object({ version: z.number().int(), en: Texts, es: Texts }),
  refusals: { record_not_found: 404 },
})

const NewSection = z.object({
  heading: typedText({ max: 200 }),
  paragraphs: z
    .array(typedText({ max: 5000 }))
    .min(1)
    .max(50),
})
const NewPage = z.object({ title: typedText({ max: 200 }), sections: z.array(NewSection).min(1).max(60) })
const NewTexts = z.object({ terms: NewPage, privacy: NewPage })

export const publishTerms = endpoint({
  method: 'POST',
  path: '/terms/versions',
  summary: 'Publish a new version of the terms and the privacy notice, from a future day',
  who: 'terms.manage',
  stepUp: 'S1',
  status: 201,
  input: z
    .object({
      /** The version that the texts are based on; it must still be the newest. */
      basedOn: z.number().int(),
      from: CalendarDate,
      en: NewTexts,
      es: NewTexts,
    })
    .superRefine(({ en, es }, context) => {
      for (const text of legalTexts) {
        if (en[text].sections.length === es[text].sections.length) continue
        context.addIssue({ code: 'custom', path: ['es', text], message: 'sections_differ' })
      }
    }),
  output: z.object({ version: z.number().int() }),
  refusals: {
    /** Another version was published meanwhile. */
    record_changed: 409,
    validation: 422,
  },
})

export const listTermsAcceptances = listEndpoint({
  path: '/terms/acceptances',
  summary: 'Who accepted which version of the terms, the newest first',
  who: 'terms.manage',
  row: z.object({
    id: z.string(),
    userId: Id,
    name: z.string(),
    companyId: Id,
    companyName: z.string(),
    version: z.number().int(),
    lang: z.enum(languages),
    acceptedAt: Instant,
  }),
  sorts: ['-acceptedAt', 'acceptedAt'],
  filters: { version: z.coerce.number().int().positive().max(100_000).optional(), companyId: Id.optional() },
  days: 'acceptedAt',
  csv: { tag: 'users.export', stepUp: 'S2' },
})
