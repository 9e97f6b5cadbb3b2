import { informEmailChanges, type informOutcomes } from '@cardamom/contract/identity/email-change-lists'
import { readCompanies } from '../companies/companies.sql.ts'
import { accepted } from '../kernel/answer.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountList } from '../kernel/mount-list.ts'
import { emailChangesList } from './email-changes.list.ts'
import { lockChanges, markInformed, type TrackedChange } from './email-changes.sql.ts'
import { personMail } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { readUsers } from './users.sql.ts'

type Outcome = (typeof informOutcomes)[number]

const outcomeOf = (change: TrackedChange | undefined): Outcome => {
  if (!change) return 'record_not_found'
  if (change.state !== 'changed') return 'not_changed'
  return change.informed ? 'already_informed' : 'informed'
}

/** Changes of e-mail as administrators see them, and the mails by which they inform the people (product §3). */
export const mountEmailChangeLists = (kernel: Kernel, { mailer }: Pick<IdentityNeeds, 'mailer'>): void => {
  const { mount, config } = kernel
  mountList(kernel, emailChangesList)

  const sendMails = async (tx: WriteTransaction, changes: readonly TrackedChange[]) => {
    const users = await readUsers(
      tx.sql,
      changes.map(({ userId }) => userId),
    )
    const companies = await readCompanies(tx.sql, [...new Set(changes.map(({ companyId }) => companyId))])
    const companyOf = new Map(companies.map((company) => [company.id, company]))
    for (const { userId, companyId, fromEmail, toEmail, confirmedAt } of changes) {
      const user = users.get(userId)
      const company = companyOf.get(companyId)
      if (!user || !company || !confirmedAt) throw new Error('A change of e-mail has no person or company')
      const about = {
        company,
        config,
        kind: 'email_change_informed',
        path: '/recover',
        facts: { oldEmail: fromEmail, newEmail: toEmail },
        times: { at: confirmedAt.toISOString() },
      } as const
      await mailer.enqueue(tx, personMail({ ...user, email: fromEmail }, about))
      await mailer.enqueue(tx, personMail({ ...user, email: toEmail }, about))
    }
  }

  mount(informEmailChanges, async ({ me, now, input, ...tx }) => {
    const ids = [...new Set(input.ids)]
    const changes = new Map((await lockChanges(tx.sql, ids)).map((change) => [change.id, change]))
    const wanted = [...changes.values()].filter((change) => outcomeOf(change) === 'informed')
    const informed = wanted.map(({ id }) => id)
    await markInformed(tx.sql, { ids: informed, at: now, by: me.userId })
    await sendMails(tx, wanted)
    for (const { companyId, userId } of wanted) {
      const changed = { before: { emailChangeInformedAt: null }, after: { emailChangeInformedAt: now } }
      tx.recordChange({ entity: 'user', entityId: userId, companyId, userId, ...changed })
    }
    return accepted({ results: ids.map((id) => ({ id, outcome: outcomeOf(changes.get(id)) })) })
  })
}
