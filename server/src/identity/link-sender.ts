import { readCompany } from '../companies/companies.sql.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { linkMail } from './identity-mail.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { insertLink, type LinkKind } from './links.sql.ts'
import { mailTries } from './throttle.ts'
import type { User } from './user.ts'

const retryAfterSeconds = 30

type Sent = Answer<null, 'rate_limited' | 'email_not_sent'>

/** Sends a person a one-time link while they wait; three mails to an address in ten minutes at most. */
export type SendLink = (
  user: User,
  link: { kind: LinkKind; email: string; emailChangeId: string | null },
) => Promise<Sent>

/** Counts a mail to an address, whether or not anybody has it. */
export const takeMail = (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  email: string,
  /** Whose address it is, where that is known. */
  userId?: string,
) => throttles.take(`mail:${email}`, mailTries, userId ? { userId, kind: 'mail' } : undefined)

export const createLinkSender = (
  { config, ids, clock, write }: Kernel,
  { mailer }: Pick<IdentityNeeds, 'mailer'>,
): SendLink =>
  async function sendLink(user, { kind, email, emailChangeId }) {
    const { token, company } = await write(everything, async ({ sql }) => ({
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
    const outcome = await mailer.sendNow(linkMail({ ...user, email }, { company, config, kind, token }))
    return outcome === 'sent' ? accepted(null) : refused('email_not_sent', { data: { retryAfterSeconds } })
  }
