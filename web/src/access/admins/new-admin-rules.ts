import { NewAdmin } from '@cardamom/contract/access/admins'
import type { z } from 'zod'

export type NewAdminValues = {
  email: string
  firstName: string
  lastName: string
  roleId: number
  companyId: string
  locale: 'en' | 'es'
}

/** The rules of the call for a role that the form chose from its own list. */
export const newAdminRules = NewAdmin as unknown as z.ZodType<unknown, NewAdminValues>
