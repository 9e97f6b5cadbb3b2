import { changePassword } from '@cardamom/contract/identity'
import { changeEmail } from '@cardamom/contract/identity/email-changes'
import { readCompany } from '../companies/companies.sql.ts'
import { refused } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { readSetting, readSettings } from '../settings/settings.sql.ts'
import { cancelPendingChange, insertEmailChange } from './email-changes.sql.ts'
import { createChangeCancellation } from './email-change-cancellation.ts'
import { eventSourceOf } from './event-source.ts'
import { atHiddenTime } from './hidden-answers.ts'
import { accountExistsMail, changeNotice, linkMail } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkSender } from './link-sender.ts'
import { consumeMail } from './mail-budget.ts'
import { changeLinks, endLinks, insertLink } from './links.sql.ts'
import { createPasswordCheck } from './password-check.ts'
import { hashPassword } from './password-hash.ts'
import { hasIssues, passwordIssues, type User, passwordPolicyKeys } from './user.ts'
import { updatePassword } from './passwords.sql.ts'
import { findUserByEmail, lockUser } from './users.sql.ts'

/** Changes of the credentials by their owner: password and e-mail. */
export const mountCredentials = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock, config, ids } = kernel
  const sendLink = createLinkSender(kernel, needs)
  const checkPassword = createPasswordCheck(kernel, needs)
  const cancelChange = createChangeCancellation(kernel, needs)

  /**
   * Where accounts are hidden, the answer is the same for a registered and a free address: the change is
   * pending. The link is mailed only to a free address; the owner of a registered address gets a notice
   * instead.
   */
  const mailHidden = async (
    tx: WriteTransaction,
    of: { user: User; owner: User | null; email: string; changeId: string },
  ) => {
    const { user, owner, email, changeId } = of
    const { id: userId, companyId } = user
    const at = clock.realNow()
    const link = { kind: 'email_change', companyId, userId, email, emailChangeId: changeId, at } as const
    const token = await insertLink(tx.sql, ids, link)
    const company = await readCompany(tx.sql, (owner ?? user).companyId)
    const reader = { ...user, email, emailVerifiedAt: null }
    const draft = owner
      ? accountExistsMail(owner, { company, config })
      : linkMail(reader, { company, config, kind: 'email_change', token })
    await needs.mailer.enqueue(tx, draft)
  }

  /** Stores the request. The person's row is locked, so of two concurrent requests the later one replaces the other. */
  const saveRequest = async (
    tx: WriteTransaction,
    of: { user: User; email: string; changeId: string; now: Date; sessionId: string },
  ) => {
    const { email, changeId, now, sessionId } = of
    const user = await lockUser(tx.sql, of.user.id)
    const { id: userId, companyId } = user
    await endLinks(tx.sql, { userId, kinds: changeLinks, at: clock.realNow() })
    await cancelPendingChange(tx.sql, { userId, at: now, by: 'replaced' })
    await insertEmailChange(tx.sql, {
      id: changeId,
      companyId,
      userId,
      fromEmail: user.email,
      toEmail: email,
      requestedAt: now,
      sessionId,
    })
    return user
  }

  mount(changePassword, async ({ me, input, request, address, finish }) => {
    const checked = await checkPassword(me, input.oldPassword)
    if (!checked.accepted) {
      return checked.code === 'rate_limited'
        ? refused('rate_limited', { data: checked.data })
        : refused('wrong_old_password', { field: 'oldPassword' })
    }
    const user = checked.value
    const policy = await db.read(provedPerson, (sql) => readSettings(sql, passwordPolicyKeys))
    const { DEFAULT_PASSWORD: defaultPassword } = config
    const errors = await passwordIssues(input.password, { roleId: user.roleId, policy, defaultPassword })
    if (hasIssues(errors)) return refused('validation', { data: { errors } })
    const passwordHash = await hashPassword(input.password)
    return finish(null, async (tx) => {
      const { id, companyId } = user
      const at = clock.realNow()
      await updatePassword(tx.sql, { id, passwordHash, at })
      await endLinks(tx.sql, { userId: id, kinds: ['recover', 'default_password'], at })
      // What is recorded of a password is that there is another one.
      const changed = { before: {}, after: { passwordChangedAt: at } }
      tx.recordChange({ entity: 'user', entityId: id, companyId, userId: id, ...changed })
      await needs.endSessions(tx, {
        userId: id,
        exceptSessionId: me.sessionId,
        reason: 'password_changed',
      })
      const company = await readCompany(tx.sql, companyId)
      const source = eventSourceOf({ request, address })
      await cancelChange(tx, { userId: id, by: 'password_changed', from: source })
      const notice = { company, config, kind: 'password_changed', cause: { at, source } } as const
      await needs.mailer.enqueue(tx, changeNotice(user, notice))
      const payload = { ...source }
      const about = { entityId: id, companyId, userId: id }
      tx.emit({ type: 'user.password_changed', ...about, payload })
    })
  })

  mount(changeEmail, ({ me, input: { email, password }, now, request, address, finish }) =>
    atHiddenTime(db, async () => {
      const checked = await checkPassword(me, password)
      if (!checked.accepted) {
        return checked.code === 'rate_limited'
          ? refused('rate_limited', { data: checked.data })
          : refused('wrong_credentials', { field: 'password' })
      }
      const user = checked.value
      if (email === user.email) {
        return refused('validation', { data: { errors: { email: ['same_email'] } } })
      }
      const sender = { sessionId: me.sessionId }
      const mailed = await consumeMail(needs, { purpose: 'verify', to: email, sender })
      if (!mailed.accepted) return mailed
      // All tenants: an address belongs to one person of the whole installation.
      const { owner, hidden } = await db.read(allTenants, async (sql) => ({
        owner: await findUserByEmail(sql, email),
        hidden: await readSetting(sql, 'hideAccountExistence'),
      }))
      if (owner && !hidden) return refused('email_taken', { field: 'email' })
      const changeId = ids.next()
      const link = { kind: 'email_change', email, emailChangeId: changeId } as const
      const sent = hidden ? null : await sendLink(user, link)
      if (sent && !sent.accepted) return sent
      const source = eventSourceOf({ request, address })
      return finish({ email }, async (tx) => {
        const current = await saveRequest(tx, { user, email, changeId, now, sessionId: me.sessionId })
        const at = clock.realNow()
        const { id: userId, companyId } = current
        const link = { kind: 'email_change_old', companyId, userId, email: current.email, at } as const
        const token = await insertLink(tx.sql, ids, { ...link, emailChangeId: changeId })
        const company = await readCompany(tx.sql, companyId)
        const about = { company, config, token, cause: { at, source }, facts: { newEmail: email } }
        await needs.mailer.enqueue(tx, linkMail(current, { ...about, kind: 'email_change_old' }))
        tx.emit({
          type: 'user.email_change_requested',
          entityId: userId,
          companyId,
          userId,
          payload: { ...source },
        })
        if (sent) await sent.value.save(tx.sql)
        else await mailHidden(tx, { user: current, owner, email, changeId })
      })
    }),
  )
}
