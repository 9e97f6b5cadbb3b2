import type { OutputOf } from '@cardamom/contract/endpoint'
import type { confirmEmail } from '@cardamom/contract/identity'
import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { completeEmailChange, confirmChangeSide } from './email-changes.sql.ts'
import type { EventSource } from './event-source.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { changeLinks, endLinks, type OneTimeLink } from './links.sql.ts'
import type { User } from './user.ts'
import { lockUser, updateEmail } from './users.sql.ts'

type Cause = { readonly at: Date; readonly from: EventSource }
type ConfirmationAnswer = Answer<OutputOf<typeof confirmEmail>, 'link_expired'>

/** Assigns the new address. Both addresses get a notice, and the other sessions end. */
export const createChangeApplication =
  (
    { clock, config }: Pick<Kernel, 'clock' | 'config'>,
    needs: Pick<IdentityNeeds, 'mailer' | 'endSessions'>,
  ) =>
  async (
    tx: WriteTransaction,
    of: { user: User; toEmail: string; sessionId: string | null },
    from: EventSource,
  ) => {
    const { user, toEmail, sessionId } = of
    const { id, companyId } = user
    const { sql } = tx
    const at = clock.realNow()
    await updateEmail(sql, { id, email: toEmail, at })
    await needs.endSessions(tx, { userId: id, exceptSessionId: sessionId, reason: 'email_changed' })
    // Links that were sent to the old address do not work any more.
    await endLinks(sql, { userId: id, kinds: ['recover', 'verify_email', ...changeLinks], at })
    const company = await readCompany(sql, companyId)
    const notice = {
      company,
      config,
      kind: 'email_changed',
      newEmail: toEmail,
      cause: { at, source: from },
    } as const
    await needs.mailer.enqueue(tx, changeNotice(user, notice))
    await needs.mailer.enqueue(tx, changeNotice({ ...user, email: toEmail }, notice))
    tx.recordChange({
      entity: 'user',
      entityId: id,
      companyId,
      userId: id,
      before: { email: user.email },
      after: { email: toEmail },
      personal: ['email'],
    })
    const about = { entityId: id, companyId, userId: id }
    tx.emit({ type: 'user.email_changed', ...about, payload: { ...from } })
  }

/**
 * Confirms a change of e-mail from one of its two addresses. The second confirmation makes the change, so
 * nobody can change an account with only one of the mailboxes.
 */
export const createChangeConfirmation = (kernel: Pick<Kernel, 'clock' | 'config'>, needs: IdentityNeeds) => {
  const apply = createChangeApplication(kernel, needs)
  return async (
    tx: WriteTransaction,
    link: OneTimeLink,
    { at, from }: Cause,
  ): Promise<ConfirmationAnswer> => {
    const id = link.emailChangeId
    // Both links may be opened at the same time: the lock lets the second one see the first.
    const user = await lockUser(tx.sql, link.userId)
    if (!id || !user.active) return refused('link_expired')
    const side = link.kind === 'email_change_old' ? 'old' : 'new'
    const change = await confirmChangeSide(tx.sql, { id, side, at })
    if (!change || change.fromEmail !== user.email) return refused('link_expired')
    if (change.oldConfirmedAt === null || change.newConfirmedAt === null) {
      return accepted({ email: link.email, purpose: 'email_change_waits' })
    }
    await completeEmailChange(tx.sql, { id, at })
    await apply(tx, { user, toEmail: change.toEmail, sessionId: change.sessionId }, from)
    return accepted({ email: change.toEmail, purpose: 'email_change' })
  }
}
