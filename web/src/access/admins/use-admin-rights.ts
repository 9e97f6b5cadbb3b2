import type { getAdmin } from '@cardamom/contract/access/admins'
import type { WireOf } from '@cardamom/contract/endpoint'
import { isAdminArea, mayManageRole, roleNames, superRole, type RoleId } from '@cardamom/contract/roles'
import { useText } from '../../kernel/i18n.tsx'
import { useCan } from '../../kernel/permissions.ts'
import { useSession } from '../../kernel/session.ts'

export type AdminRecord = WireOf<typeof getAdmin>

/** Sellers are deactivated and logged out by every administrator with the tag. */
const sellers: ReadonlySet<number> = new Set([7, 8])

/** What the reader may do with this person. The server decides; this decides which buttons are shown. */
export const useAdminRights = ({ id, roleId, status, isManaged, factors }: AdminRecord) => {
  const can = useCan()
  const { user } = useSession()
  const isOther = user !== null && user.id !== id
  const isOfReader = isOther && mayManageRole(user.role_id, roleId)
  const mayReach = isOther && (isOfReader || sellers.has(roleId))
  return {
    mayChange: isManaged,
    mayInvite: isOfReader && status === 'invited' && can('admins.create') === true,
    mayActivate: mayReach && can('users.activate') === true,
    mayEndSessions: mayReach && can('sessions.revoke') === true,
    mayResetFactors: mayReach && factors.length > 0 && can('users.delete_passkey') === true,
    maySeeLockouts: isOther && can('sessions.view') === true,
    mayLift: isOther && can('sessions.revoke') === true,
    mayRaise: isOther && user.role_id === superRole && isAdminArea(roleId) && status !== 'inactive',
    mayGrant: isOfReader && can('admins.permissions.grant') === true,
  }
}

/** Names of roles in the reader's language. */
export const useRoleNames = (): ((roleId: number) => string) => {
  const t = useText('adminShell')
  return (roleId) => (roleId in roleNames ? t(`roles.${roleNames[roleId as RoleId]}`) : String(roleId))
}
