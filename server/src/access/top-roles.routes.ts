import { grantTopRole } from '@cardamom/contract/access/admins'
import { isAdminArea, roleNames, superRole, type RoleId } from '@cardamom/contract/roles'
import { isLastOfRole, updateStaff } from '../identity/staff.sql.ts'
import { lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import type { Kernel } from '../kernel/module.ts'
import type { DescribeChange, Handler } from '../kernel/mount-context.ts'
import { userInScope } from './changeable-person.ts'
import { removeDataScope } from './data-scopes.sql.ts'
import { createEndSessions } from './session-endings.ts'

/** What a request would change. The person's version tells whether they changed since. */
const describe: DescribeChange<typeof grantTopRole> = async ({ sql, params, input }) => {
  const user = await readUser(sql, params.id)
  if (!user) throw new Error('A checked person is missing')
  const { companyId, version, roleId } = user
  const [before, after] = [roleNames[roleId as RoleId], roleNames[input.roleId]]
  return { companyId, version, changes: [{ name: 'role', before, after }] }
}

/** Makes super administrators and provider top admins, when a second super administrator approves it (permissions §1). */
export const mountTopRoles = (kernel: Kernel): void => {
  const endSessions = createEndSessions(kernel)
  const grant: Handler<typeof grantTopRole> = async ({ me, params, input, approval, ...tx }) => {
    const { sql } = tx
    if (me.roleId !== superRole) return refused('role_not_allowed')
    if ([me.userId, approval.checkerId].includes(params.id)) return refused('own_account')
    const found = await readUser(sql, params.id)
    if (!found || !isAdminArea(found.roleId)) return refused('record_not_found')
    const user = await lockUser(sql, params.id)
    const { roleId } = input
    if (!user.active || user.roleId === roleId) return refused('role_not_allowed', { field: 'roleId' })
    if (user.roleId === superRole && (await isLastOfRole(sql, user))) return refused('last_super_admin')
    if (!(await updateStaff(sql, user, { roleId }))) throw new Error('A locked record changed')
    const { id: userId, companyId } = user
    await removeDataScope(sql, userId)
    await endSessions(tx, { userId, exceptSessionId: null, reason: 'role_changed' })
    const changes = { before: { roleId: user.roleId }, after: { roleId } }
    tx.recordChange({ entity: 'user', entityId: userId, companyId, userId, ...changes })
    tx.emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
    tx.emit({ type: 'user.changed', entityId: userId, companyId, userId })
    return accepted(null)
  }
  kernel.mount(grantTopRole, grant, userInScope, { describe })
}
