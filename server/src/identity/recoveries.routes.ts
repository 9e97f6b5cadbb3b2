import { checkRecovery, completeRecovery, recover, renewRecovery } from '@cardamom/contract/identity'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { readSettings } from '../settings/settings.sql.ts'
import { createChangeCancellation } from './email-change-cancellation.ts'
import { eventSourceOf } from './event-source.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkRequest } from './link-request.ts'
import { createLinkSender } from './link-sender.ts'
import { endLinks, findLink, isLive, useLink, type LinkKind, type OneTimeLink } from './links.sql.ts'
import { consumeMail } from './mail-budget.ts'
import { hashPassword } from './password-hash.ts'
import { emailHint, hasIssues, passwordIssues, passwordPolicyKeys, type User } from './user.ts'
import { updatePassword } from './passwords.sql.ts'
import { confirmUserEmail, readUser } from './users.sql.ts'

/**
 * The first password of an invited administrator is chosen on the same page, and the one after a reset to the default.
 */
const kinds: readonly LinkKind[] = ['recover', 'invitation', 'default_password']

/** Replaces a forgotten password by a link in a mail. Every session of the account then ends. */
export const mountRecoveries = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock, config } = kernel
  const sendLink = createLinkSender(kernel, needs)
  const cancelChange = createChangeCancellation(kernel, needs)

  const requestLink = createLinkRequest(kernel, needs)
  mount(recover, ({ input: { email }, request, address, finish }) => {
    const source = eventSourceOf({ request, address })
    return requestLink({ kind: 'recover', purpose: 'recover', email, sender: { address }, source }, finish)
  })

  /** The page of a default password closes with it. */
  const isOpen = (link: OneTimeLink, { defaultPasswordUntil }: User): boolean => {
    const now = clock.realNow()
    if (link.kind !== 'default_password') return isLive(link, now)
    return isLive(link, now) && defaultPasswordUntil !== null && defaultPasswordUntil > now
  }

  mount(checkRecovery, async ({ sql, params: { token } }) => {
    const link = await findLink(sql, token, kinds)
    const user = link ? await readUser(sql, link.userId) : null
    if (!link || !user || !isOpen(link, user)) return refused('link_expired')
    return accepted({ hint: emailHint(link.email), expiresAt: link.expiresAt })
  })

  mount(completeRecovery, async ({ params: { token }, input: { password }, request, address, finish }) => {
    const { link, user, policy } = await db.read(beforeLogin, async (sql) => {
      const found = await findLink(sql, token, kinds)
      return {
        link: found,
        user: found ? await readUser(sql, found.userId) : null,
        policy: await readSettings(sql, passwordPolicyKeys),
      }
    })
    if (!link || !user || !isOpen(link, user)) return refused('link_expired')
    const { DEFAULT_PASSWORD: defaultPassword } = config
    const errors = await passwordIssues(password, { roleId: user.roleId, policy, defaultPassword })
    if (hasIssues(errors)) return refused('validation', { data: { errors } })
    const passwordHash = await hashPassword(password)
    const ended = await finish({ email: user.email }, async (tx) => {
      const { sql } = tx
      const at = clock.realNow()
      const { id, companyId, email } = user
      if (!(await useLink(sql, token, at))) return refused('link_expired')
      await updatePassword(sql, { id, passwordHash, at })
      // A person who opens a link that was mailed to the address owns it, so it needs no second confirmation.
      const isMailed = link.kind !== 'default_password'
      if (isMailed && link.email === email) await confirmUserEmail(sql, { id, email, at })
      await endLinks(sql, { userId: id, kinds, at })
      const changed = { before: {}, after: { passwordChangedAt: at } }
      tx.recordChange({ entity: 'user', entityId: id, companyId, userId: id, ...changed })
      await needs.endSessions(tx, { userId: id, exceptSessionId: null, reason: 'password_changed' })
      const company = await readCompany(sql, companyId)
      const source = eventSourceOf({ request, address })
      await cancelChange(tx, { userId: id, by: 'password_changed', from: source })
      const notice = { company, config, kind: 'password_changed', cause: { at, source } } as const
      await needs.mailer.enqueue(tx, changeNotice(user, notice))
      const about = { entityId: id, companyId, userId: id }
      const payload = { ...source }
      tx.emit({ type: 'user.password_changed', ...about, payload })
    })
    await needs.throttles.forgetOf({ userId: user.id, kind: 'password' })
    return ended
  })

  mount(renewRecovery, async ({ params: { token }, request, address, finish }) => {
    const link = await db.read(beforeLogin, (sql) => findLink(sql, token, kinds))
    if (!link) return refused('link_expired')
    const mail = { purpose: 'recover', to: link.email, sender: { address } } as const
    const allowed = await consumeMail(needs, mail)
    if (!allowed.accepted) return allowed
    const user = await db.read(beforeLogin, (sql) => readUser(sql, link.userId))
    if (!user || user.email !== link.email) return refused('link_expired')
    const sent = await sendLink(user, {
      kind: 'recover',
      email: user.email,
      emailChangeId: null,
      cause: { at: clock.realNow(), source: eventSourceOf({ request, address }) },
    })
    if (!sent.accepted) return sent
    return finish({ hint: emailHint(user.email) }, ({ sql }) => sent.value.save(sql))
  })
}
