import type { Audit } from '../audit/audit.sql.ts'
import type { Throttles } from '../identity/throttles.sql.ts'

export type AccessNeeds = { readonly audit: Audit; readonly throttles: Throttles }
