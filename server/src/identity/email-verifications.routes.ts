import { confirmEmail, renewEmailVerification, sendEmailVerification } from '@cardamom/contract/identity'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused } from '../kernel/answer.ts'
import { brokeUnique, everything } from '../kernel/database.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { readSetting } from '../settings/settings.sql.ts'
import { confirmEmailChange } from './email-changes.sql.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkSender, takeMail } from './link-sender.ts'
import { endLinks, findLink, isLive, useLink, type LinkKind, type OneTimeLink } from './links.sql.ts'
import { refusing, rollBack } from './refusing.ts'
import { emailHint } from './user.ts'
import { confirmUserEmail, findUserByEmail, lockUser, readUser, updateEmail } from './users.sql.ts'

const kinds: readonly LinkKind[] = ['verify_email', 'email_change']

/** The links that confirm an address: of a new account, or one that a person changed to. */
export const mountEmailVerifications = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { mount, db, clock, config } = kernel
  const sendLink = createLinkSender(kernel, needs)

  mount(sendEmailVerification, async ({ input: { email } }) => {
    const taken = await takeMail(needs, email)
    if (!taken.accepted) return taken
    const { user, hidden } = await db.read(everything, async (sql) => ({
      user: await findUserByEmail(sql, email),
      hidden: await readSetting(sql, 'hideAccountExistence'),
    }))
    if (!user) return hidden ? accepted({ email }) : refused('email_not_found', { field: 'email' })
    // Nothing is left to confirm: the person can log in.
    if (user.emailVerifiedAt) return accepted({ email })
    const sent = await sendLink(user, { kind: 'verify_email', email, emailChangeId: null })
    return sent.accepted ? accepted({ email }) : sent
  })

  /** The address becomes the person's own; the old one hears of it. */
  const applyChange = async (tx: WriteTransaction, link: OneTimeLink, at: Date) => {
    const { sql } = tx
    const user = await lockUser(sql, link.userId)
    await updateEmail(sql, { id: user.id, email: link.email, at: clock.realNow() })
    if (link.emailChangeId) await confirmEmailChange(sql, { id: link.emailChangeId, at })
    // What was sent to the old address opens nothing any more.
    const all = ['recover', 'verify_email', 'email_change'] as const
    await endLinks(sql, { userId: user.id, kinds: all, at: clock.realNow() })
    const company = await readCompany(sql, user.companyId)
    const notice = { company, config, kind: 'email_changed', newEmail: link.email } as const
    await needs.mailer.enqueue(tx, changeNotice(user, notice))
    const { companyId, id } = user
    tx.emit({ type: 'user.email_changed', entity: 'user', entityId: id, companyId, userId: id })
  }

  const confirmFirst = async (tx: WriteTransaction, link: OneTimeLink) => {
    const { userId: id, companyId, email } = link
    if (!(await confirmUserEmail(tx.sql, { id, email, at: clock.realNow() }))) {
      rollBack(refused('link_expired'))
    }
    tx.emit({ type: 'user.email_verified', entity: 'user', entityId: id, companyId, userId: id })
  }

  mount(confirmEmail, async ({ params: { token }, now, finish }) => {
    const link = await db.read(everything, (sql) => findLink(sql, token, kinds))
    if (!link || !isLive(link, clock.realNow())) return refused('link_expired')
    const purpose = link.kind === 'email_change' ? 'email_change' : 'registration'
    try {
      return await refusing(() =>
        finish({ email: link.email, purpose } as const, async (tx) => {
          if (!(await useLink(tx.sql, token, clock.realNow()))) rollBack(refused('link_expired'))
          return link.kind === 'email_change' ? applyChange(tx, link, now) : confirmFirst(tx, link)
        }),
      )
    } catch (error) {
      if (brokeUnique(error, 'app_user_email_key')) return refused('email_taken')
      throw error
    }
  })

  mount(renewEmailVerification, async ({ params: { token } }) => {
    const link = await db.read(everything, (sql) => findLink(sql, token, kinds))
    if (!link) return refused('link_expired')
    const taken = await takeMail(needs, link.email)
    if (!taken.accepted) return taken
    const user = await db.read(everything, (sql) => readUser(sql, link.userId))
    // A used link has done its work, and a change that was overtaken is not revived.
    const isOver = link.usedAt !== null || (link.kind === 'verify_email' && user?.email !== link.email)
    if (!user || isOver) return refused('link_expired')
    const { kind, email, emailChangeId } = link
    const sent = await sendLink(user, { kind, email, emailChangeId })
    return sent.accepted ? accepted({ hint: emailHint(email) }) : sent
  })
}
