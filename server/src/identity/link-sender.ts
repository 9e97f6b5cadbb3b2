import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Queries } from '../kernel/queries.ts'
import { linkMail, type MailCause, type MailedLink } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { newLinkToken, saveLink, type NewLink } from './links.sql.ts'
import type { User } from './user.ts'

const retryAfterSeconds = 30

/** A link whose mail was sent. It opens nothing before `save`, in the last transaction of the call. */
type SentLink = { readonly save: (sql: Queries) => Promise<void> }

/** Sends a one-time link to a person who waits for it. The caller counts the mail first (`consumeMail`). */
export type SendLink = (
  user: User,
  link: {
    kind: MailedLink
    email: string
    emailChangeId: string | null
    cause?: MailCause
    facts?: Readonly<Record<string, string>>
  },
) => Promise<Answer<SentLink, 'rate_limited' | 'email_not_sent'>>

export const createLinkSender = (
  { config, ids, clock, db }: Kernel,
  { mailer }: Pick<IdentityNeeds, 'mailer'>,
): SendLink =>
  async function sendLink(user, { kind, email, emailChangeId, cause, facts }) {
    const company = await db.read(beforeLogin, (sql) => readCompany(sql, user.companyId))
    const { id: userId, companyId } = user
    const link: NewLink = { kind, companyId, userId, email, emailChangeId, at: clock.realNow() }
    const token = newLinkToken(ids)
    // A mail to an unconfirmed address has no name, because its reader is unknown.
    const emailVerifiedAt = email === user.email ? user.emailVerifiedAt : null
    const reader = { ...user, email, emailVerifiedAt }
    const context = { company, config, ...(cause ? { cause } : {}), ...(facts ? { facts } : {}) }
    const outcome = await mailer.sendNow(linkMail(reader, { ...context, kind, token }))
    return outcome === 'sent'
      ? accepted({ save: (sql: Queries) => saveLink(sql, token, link) })
      : refused('email_not_sent', { data: { retryAfterSeconds } })
  }
