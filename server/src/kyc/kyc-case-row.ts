import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { readUsers } from '../identity/users.sql.ts'
import { publicRef } from '../kernel/ids.ts'
import type { Queries } from '../kernel/queries.ts'
import type { StartedCase } from './kyc-cases.sql.ts'

/** Cases for the lists and answers of the staff, each with its person and company. */
export const caseRows = async (sql: Queries, cases: readonly StartedCase[]) => {
  const companyIds = [...new Set(cases.map(({ companyId }) => companyId))]
  const people = await readUsers(
    sql,
    cases.map(({ userId }) => userId),
  )
  const companies = new Map(
    (await readCompanies(sql, companyIds)).map((company) => [company.id, brandName(company)]),
  )
  return cases.map((row) => {
    const person = people.get(row.userId)
    return {
      id: row.id,
      ref: publicRef('K', row.id),
      userId: row.userId,
      name: person ? `${person.firstName} ${person.lastName}` : '',
      email: person?.email ?? '',
      companyId: row.companyId,
      companyName: companies.get(row.companyId) ?? '',
      status: row.status,
      reason: row.reason,
      attemptsUsed: row.attemptsUsed,
      attemptLimit: row.attemptLimit,
      isHeld: row.kycHold,
      changedAt: row.changedAt,
    }
  })
}

/** Reads one case in the same form. */
export const caseRow = async (sql: Queries, row: StartedCase) => {
  const [shown] = await caseRows(sql, [row])
  if (!shown) throw new Error('A case has no row')
  return shown
}
