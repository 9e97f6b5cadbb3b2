import { readCompanies } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { findEndedFees } from '../fees/fee-changes.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import type { Notice } from './notification.ts'

/** The person who had set the fees of a company, and the notice that they end. Null: nobody is told. */
export const readFeesNotice = async (
  sql: Queries,
  id: string,
): Promise<{ readonly person: User; readonly notice: Notice } | null> => {
  const ended = await findEndedFees(sql, id)
  if (!ended) return null
  const person = await readUser(sql, ended.setBy)
  const [company] = await readCompanies(sql, [ended.companyId])
  if (!person || !company) return null
  const facts = { to: brandName(company), by: ended.validFrom.toISOString() }
  const path = `/admin/fees?companyId=${company.id}` as const
  return { person, notice: { kind: 'fees_ended', facts, path, subjectId: null, isNews: true } }
}
