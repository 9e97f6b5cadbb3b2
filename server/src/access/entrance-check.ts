import { readCompany } from '../companies/companies.sql.ts'
import type { User } from '../identity/user.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { denialOf } from './permission.ts'

/** Whether this person may sign in: active, with an active company and a verified address. */
export const createEntranceCheck =
  ({ db }: Pick<Kernel, 'db'>) =>
  async (user: User): Promise<Answer<null, 'unauthorized_access' | 'email_not_verified'>> => {
    const company = await db.read(beforeLogin, (sql) => readCompany(sql, user.companyId))
    const { roleId, active: userActive } = user
    const denial = denialOf({ roleId, userActive, companyActive: company.active })
    if (denial) return refused(denial)
    return user.emailVerifiedAt
      ? accepted(null)
      : refused('email_not_verified', { data: { email: user.email } })
  }
