import { readCompany } from '../companies/companies.sql.ts'
import { linkMail, type MailedLink } from '../identity/identity-mail.ts'
import { endLinks, insertLink } from '../identity/links.sql.ts'
import type { User } from '../identity/user.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'

/** Makes a link that replaces the earlier ones of its kind, and the mail with it. */
export const createReplacingLink =
  ({ ids, clock, config }: Pick<Kernel, 'ids' | 'clock' | 'config'>) =>
  async ({ sql }: WriteTransaction, user: User, kind: MailedLink) => {
    const { id: userId, companyId, email } = user
    const at = clock.realNow()
    await endLinks(sql, { userId, kinds: [kind], at })
    const token = await insertLink(sql, ids, { kind, companyId, userId, email, emailChangeId: null, at })
    const company = await readCompany(sql, companyId)
    return linkMail(user, { company, config, kind, token })
  }
