import { confirmEmail, renewEmailVerification, sendEmailVerification } from '@cardamom/contract/identity'
import { readCompany } from '../companies/companies.sql.ts'
import { refused } from '../kernel/answer.ts'
import { brokeUnique } from '../kernel/database.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { confirmEmailChange } from './email-changes.sql.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkRequest } from './link-request.ts'
import { createLinkSender } from './link-sender.ts'
import { eventSourceOf, type EventSource } from './event-source.ts'
import { endLinks, findLink, isLive, useLink, type LinkKind, type OneTimeLink } from './links.sql.ts'
import { consumeMail } from './mail-budget.ts'
import { emailHint } from './user.ts'
import { confirmUserEmail, lockUser, readUser, updateEmail } from './users.sql.ts'

const kinds: readonly LinkKind[] = ['verify_email', 'email_change']

/** The links that confirm an address: of a new account, or of a changed e-mail. */
export const mountEmailVerifications = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock, config } = kernel
  const sendLink = createLinkSender(kernel, needs)

  const requestLink = createLinkRequest(kernel, needs)
  mount(sendEmailVerification, ({ input: { email }, address, finish }) =>
    requestLink({ kind: 'verify_email', purpose: 'verify', email, sender: { address } }, finish),
  )

  /** Assigns the new address to the person. The old address gets a notice, and the other sessions end. */
  const applyChange = async (
    tx: WriteTransaction,
    link: OneTimeLink,
    { at, from }: { at: Date; from: EventSource },
  ) => {
    const { sql } = tx
    const user = await lockUser(sql, link.userId)
    await updateEmail(sql, { id: user.id, email: link.email, at: clock.realNow() })
    const changeId = link.emailChangeId
    const exceptSessionId = changeId ? await confirmEmailChange(sql, { id: changeId, at }) : null
    await needs.endSessions(tx, { userId: user.id, exceptSessionId, reason: 'email_changed' })
    // Links that were sent to the old address do not work any more.
    const all = ['recover', 'verify_email', 'email_change'] as const
    await endLinks(sql, { userId: user.id, kinds: all, at: clock.realNow() })
    const company = await readCompany(sql, user.companyId)
    const cause = { at: clock.realNow(), source: from }
    const notice = { company, config, kind: 'email_changed', newEmail: link.email, cause } as const
    await needs.mailer.enqueue(tx, changeNotice(user, notice))
    const { companyId, id } = user
    tx.recordChange({
      entity: 'user',
      entityId: id,
      companyId,
      userId: id,
      before: { email: user.email },
      after: { email: link.email },
      personal: ['email'],
    })
    const about = { entityId: id, companyId, userId: id }
    tx.emit({ type: 'user.email_changed', ...about, payload: { ...from } })
  }

  const confirmFirst = async (tx: WriteTransaction, link: OneTimeLink) => {
    const { userId: id, companyId, email } = link
    if (!(await confirmUserEmail(tx.sql, { id, email, at: clock.realNow() }))) {
      return refused('link_expired')
    }
    tx.emit({ type: 'user.email_verified', entityId: id, companyId, userId: id })
  }

  mount(confirmEmail, async ({ params: { token }, now, request, address, finish }) => {
    const from = eventSourceOf({ request, address })
    const link = await db.read(beforeLogin, (sql) => findLink(sql, token, kinds))
    if (!link || !isLive(link, clock.realNow())) return refused('link_expired')
    const purpose = link.kind === 'email_change' ? 'email_change' : 'registration'
    try {
      return await finish({ email: link.email, purpose } as const, async (tx) => {
        if (!(await useLink(tx.sql, token, clock.realNow()))) return refused('link_expired')
        return link.kind === 'email_change'
          ? applyChange(tx, link, { at: now, from })
          : confirmFirst(tx, link)
      })
    } catch (error) {
      if (brokeUnique(error, 'app_user_email_key')) return refused('email_taken')
      throw error
    }
  })

  mount(renewEmailVerification, async ({ params: { token }, address, finish }) => {
    const link = await db.read(beforeLogin, (sql) => findLink(sql, token, kinds))
    if (!link) return refused('link_expired')
    const mail = { purpose: 'verify', to: link.email, sender: { address } } as const
    const allowed = await consumeMail(needs, mail)
    if (!allowed.accepted) return allowed
    const user = await db.read(beforeLogin, (sql) => readUser(sql, link.userId))
    // A used link, or the link of a replaced change, is not sent again.
    const isOver = link.usedAt !== null || (link.kind === 'verify_email' && user?.email !== link.email)
    if (!user || isOver) return refused('link_expired')
    const { kind, email, emailChangeId } = link
    const sent = await sendLink(user, { kind, email, emailChangeId })
    if (!sent.accepted) return sent
    return finish({ hint: emailHint(email) }, ({ sql }) => sent.value.save(sql))
  })
}
