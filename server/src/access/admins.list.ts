import { listAdmins, type AdminType } from '@cardamom/contract/access/admins'
import { expressionBuilder } from 'kysely'
import { operatorOwnedIds } from '../companies/companies.sql.ts'
import { nameContains, staffRows } from '../identity/staff.sql.ts'
import { list } from '../kernel/list.ts'
import { anyOf } from '../kernel/queries.ts'
import type { DB } from '../kernel/schema.ts'
import { adminRows } from './admin-row.ts'
import { rolesOfType } from './admin-type.ts'

const where = expressionBuilder<DB, 'appUser'>()
const isOperatorOwned = where('appUser.companyId', 'in', operatorOwnedIds)
const isInvited = where('appUser.emailVerifiedAt', 'is', null)

/** Administrators and sellers of the companies that the reader may see. */
export const adminsList = list(listAdmins, {
  table: 'appUser',
  from: (sql) => staffRows(sql),
  scope: 'companies',
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
  items: (rows, { sql }) => adminRows(sql, rows),
  csv: {
    texts: 'admins',
    columns: ['name', 'email', 'type', 'companyName', 'status', 'lastActiveAt', 'createdAt'],
  },
})
