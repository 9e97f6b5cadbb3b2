import type { AdminType } from '@cardamom/contract/access/admins'
import { expressionBuilder } from 'kysely'
import { operatorOwnedIds } from '../companies/companies.sql.ts'
import { anyOf, type Queries } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { rolesOfType } from './admin-type.ts'
import { nameContains, staffRows } from './staff.sql.ts'

const where = expressionBuilder<DB, 'appUser'>()
const isOperatorOwned = where('appUser.companyId', 'in', operatorOwnedIds)
const isInvited = where('appUser.emailVerifiedAt', 'is', null)

/** The rows, filters and search of the list of administrators; a higher module adds what it knows of each. */
export const staffSource = {
  table: 'appUser' as const,
  from: (sql: Queries) => staffRows(sql),
  scope: 'companies' as const,
  search: nameContains,
  filters: {
    type: (type: AdminType) => {
      const hasRole = where('appUser.roleId', '=', anyOf(rolesOfType[type]))
      if (type === 'customised') return where.and([hasRole, isOperatorOwned])
      return type === 'authorised' ? where.and([hasRole, where.not(isOperatorOwned)]) : hasRole
    },
    status: (status: 'active' | 'invited' | 'inactive') => {
      if (status === 'inactive') return where('appUser.active', '=', false)
      const isActive = where('appUser.active', '=', true)
      return where.and([isActive, status === 'invited' ? isInvited : where.not(isInvited)])
    },
  },
}
