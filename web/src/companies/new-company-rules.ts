import { createCompany } from '@cardamom/contract/companies/company-record'
import type { z } from 'zod'

export type NewCompanyValues = { name: string; slug: string; contactEmail: string; timeZone: string }

/** The rules of the call for typed texts, without the company above, which is chosen and not typed. */
export const newCompanyRules = createCompany.input.omit({ parentId: true }) as unknown as z.ZodType<
  unknown,
  NewCompanyValues
>
