import { companyRoles } from '../identity/staff.sql.ts'
import { seesCompany } from '../kernel/approval-requests.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { Queries } from '../kernel/queries.ts'
import { readPresentPrincipals } from './present-principals.ts'

/**
 * The administrators of a company itself who could sign in now and see its rows: of a closed company none, and no one
 * whose data scope leaves it out. The operator's own staff are none. The statement needs the scope of all tenants.
 */
export const readCompanyStaff = async (sql: Queries, companyId: string): Promise<SessionPrincipal[]> => {
  const people = await readPresentPrincipals(sql, { roleIds: companyRoles, companyId })
  return people.filter((person) => seesCompany(person, companyId))
}
