import { readCompany } from '../companies/companies.sql.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { cancelPendingChange, readPendingChange, type CancelledBy } from './email-changes.sql.ts'
import type { EventSource } from './event-source.ts'
import { changeNotice } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { changeLinks, endLinks } from './links.sql.ts'
import { lockUser } from './users.sql.ts'

/**
 * Ends the pending change of a person's e-mail with its links, and tells the person. The function returns false when
 * none is pending.
 */
export const createChangeCancellation =
  ({ clock, config }: Pick<Kernel, 'clock' | 'config'>, { mailer }: Pick<IdentityNeeds, 'mailer'>) =>
  async (
    tx: WriteTransaction,
    { userId, by, from }: { userId: string; by: CancelledBy; from: EventSource },
  ): Promise<boolean> => {
    const user = await lockUser(tx.sql, userId)
    const change = await readPendingChange(tx.sql, { userId })
    if (!change || !(await cancelPendingChange(tx.sql, { userId, at: clock.now(), by }))) return false
    const at = clock.realNow()
    await endLinks(tx.sql, { userId, kinds: changeLinks, at })
    const { companyId } = user
    const { toEmail } = change
    tx.recordChange({
      entity: 'user',
      entityId: userId,
      companyId,
      userId,
      before: { pendingEmail: toEmail },
      after: { pendingEmail: null },
      personal: ['pendingEmail'],
    })
    const company = await readCompany(tx.sql, companyId)
    const cause = { at, source: from }
    const notice = { company, config, kind: 'email_change_cancelled', newEmail: toEmail, cause } as const
    await mailer.enqueue(tx, changeNotice(user, notice))
    const about = { entityId: userId, companyId, userId }
    tx.emit({ type: 'user.email_change_cancelled', ...about, payload: { ...from } })
    return true
  }
