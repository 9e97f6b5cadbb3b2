import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant } from '../wire.ts'
import { CompanyParams } from './company-record.ts'

export const listCompanyChanges = endpoint({
  method: 'GET',
  path: '/companies/:id/changes',
  summary: 'What was changed of a company, field by field, newest first',
  who: 'companies.view',
  effect: 'outside',
  params: CompanyParams,
  /** `next` of the page before. */
  input: z.object({ before: Id.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        id: Id,
        field: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        at: Instant,
        /** Null: a person whom the reader may not see. */
        by: z.string().nullable(),
      }),
    ),
    next: Id.nullable(),
  }),
  refusals: { record_not_found: 404 },
})
