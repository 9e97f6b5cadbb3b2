import {
  activateUser,
  activateUsers,
  deactivateUser,
  deactivateUsers,
  endUserSessions,
} from '@cardamom/contract/access/user-access'
import { superRole } from '@cardamom/contract/roles'
import type { User } from '../identity/user.ts'
import { isLastOfRole } from '../identity/staff.sql.ts'
import { setUserActive } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { mountBulk } from '../kernel/mount-bulk.ts'
import type { Kernel } from '../kernel/module.ts'
import { lockChangeable, userInScope } from './changeable-person.ts'
import { createEndSessions } from './session-endings.ts'
import { endSessionsById, sessionsOfUser } from './sessions.sql.ts'

/** What the audit records, with the reason. */
const activation = ({ id, companyId, active }: User, after: { active: boolean; note: string }) => ({
  entity: 'user',
  entityId: id,
  companyId,
  userId: id,
  before: { active, note: null },
  after,
  personal: ['note'],
})

/** Deactivates and activates people, and logs them out (domain §14). */
export const mountUserActivation = (kernel: Kernel): void => {
  const { mount, clock } = kernel
  const endSessions = createEndSessions(kernel)

  mount(
    deactivateUser,
    async ({ me, params, input, ...tx }) => {
      if (params.id === me.userId) return refused('own_account')
      const found = await lockChangeable(tx.sql, me, params.id)
      if (!found.accepted) return found
      const { id: userId, roleId } = found.value
      if (roleId === superRole && (await isLastOfRole(tx.sql, { id: userId, roleId })))
        return refused('last_super_admin')
      await setUserActive(tx.sql, { id: userId, active: false })
      await endSessions(tx, { userId, exceptSessionId: null, reason: 'deactivated' })
      tx.recordChange(activation(found.value, { active: false, note: input.note }))
      tx.emit({ type: 'user.changed', entityId: userId, companyId: found.value.companyId, userId })
      return accepted({ active: false })
    },
    userInScope,
  )

  mount(
    activateUser,
    async ({ me, params, input, ...tx }) => {
      if (params.id === me.userId) return refused('own_account')
      const found = await lockChangeable(tx.sql, me, params.id)
      if (!found.accepted) return found
      const { id: userId, companyId } = found.value
      await setUserActive(tx.sql, { id: userId, active: true })
      tx.recordChange(activation(found.value, { active: true, note: input.note }))
      tx.emit({ type: 'user.changed', entityId: userId, companyId, userId })
      return accepted({ active: true })
    },
    userInScope,
  )

  mountBulk(kernel, deactivateUsers)
  mountBulk(kernel, activateUsers)

  mount(
    endUserSessions,
    async ({ me, params, ...tx }) => {
      const found = await lockChangeable(tx.sql, me, params.id)
      if (!found.accepted) return found
      const open = await sessionsOfUser(tx.sql, { userId: params.id, exceptSessionId: null })
      const ended = await endSessionsById(tx, { ids: open, reason: 'revoked', at: clock.realNow() })
      return accepted({ ended })
    },
    userInScope,
  )
}
