import type { OutputOf } from '@cardamom/contract/endpoint'
import { confirmEmail, renewEmailVerification, sendEmailVerification } from '@cardamom/contract/identity'
import { refused } from '../kernel/answer.ts'
import { brokeUnique } from '../kernel/database.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { createChangeConfirmation } from './email-change-confirmation.ts'
import { readPendingChange } from './email-changes.sql.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkRequest } from './link-request.ts'
import { createLinkSender } from './link-sender.ts'
import { eventSourceOf } from './event-source.ts'
import { changeLinks, findLink, isLive, useLink, type OneTimeLink } from './links.sql.ts'
import { consumeMail } from './mail-budget.ts'
import { emailHint } from './user.ts'
import { confirmUserEmail, readUser } from './users.sql.ts'

const kinds = ['verify_email', ...changeLinks] as const

/** The links that confirm an address: of a new account, or the old or new one of a change. */
export const mountEmailVerifications = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock } = kernel
  const sendLink = createLinkSender(kernel, needs)
  const confirmChange = createChangeConfirmation(kernel, needs)

  const requestLink = createLinkRequest(kernel, needs)
  mount(sendEmailVerification, ({ input: { email }, address, finish }) =>
    requestLink({ kind: 'verify_email', purpose: 'verify', email, sender: { address } }, finish),
  )

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
    let confirmed: OutputOf<typeof confirmEmail> = { email: link.email, purpose: 'registration' }
    try {
      return await finish(
        () => Promise.resolve(confirmed),
        async (tx) => {
          if (!(await useLink(tx.sql, token, clock.realNow()))) return refused('link_expired')
          if (link.kind === 'verify_email') return confirmFirst(tx, link)
          const outcome = await confirmChange(tx, link, { at: now, from })
          if (!outcome.accepted) return outcome
          confirmed = outcome.value
          return undefined
        },
      )
    } catch (error) {
      if (brokeUnique(error, 'app_user_email_key')) return refused('email_taken')
      throw error
    }
  })

  mount(renewEmailVerification, async ({ params: { token }, request, address, finish }) => {
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
    const change = emailChangeId
      ? await db.read(beforeLogin, (sql) => readPendingChange(sql, { id: emailChangeId }))
      : null
    if (emailChangeId && (!change || !user.active)) return refused('link_expired')
    const cause = { at: clock.realNow(), source: eventSourceOf({ request, address }) }
    const shown = kind === 'email_change_old' && change ? { cause, facts: { newEmail: change.toEmail } } : {}
    const sent = await sendLink(user, { kind, email, emailChangeId, ...shown })
    if (!sent.accepted) return sent
    return finish({ hint: emailHint(email) }, ({ sql }) => sent.value.save(sql))
  })
}
