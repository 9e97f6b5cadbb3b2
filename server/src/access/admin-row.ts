import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { adminTypeOf } from '../identity/admin-type.ts'
import { readLastActive } from './open-sessions.sql.ts'
import { countOverrides } from './tag-overrides.sql.ts'

export type StaffRow = Pick<
  User,
  | 'id'
  | 'companyId'
  | 'roleId'
  | 'active'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'emailVerifiedAt'
  | 'createdAt'
  | 'passkeyEnabled'
>

const statusOf = ({ active, emailVerifiedAt }: StaffRow) => {
  if (!active) return 'inactive' as const
  return emailVerifiedAt === null ? ('invited' as const) : ('active' as const)
}

/** Administrators for lists and answers, each with the company and the last use. */
export const adminRows = async (sql: Queries, people: readonly StaffRow[]) => {
  const ids = people.map(({ id }) => id)
  const companyIds = [...new Set(people.map(({ companyId }) => companyId))]
  // One after another: a transaction has one connection.
  const companies = await readCompanies(sql, companyIds)
  const lastActive = await readLastActive(sql, ids)
  const overrides = await countOverrides(sql, ids)
  const companyOf = new Map(companies.map((company) => [company.id, company]))
  return people.map((person) => {
    const company = companyOf.get(person.companyId)
    const { id, email, roleId, companyId, passkeyEnabled, createdAt } = person
    return {
      id,
      name: `${person.firstName} ${person.lastName}`,
      email,
      roleId,
      type: adminTypeOf(roleId, company?.operatorOwned ?? false),
      companyId,
      companyName: company ? brandName(company) : '',
      status: statusOf(person),
      passkeyEnabled,
      overrides: overrides.get(id) ?? 0,
      lastActiveAt: lastActive.get(id) ?? null,
      createdAt,
    }
  })
}
