import type { AdminType } from '@cardamom/contract/access/admins'

/** The roles of each type of administrators (permissions §1). */
export const rolesOfType: Readonly<Record<AdminType, readonly number[]>> = {
  admin: [1, 6],
  viewer: [3],
  depositor: [4],
  customised: [9],
  authorised: [9],
  company: [5],
  seller: [7, 8],
  provider: [10, 11],
}

/** Customised admins work for the operator itself, authorised ones for another company; both have role 9. */
export const adminTypeOf = (roleId: number, isOperatorOwned: boolean): AdminType => {
  if (roleId === 9) return isOperatorOwned ? 'customised' : 'authorised'
  const [type] = Object.entries(rolesOfType).find(([, roles]) => roles.includes(roleId)) ?? ['admin']
  return type as AdminType
}
