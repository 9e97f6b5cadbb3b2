import {
  allowImpersonatedChanges,
  changeableRoles,
  endImpersonation,
  getImpersonation,
  impersonatedRoles,
  openImpersonation,
  startImpersonation,
} from '@cardamom/contract/access/impersonations'
import { readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { after } from '../kernel/clock.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { Queries } from '../kernel/queries.ts'
import { userInScope } from './changeable-person.ts'
import { impersonationTimes, mayViewLevelOf } from './impersonation.ts'
import {
  allowChanges,
  endOpenImpersonations,
  insertImpersonation,
  openByToken,
  readOpenImpersonation,
} from './impersonations.sql.ts'
import { isSecretForm, newSecret } from './secrets.ts'

type Of = { readonly sql: Queries; readonly sessionId: string; readonly userId: string; readonly at: Date }

/** The impersonation of this person that the session has open now, without changes allowed yet; null: none. */
const findUnchanged = async ({ sql, at, ...of }: Of) => {
  const found = await readOpenImpersonation(sql, of)
  const isOpen = found?.endsAt && found.endsAt > at && found.endedAt === null
  return isOpen && found.changesAllowedAt === null ? found : null
}

/** Changes in an open impersonation, when a second person allows them (security §1). */
const mountChanges = ({ mount, clock }: Kernel): void => {
  const check: CheckObject<typeof allowImpersonatedChanges> = async ({ sql, me, params }) => {
    const user = await readUser(sql, params.id)
    if (!user) return 'record_not_found'
    if (!changeableRoles.has(user.roleId)) return 'role_not_allowed'
    const of = { sessionId: me.sessionId, userId: user.id, at: clock.realNow() }
    return (await findUnchanged({ sql, ...of })) ? null : 'impersonation_not_open'
  }
  mount(
    allowImpersonatedChanges,
    async ({ sql, me, params, input, approval, concerns, recordChange }) => {
      const [user, at] = [await readUser(sql, params.id), clock.realNow()]
      if (!user) return refused('record_not_found')
      if (!changeableRoles.has(user.roleId) || approval.checkerId === user.id)
        return refused('role_not_allowed')
      const { id: userId, companyId } = user
      const open = await findUnchanged({ sql, sessionId: me.sessionId, userId, at })
      if (!open) return refused('impersonation_not_open')
      const { reason } = input
      await allowChanges(sql, { id: open.id, at, checkerId: approval.checkerId, reason })
      concerns(userId)
      const of = { entity: 'impersonation', entityId: open.id, companyId, userId }
      recordChange({ ...of, before: { mayChange: false }, after: { mayChange: true } })
      return accepted(null)
    },
    check,
    {
      describe: async ({ sql, params }) => {
        const user = await readUser(sql, params.id)
        if (!user) throw new Error('A checked person is missing')
        return { companyId: user.companyId, changes: [] }
      },
    },
  )
}

/** Impersonation: a one-time link, a read-only view of one person's account, and its end (security §1). */
export const mountImpersonations = (kernel: Kernel): void => {
  const { mount, ids, clock } = kernel
  mountChanges(kernel)
  mount(
    startImpersonation,
    async ({ me, params, input, sql, recordChange, concerns }) => {
      const user = await readUser(sql, params.id)
      if (!user) return refused('record_not_found')
      if (!impersonatedRoles.has(user.roleId) || user.id === me.userId) return refused('role_not_allowed')
      if (!mayViewLevelOf(me, user)) return refused('role_not_allowed')
      if (!user.active) return refused('person_inactive')
      const [token, at] = [newSecret(ids), clock.realNow()]
      const expiresAt = after(at, impersonationTimes.linkMs)
      const { id: userId, companyId } = user
      const id = ids.next()
      await insertImpersonation(sql, {
        id,
        companyId,
        userId,
        adminId: me.userId,
        sessionId: me.sessionId,
        token,
        reason: input.reason,
        createdAt: at,
        linkExpiresAt: expiresAt,
      })
      concerns(userId)
      const of = { entity: 'impersonation', entityId: id, companyId, userId, personal: ['reason'] }
      recordChange({ ...of, before: null, after: { reason: input.reason } })
      return accepted({ path: `/impersonate/${token}`, expiresAt })
    },
    userInScope,
  )

  mount(openImpersonation, async ({ me, input, sql, concerns }) => {
    if (!isSecretForm(input.token)) return refused('link_expired')
    const { sessionId } = me
    const at = clock.realNow()
    const endsAt = after(at, impersonationTimes.openMs)
    const opened = await openByToken(sql, { token: input.token, sessionId, at, endsAt })
    if (!opened) return refused('link_expired')
    const user = await readUser(sql, opened.userId)
    if (!user?.active || !impersonatedRoles.has(user.roleId)) return refused('person_inactive')
    await endOpenImpersonations(sql, { sessionId, exceptId: opened.id, at })
    concerns(opened.userId)
    return accepted({ userId: opened.userId, endsAt })
  })

  mount(getImpersonation, async ({ me, sql }) => {
    if (me.impersonatorId === null) return accepted(null)
    const { sessionId, userId } = me
    const open = await readOpenImpersonation(sql, { sessionId, userId })
    const person = await readUser(sql, userId)
    if (!open?.endsAt || !person) throw new Error('The impersonation of a session is missing')
    const { email, firstName, lastName } = person
    return accepted({
      person: `${firstName} ${lastName}`,
      email,
      reason: open.reason,
      endsAt: open.endsAt,
      mayChange: open.changesAllowedAt !== null,
    })
  })

  mount(endImpersonation, async ({ me, sql, concerns }) => {
    const of = { sessionId: me.sessionId, exceptId: null, at: clock.realNow() }
    const ended = await endOpenImpersonations(sql, of)
    const [first] = ended
    if (first) concerns(first.userId)
    return accepted({ ended: ended.length })
  })
}
