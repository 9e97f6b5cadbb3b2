import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id } from '../wire.ts'
import { CompanyParams, CompanyRecord } from './company-record.ts'

const parentRefusals = {
  record_not_found: 404,
  parent_decides: 403,
  house_stays: 409,
  company_closed: 409,
  /** The new parent is the company itself or below it. */
  below_itself: 409,
  tier_4_has_no_children: 409,
} as const

export const previewCompanyParent = endpoint({
  method: 'GET',
  path: '/companies/:id/parent',
  summary: 'What would change if a company moved below another one',
  who: 'companies.update',
  params: CompanyParams,
  /** Absent: to the top of the tree. */
  input: z.object({ parentId: Id.optional() }),
  output: z.object({
    tierBefore: z.number().int(),
    tierAfter: z.number().int(),
    /** Companies that move along, as far as the reader may see them. */
    belowCount: z.number().int(),
    /** Settings whose value would change because they are inherited. */
    settings: z.array(z.string()),
    changesBranding: z.boolean(),
    /** People of the company and of those below it; up to 10,000 for each company. */
    people: z.number().int(),
  }),
  refusals: parentRefusals,
})

export const changeCompanyParent = endpoint({
  method: 'POST',
  path: '/companies/:id/parent',
  summary: 'Move a company with all companies below it; chains of loads that exist stay as they are',
  who: 'companies.update',
  headers: ['If-Match'],
  stepUp: 'S1',
  params: CompanyParams,
  /** Null: to the top of the tree. */
  input: z.object({ parentId: Id.nullable() }),
  output: CompanyRecord,
  refusals: { ...parentRefusals, record_changed: 409, validation: 422 },
})
