import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUsers } from '../identity/users.sql.ts'
import type { Queries } from '../kernel/queries.ts'

type OwnerIds = { readonly userId: string; readonly companyId: string }

/** Reads the holders and companies of rows; names are empty where the reader may not see the person or the company. */
export const readHolders = async (sql: Queries, of: readonly OwnerIds[]) => {
  const people = await readUsers(sql, [...new Set(of.map(({ userId }) => userId))])
  const found = await readCompanies(sql, [...new Set(of.map(({ companyId }) => companyId))])
  const companies = new Map(found.map((company) => [company.id, brandName(company)]))
  return ({ userId, companyId }: OwnerIds) => {
    const holder = people.get(userId)
    return {
      userId,
      holderName: holder ? `${holder.firstName} ${holder.lastName}` : '',
      holderEmail: holder?.email ?? '',
      companyId,
      companyName: companies.get(companyId) ?? '',
    }
  }
}
