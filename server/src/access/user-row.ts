import { sql as fragment } from 'kysely'
import { readBrandNames, readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { personKindOf } from '../identity/people.list.ts'
import type { User } from '../identity/user.ts'
import { choiceCell, namedCell, textCell, timeCell, yesNoCell, type FileCells } from '../kernel/file-cells.ts'
import type { Queries } from '../kernel/queries.ts'
import { lastActiveOf, readLastActive } from './open-sessions.sql.ts'

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

const personOf = (person: PersonRow) => ({
  id: person.id,
  name: `${person.firstName} ${person.lastName}`,
  kind: personKindOf(person.roleId) ?? ('cardholder' as const),
  status: statusOf(person),
  identity: person.identityVerifiedAt === null ? ('not_verified' as const) : ('verified' as const),
})

const field = <T = unknown>(name: string) => fragment.ref<T>(`appUser.${name}`)

/** The cells of a file of many people. */
export const userCells: FileCells = {
  name: textCell(fragment`app_user.first_name || ' ' || app_user.last_name`),
  email: textCell(field('email')),
  kind: choiceCell(field('roleId'), (roleId) => personKindOf(Number(roleId)) ?? 'cardholder'),
  companyName: namedCell(field('companyId'), readBrandNames),
  status: choiceCell(
    fragment`case when not app_user.active then 'inactive' when app_user.email_verified_at is null then 'unverified' else 'active' end`,
  ),
  identity: choiceCell(
    fragment`case when app_user.identity_verified_at is null then 'not_verified' else 'verified' end`,
  ),
  isTest: yesNoCell(field('isTest')),
  lastActiveAt: timeCell(lastActiveOf('appUser.id')),
  createdAt: timeCell(field('createdAt')),
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
      ...personOf(person),
      email,
      companyId,
      companyName: company ? brandName(company) : '',
      isTest,
      lastActiveAt: lastActive.get(id) ?? null,
      createdAt,
    }
  })
}
