import { brandName, originOf } from '../companies/company.ts'
import { readCompany } from '../companies/companies.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Config } from '../kernel/config.ts'
import type { Mailer, MailKind } from '../providers/mail/mailer.ts'
import type { Notice } from './notification.ts'
import type { NotificationNeeds } from './notifications.routes.ts'

/** Notices that go by mail too: what a person waits for, or must act on. */
const mailed: ReadonlySet<string> = new Set([
  'kyc_verified',
  'kyc_declined',
  'kyc_resubmit',
  'load_credited',
  'load_review',
] satisfies MailKind[])

const isMailed = (kind: Notice['kind']): kind is Notice['kind'] & MailKind => mailed.has(kind)

/** Mails a notice in the look of the person's company and in their language. */
export const createNoticeMail =
  ({
    mailer,
    config,
  }: {
    mailer: Mailer
    config: Pick<Config, 'PUBLIC_URL'>
  }): NotificationNeeds['mailNotice'] =>
  async (tx, { userId, notice }) => {
    if (!isMailed(notice.kind)) return
    const user = await readUser(tx.sql, userId)
    if (!user) return
    const company = await readCompany(tx.sql, user.companyId)
    const origin = originOf(company, config)
    const { hue, chroma, contactEmail } = company
    await mailer.enqueue(tx, {
      kind: notice.kind,
      to: user.email,
      lang: user.locale,
      brand: { name: brandName(company), hue, chroma, origin, contactEmail },
      isTest: user.isTest,
      userId,
      link: `${origin}${notice.path ?? '/'}`,
      facts: { name: user.firstName, ...notice.facts },
    })
  }
