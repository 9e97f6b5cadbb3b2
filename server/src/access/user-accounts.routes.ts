import { resetPassword, updateUser, verifyUserEmail } from '@cardamom/contract/access/user-access'
import { UserDetail } from '@cardamom/contract/access/users'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { readCompany } from '../companies/companies.sql.ts'
import { linkMail } from '../identity/identity-mail.ts'
import { endLinks, insertLink, type LinkKind } from '../identity/links.sql.ts'
import { hashPassword } from '../identity/password-hash.ts'
import { setTestFlag } from '../identity/people.sql.ts'
import { consumeMail } from '../identity/mail-budget.ts'
import type { User } from '../identity/user.ts'
import { lockUser, updatePassword } from '../identity/users.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { noVersion, versionIn } from '../kernel/if-match.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { CheckObject } from '../kernel/mount-context.ts'
import type { AccessNeeds } from './access-needs.ts'
import { isThere, lockChanged, readChanged } from './changed-person.ts'
import { unknownCaller } from './security-events.sql.ts'
import { createEndSessions } from './session-endings.ts'
import { readPersonOfArea, readUserDetail } from './user-detail.ts'

const about = ({ id, companyId }: User) => ({ entity: 'user', entityId: id, companyId, userId: id })

/** What administrators do with a person's account, besides activation (product §6). */
export const mountUserAccounts = (kernel: Kernel, needs: Pick<AccessNeeds, 'mailer' | 'throttles'>): void => {
  const { mount, ids, clock, config } = kernel
  const { mailer } = needs
  const endSessions = createEndSessions(kernel)

  /** Makes a link that replaces the earlier ones of its kind, and the mail with it. */
  const newLink = async ({ sql }: WriteTransaction, user: User, kind: LinkKind) => {
    const { id: userId, companyId, email } = user
    const at = clock.realNow()
    await endLinks(sql, { userId, kinds: [kind], at })
    const token = await insertLink(sql, ids, { kind, companyId, userId, email, emailChangeId: null, at })
    const company = await readCompany(sql, companyId)
    return linkMail(user, { company, config, kind, token })
  }

  mount(
    resetPassword,
    async ({ me, params, input, ...tx }) => {
      if (params.id === me.userId) return refused('own_account')
      const found = await lockChanged(tx.sql, me, params.id)
      if (!found.accepted) return found
      const user = found.value
      const { id, companyId } = user
      const at = clock.realNow()
      // No person knows this password. The next one is chosen on the page of the link.
      const passwordHash = await hashPassword(randomBytes(32).toString('base64'))
      await updatePassword(tx.sql, { id, passwordHash, at })
      await endSessions(tx, { userId: id, exceptSessionId: null, reason: 'password_changed' })
      await mailer.enqueue(tx, { ...(await newLink(tx, user, 'recover')), kind: 'password_reset' })
      const before = { passwordChangedAt: user.credentialsChangedAt, note: null }
      const after = { passwordChangedAt: at, note: input.note }
      tx.recordChange({ ...about(user), before, after, personal: ['note'] })
      const { device, address, country } = unknownCaller
      const payload = { device, address, country }
      tx.emit({ type: 'user.password_changed', entityId: id, companyId, userId: id, payload })
      return accepted({ email: user.email })
    },
    isThere satisfies CheckObject<typeof resetPassword>,
  )

  mount(
    verifyUserEmail,
    async ({ me, params, read, concerns, finish }) => {
      const known = await read((sql) => readChanged(sql, me, params.id))
      if (!known.accepted) return known
      const { id: userId, email, emailVerifiedAt } = known.value
      if (emailVerifiedAt !== null) return refused('already_verified')
      // A stranger may have typed this address at the registration.
      const sender = { sessionId: me.sessionId }
      const mailed = await consumeMail(needs, { purpose: 'verify', to: email, userId, sender })
      if (!mailed.accepted) return mailed
      concerns(userId)
      return finish({ email }, async (tx) => {
        const user = await lockUser(tx.sql, userId)
        if (user.emailVerifiedAt !== null || user.email !== email) return refused('already_verified')
        await mailer.enqueue(tx, await newLink(tx, user, 'verify_email'))
        return undefined
      })
    },
    isThere satisfies CheckObject<typeof verifyUserEmail>,
  )

  mount(
    updateUser,
    async ({ me, params, input, request, ...tx }) => {
      const version = versionIn(request)
      if (version === null) return refused('validation', noVersion)
      if (!(await readPersonOfArea(tx.sql, params.id))) return refused('record_not_found')
      const user = await lockUser(tx.sql, params.id)
      const detail = async (of: User) => readUserDetail(tx.sql, me, { user: of, now: clock.realNow() })
      if (user.version !== version)
        return refused('record_changed', { data: z.encode(UserDetail, await detail(user)) })
      const { id, companyId, isTest } = user
      if (!(await setTestFlag(tx.sql, { id, version, isTest: input.isTest })))
        throw new Error('A locked record changed')
      tx.recordChange({ ...about(user), before: { isTest }, after: { isTest: input.isTest } })
      tx.emit({ type: 'user.changed', entityId: id, companyId, userId: id })
      return accepted(await detail(await lockUser(tx.sql, id)))
    },
    async ({ sql, params }) => ((await readPersonOfArea(sql, params.id)) ? null : 'record_not_found'),
  )
}
