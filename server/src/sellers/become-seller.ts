import type { createEndSessions } from '../access/session-endings.ts'
import type { User } from '../identity/user.ts'
import { setRole } from '../identity/users.sql.ts'
import type { WriteTransaction } from '../kernel/write-transaction.ts'
import { saveSeller } from './seller-codes.sql.ts'

/** Makes a person a seller. Their sessions end, because what they may see is another set now. */
export const becomeSeller = async (
  tx: WriteTransaction,
  owner: User,
  of: {
    readonly roleId: number
    readonly recruitedBy: string | null
    readonly endSessions: ReturnType<typeof createEndSessions>
  },
): Promise<void> => {
  const { roleId, recruitedBy, endSessions } = of
  const { id: userId, companyId } = owner
  const about = { entity: 'user', entityId: userId, companyId, userId }
  await saveSeller(tx.sql, { userId, companyId, recruitedBy })
  const before = { roleId: owner.roleId, recruitedBy: null }
  tx.recordChange({ ...about, before, after: { roleId, recruitedBy } })
  if (roleId !== owner.roleId) {
    await setRole(tx.sql, { id: userId, roleId })
    await endSessions(tx, { userId, exceptSessionId: null, reason: 'role_changed' })
    tx.emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
  }
  tx.emit({ type: 'user.changed', entityId: userId, companyId, userId })
}
