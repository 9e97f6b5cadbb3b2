import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { personKindOf } from '../identity/people.list.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { readLastActive } from './open-sessions.sql.ts'

export type PersonRow = Pick<
  User,
  | 'id'
  | 'companyId'
  | 'roleId'
  | 'active'
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'emailVerifiedAt'
  | 'identityVerifiedAt'
  | 'isTest'
  | 'createdAt'
>

const statusOf = ({ active, emailVerifiedAt }: PersonRow) => {
  if (!active) return 'inactive' as const
  return emailVerifiedAt === null ? ('unverified' as const) : ('active' as const)
}

/** People for lists and answers, each with the company and the last use. */
export const userRowsOf = async (sql: Queries, people: readonly PersonRow[]) => {
  const companyIds = [...new Set(people.map(({ companyId }) => companyId))]
  // One after another: a transaction has one connection.
  const companies = await readCompanies(sql, companyIds)
  const lastActive = await readLastActive(
    sql,
    people.map(({ id }) => id),
  )
  const companyOf = new Map(companies.map((company) => [company.id, company]))
  return people.map((person) => {
    const { id, email, companyId, isTest, createdAt } = person
    const company = companyOf.get(companyId)
    return {
      id,
      name: `${person.firstName} ${person.lastName}`,
      email,
      kind: personKindOf(person.roleId) ?? ('cardholder' as const),
      companyId,
      companyName: company ? brandName(company) : '',
      status: statusOf(person),
      identity: person.identityVerifiedAt === null ? ('not_verified' as const) : ('verified' as const),
      isTest,
      lastActiveAt: lastActive.get(id) ?? null,
      createdAt,
    }
  })
}
