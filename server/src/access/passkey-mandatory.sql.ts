import { readCompany } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import type { Queries } from '../kernel/queries.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { needsPasskey } from './session-rules.ts'

/** Whether this person must have a passkey: their company, an administrator or the operator requires it. */
export const readPasskeyMandatory = async (
  sql: Queries,
  { companyId, roleId, passkeyRequired }: Pick<User, 'companyId' | 'roleId' | 'passkeyRequired'>,
): Promise<boolean> => {
  const [company, rules] = [await readCompany(sql, companyId), await readSettings(sql, ['passkeyGroups'])]
  return passkeyRequired || company.passkeyMandatory || needsPasskey(roleId, rules)
}
