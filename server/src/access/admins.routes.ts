import {
  AdminDetail,
  createAdmin,
  getAdmin,
  inviteAdmin,
  updateAdmin,
} from '@cardamom/contract/access/admins'
import { isAdminArea, mayAssignRole, superRole } from '@cardamom/contract/roles'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { companyRows, readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { linkMail } from '../identity/identity-mail.ts'
import { endLinks, insertLink } from '../identity/links.sql.ts'
import { hashPassword } from '../identity/password-hash.ts'
import { mailTries } from '../identity/throttle.ts'
import { noReferrer, type User } from '../identity/user.ts'
import { isLastOfRole, updateStaff } from '../identity/staff.sql.ts'
import { insertUser, lockUser, readUser } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Handler } from '../kernel/mount-context.ts'
import { mountList } from '../kernel/mount-list.ts'
import { mayGrantRoleScope } from './permission.ts'
import type { AccessNeeds } from './access-needs.ts'
import { isManagedBy, readAdminDetail } from './admin-detail.ts'
import { adminsList } from './admins.list.ts'
import { userInScope } from './changeable-person.ts'
import { removeDataScope } from './data-scopes.sql.ts'
import { createEndSessions } from './session-endings.ts'

/** The person whose record a call changes, for the audit. */
const changeOfPerson = ({ id, companyId }: Pick<User, 'id' | 'companyId'>) => ({
  entity: 'user',
  entityId: id,
  companyId,
  userId: id,
  personal: ['email', 'firstName', 'lastName'],
})

const pickChanged = ({ firstName, lastName, roleId, passkeyRequired }: User) => ({
  firstName,
  lastName,
  roleId,
  passkeyRequired,
})

/** Lists of administrators; they are created by an invitation and changed by others (permissions §1). */
export const mountAdmins = (
  kernel: Kernel,
  { mailer, throttles }: Pick<AccessNeeds, 'mailer' | 'throttles'>,
): void => {
  const { mount, ids, clock, config } = kernel
  const endSessions = createEndSessions(kernel)
  mountList(kernel, adminsList)

  /** Sends a link to the page where the person chooses a password. Earlier invitations stop working. */
  const invite = async (tx: WriteTransaction, user: User) => {
    const { id: userId, companyId, email } = user
    const at = clock.realNow()
    await endLinks(tx.sql, { userId, kinds: ['invitation'], at })
    const link = { kind: 'invitation', companyId, userId, email, emailChangeId: null, at } as const
    const token = await insertLink(tx.sql, ids, link)
    const company = await readCompany(tx.sql, companyId)
    await mailer.enqueue(tx, linkMail(user, { company, config, kind: 'invitation', token }))
  }

  mount(getAdmin, async ({ sql, me, params }) => {
    const user = await readUser(sql, params.id)
    if (!user || user.roleId === 2) return refused('record_not_found')
    return accepted(await readAdminDetail(sql, me, user))
  })

  mount(createAdmin, async ({ me, input, ...tx }) => {
    const { sql } = tx
    const { roleId, companyId } = input
    const company = await companyRows(sql).where('id', '=', companyId).executeTakeFirst()
    if (!company) return refused('record_not_found', { field: 'companyId' })
    if (!mayAssignRole(me.roleId, roleId) || !mayGrantRoleScope(me, roleId))
      return refused('role_not_allowed', { field: 'roleId' })
    if (!(await readIsOpen(sql, company))) return refused('company_closed', { field: 'companyId' })
    const id = ids.next()
    const outcome = await insertUser(sql, ids, {
      ...input,
      id,
      emailVerifiedAt: null,
      // No person knows this password. The first real one is chosen on the page of the link.
      passwordHash: await hashPassword(randomBytes(32).toString('base64')),
      gender: null,
      city: null,
      state: null,
      country: null,
      encrypted: null,
      mobileDigest: null,
      attribution: noReferrer,
      isTest: false,
      createdAt: clock.realNow(),
    })
    if (outcome === 'email_taken') return refused('email_taken', { field: 'email' })
    const user = await lockUser(sql, id)
    await invite(tx, user)
    tx.recordChange({ ...changeOfPerson(user), before: null, after: { ...input } })
    tx.emit({ type: 'user.registered', entityId: id, companyId, userId: id })
    return accepted(await readAdminDetail(sql, me, user))
  })

  mount(inviteAdmin, async ({ me, params, ...tx }) => {
    const user = await readUser(tx.sql, params.id)
    if (!user || !isAdminArea(user.roleId)) return refused('record_not_found')
    if (!isManagedBy(me, user)) return refused('role_not_allowed')
    if (user.emailVerifiedAt || !user.active) return refused('already_joined')
    // Nobody has confirmed this address yet.
    if (!(await throttles.isFreeWithin(tx.sql, `mail:invitation:${user.email}`, mailTries)))
      return refused('rate_limited', { data: { retryAfterSeconds: mailTries.firstBlockMs / 1000 } })
    await invite(tx, user)
    return accepted(null)
  })

  const update: Handler<typeof updateAdmin> = async ({ me, params, input, request, ...tx }) => {
    const { sql, emit } = tx
    const version = versionIn(request)
    if (version === null) return refused('validation', noVersion)
    if (params.id === me.userId) return refused('own_account')
    const found = await readUser(sql, params.id)
    if (!found || !isAdminArea(found.roleId)) return refused('record_not_found')
    const user = await lockUser(sql, params.id)
    if (!isManagedBy(me, user)) return refused('role_not_allowed')
    const { roleId = user.roleId } = input
    const isAssignable = roleId === user.roleId || mayAssignRole(me.roleId, roleId)
    if (!isAssignable || !mayGrantRoleScope(me, roleId))
      return refused('role_not_allowed', { field: 'roleId' })
    if (user.version !== version)
      return refused('record_changed', { data: z.encode(AdminDetail, await readAdminDetail(sql, me, user)) })
    const isSuperLost = user.roleId === superRole && roleId !== superRole
    if (isSuperLost && (await isLastOfRole(sql, user))) return refused('last_super_admin')
    const before = pickChanged(user)
    const { firstName = before.firstName, lastName = before.lastName } = input
    const { passkeyRequired = before.passkeyRequired } = input
    const changed = { firstName, lastName, roleId, passkeyRequired }
    if (!(await updateStaff(sql, { id: user.id, version }, changed)))
      throw new Error('A locked record changed')
    const { id: userId, companyId } = user
    tx.recordChange({ ...changeOfPerson(user), before, after: changed })
    if (roleId !== user.roleId) {
      await removeDataScope(sql, userId)
      await endSessions(tx, { userId, exceptSessionId: null, reason: 'role_changed' })
      emit({ type: 'user.permissions_changed', entityId: userId, companyId, userId })
    }
    emit({ type: 'user.changed', entityId: userId, companyId, userId })
    return accepted(await readAdminDetail(sql, me, await lockUser(sql, userId)))
  }
  mount(updateAdmin, update, userInScope)
}
