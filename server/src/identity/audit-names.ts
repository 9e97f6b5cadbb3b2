import type { ReadNames } from '../audit/audit.list.ts'
import { readBrandNames } from '../companies/companies.sql.ts'
import { readNames } from './users.sql.ts'

/** Names of people and companies in the reader's scope, for the audit. */
export const readAuditNames: ReadNames = async (sql, { userIds, companyIds }) => ({
  people: userIds.length === 0 ? new Map() : await readNames(sql, userIds),
  companies: companyIds.length === 0 ? new Map() : await readBrandNames(sql, companyIds),
})
