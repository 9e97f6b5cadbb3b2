import { readCompany } from '../companies/companies.sql.ts'
import { after } from '../kernel/clock.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { createChangeApplication } from './email-change-confirmation.ts'
import {
  cancelPendingChange,
  completeEmailChange,
  confirmChangeForOld,
  readPendingChange,
  type EmailChange,
} from './email-changes.sql.ts'
import { linkMail, personMail } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { changeLinks, endLinks, hasUnusedLink, insertLink } from './links.sql.ts'
import type { User } from './user.ts'
import { findUserByEmail, lockUser } from './users.sql.ts'

const jobName = 'identity.finish-email-change'
const hourMs = 3_600_000
/** The old address can stop the change for this long. */
const waitMs = 48 * hourMs
/** The link to the old address works longer than the wait. */
const linkMs = 72 * hourMs

const nowhere = { device: '', address: '', country: null }

/** Whether only the old address is missing: the person opened the link to the new one. */
export const waitsForOld = (change: EmailChange): boolean =>
  change.newConfirmedAt !== null && change.oldConfirmedAt === null && change.teamConfirmedAt === null

/** Makes the changes whose wait is over, unless they ended meanwhile. */
export const handleOldAddressConfirmations = (kernel: Kernel, needs: IdentityNeeds): void => {
  const { jobs, clock } = kernel
  const apply = createChangeApplication(kernel, needs)
  jobs.handle(jobName, async ({ payload }, { write }) => {
    const { changeId: id } = payload as { changeId: string }
    await write(async (tx) => {
      const { sql } = tx
      const found = await readPendingChange(sql, { id })
      if (!found) return
      const user = await lockUser(sql, found.userId)
      // The old address may have stopped it before the person was locked.
      const change = await readPendingChange(sql, { id })
      if (!change?.teamConfirmedAt || !user.active || change.fromEmail !== user.email) return
      const { toEmail, sessionId } = change
      // A change of company ends the link of the old address, which then could not stop the change.
      const canStop = await hasUnusedLink(sql, { emailChangeId: id, kind: 'email_change_old' })
      const isUsed = (await findUserByEmail(sql, toEmail)) !== null
      if (isUsed || !canStop) {
        const by = isUsed ? 'address_used' : 'expired'
        await cancelPendingChange(sql, { userId: user.id, at: clock.now(), by })
        await endLinks(sql, { userId: user.id, kinds: changeLinks, at: clock.realNow() })
        tx.recordChange({
          entity: 'user',
          entityId: user.id,
          companyId: user.companyId,
          userId: user.id,
          before: { pendingEmail: toEmail },
          after: { pendingEmail: null },
          personal: ['pendingEmail'],
        })
        return
      }
      await completeEmailChange(sql, { id, at: clock.now() })
      await apply(tx, { user, toEmail, sessionId }, nowhere)
    })
  })
}

/** Confirms a change in place of its old address. Both addresses are told, and the old one gets a link that stops it. */
export const createOldAddressConfirmation =
  ({ ids, clock, config }: Kernel, { mailer }: Pick<IdentityNeeds, 'mailer'>) =>
  async (
    tx: WriteTransaction,
    { user, change, by }: { user: User; change: EmailChange; by: string },
  ): Promise<Date> => {
    const { id: userId, companyId, email } = user
    const { id, toEmail } = change
    const [now, at] = [clock.now(), clock.realNow()]
    const dueAt = after(now, waitMs)
    await confirmChangeForOld(tx.sql, { id, at: now, by, dueAt })
    await endLinks(tx.sql, { userId, kinds: ['email_change_old'], at })
    const link = { kind: 'email_change_old', companyId, userId, email, emailChangeId: id } as const
    const token = await insertLink(tx.sql, ids, { ...link, at, livesMs: linkMs })
    const company = await readCompany(tx.sql, companyId)
    const about = { company, config, facts: { newEmail: toEmail } }
    const times = { dueAt: dueAt.toISOString() }
    const toOld = linkMail(user, { ...about, kind: 'email_change_old', token })
    await mailer.enqueue(tx, { ...toOld, kind: 'email_change_by_team', times })
    const toNew = { ...about, kind: 'email_change_soon', path: '/login', times } as const
    await mailer.enqueue(tx, personMail({ ...user, email: toEmail }, toNew))
    tx.enqueue({ name: jobName, payload: { changeId: id }, dueAt })
    return dueAt
  }
