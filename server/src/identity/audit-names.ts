import type { ReadNames } from '../audit/audit.list.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUsers } from './users.sql.ts'

/** Names of people and companies in the reader's scope, for the audit. */
export const readAuditNames: ReadNames = async (sql, { userIds, companyIds }) => {
  const people = await readUsers(sql, userIds)
  const companies = companyIds.length === 0 ? [] : await readCompanies(sql, companyIds)
  return {
    people: new Map([...people].map(([id, { firstName, lastName }]) => [id, `${firstName} ${lastName}`])),
    companies: new Map(companies.map((company) => [company.id, brandName(company)])),
  }
}
