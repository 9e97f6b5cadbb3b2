import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { allTenants } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { linkMail, type MailCause } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { insertLink, type LinkKind } from './links.sql.ts'
import type { User } from './user.ts'

const retryAfterSeconds = 30

type Sent = Answer<null, 'rate_limited' | 'email_not_sent'>

/** Sends a one-time link to a person who waits for it. The caller counts the mail first (`consumeMail`). */
export type SendLink = (
  user: User,
  link: { kind: LinkKind; email: string; emailChangeId: string | null; cause?: MailCause },
) => Promise<Sent>

export const createLinkSender = (
  { config, ids, clock, write }: Kernel,
  { mailer }: Pick<IdentityNeeds, 'mailer'>,
): SendLink =>
  async function sendLink(user, { kind, email, emailChangeId, cause }) {
    const { token, company } = await write(allTenants, async ({ sql }) => ({
      company: await readCompany(sql, user.companyId),
      token: await insertLink(sql, ids, {
        kind,
        companyId: user.companyId,
        userId: user.id,
        email,
        emailChangeId,
        at: clock.realNow(),
      }),
    }))
    // A mail to an unconfirmed address has no name, because its reader is unknown.
    const emailVerifiedAt = email === user.email ? user.emailVerifiedAt : null
    const reader = { ...user, email, emailVerifiedAt }
    const context = { company, config, ...(cause ? { cause } : {}) }
    const outcome = await mailer.sendNow(linkMail(reader, { ...context, kind, token }))
    return outcome === 'sent' ? accepted(null) : refused('email_not_sent', { data: { retryAfterSeconds } })
  }
