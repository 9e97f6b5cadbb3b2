import { changeEmail, changePassword } from '@cardamom/contract/identity'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { insertEmailChange } from './email-changes.sql.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkSender, takeMail } from './link-sender.ts'
import { endLinks } from './links.sql.ts'
import { createPasswordCheck } from './password-check.ts'
import { hashPassword } from './password-hash.ts'
import { hasIssues, passwordIssues } from './user.ts'
import { findUserByEmail, updatePassword } from './users.sql.ts'

/** What a person logs in with, changed by themselves. */
export const mountCredentials = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock, config, ids } = kernel
  const sendLink = createLinkSender(kernel, needs)
  const checkPassword = createPasswordCheck(kernel, needs)

  mount(changePassword, async ({ me, input, finish }) => {
    const checked = await checkPassword(me.userId, input.oldPassword)
    if (!checked.accepted) {
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_old_password', { field: 'oldPassword' })
    }
    const user = checked.value
    const adminMinimum = await db.read(everything, (sql) => readSetting(sql, 'adminPasswordMinimum'))
    const errors = await passwordIssues(input.password, { roleId: user.roleId, adminMinimum })
    if (hasIssues(errors)) return refused('validation', { data: { errors } })
    const passwordHash = await hashPassword(input.password)
    return finish(null, async (tx) => {
      const { id, companyId } = user
      const at = clock.realNow()
      await updatePassword(tx.sql, { id, passwordHash, at })
      await endLinks(tx.sql, { userId: id, kinds: ['recover'], at })
      await needs.endSessions(tx, {
        userId: id,
        exceptSessionId: me.sessionId,
        reason: 'password_changed',
      })
      const company = await readCompany(tx.sql, companyId)
      await needs.mailer.enqueue(tx, changeNotice(user, { company, config, kind: 'password_changed' }))
      tx.emit({ type: 'user.password_changed', entity: 'user', entityId: id, companyId, userId: id })
    })
  })

  mount(changeEmail, async ({ me, input: { email, password }, now, write }) => {
    const checked = await checkPassword(me.userId, password)
    if (!checked.accepted) {
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_credentials', { field: 'password' })
    }
    const user = checked.value
    if (email === user.email) {
      return refused('validation', { data: { errors: { email: ['same_email'] } } })
    }
    const mailed = await takeMail(needs, email)
    if (!mailed.accepted) return mailed
    const { owner, hidden } = await db.read(everything, async (sql) => ({
      owner: await findUserByEmail(sql, email),
      hidden: await readSetting(sql, 'hideAccountExistence'),
    }))
    // Where accounts are hidden the answer is the same; the link is simply never sent.
    if (owner) return hidden ? accepted({ email }) : refused('email_taken', { field: 'email' })
    const changeId = ids.next()
    await write(async (tx) => {
      const { id: userId, companyId } = user
      await endLinks(tx.sql, { userId, kinds: ['email_change'], at: clock.realNow() })
      const change = { id: changeId, companyId, userId, from: user.email, to: email, at: now }
      await insertEmailChange(tx.sql, change)
      const company = await readCompany(tx.sql, companyId)
      const notice = { company, config, kind: 'email_change_asked', newEmail: email } as const
      await needs.mailer.enqueue(tx, changeNotice(user, notice))
    })
    const sent = await sendLink(user, { kind: 'email_change', email, emailChangeId: changeId })
    return sent.accepted ? accepted({ email }) : sent
  })
}
