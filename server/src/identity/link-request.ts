import { readCompany } from '../companies/companies.sql.ts'
import { refused } from '../kernel/answer.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { WriteTransaction } from '../kernel/jobs.ts'
import type { Kernel } from '../kernel/module.ts'
import type { Finish } from '../kernel/mount-context.ts'
import { readSetting } from '../settings/settings.sql.ts'
import type { EventSource } from './event-source.ts'
import { linkMail, type MailedLink } from './identity-mail.ts'
import { atHiddenTime } from './hidden-answers.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { createLinkSender } from './link-sender.ts'
import { insertLink } from './links.sql.ts'
import { consumeMail, type MailPurpose, type MailSender } from './mail-budget.ts'
import type { User } from './user.ts'
import { findUserByEmail } from './users.sql.ts'

type LinkNeeds = Pick<IdentityNeeds, 'mailer' | 'throttles'>
type RequestedLink = {
  readonly kind: MailedLink
  readonly email: string
  /** The device and address of the request, where the mail shows them. */
  readonly source?: EventSource
}

const jobName = 'identity.send-link'
const encryptionContext = 'identity.send-link'

/** A confirmed address needs no second confirmation. */
const isNeeded = (user: User, kind: MailedLink) => kind !== 'verify_email' || user.emailVerifiedAt === null

/** Sends the links that hidden calls requested. Only this job reads whether the address has an account. */
export const handleLinkRequests = (
  { jobs, encryption, ids, clock, config }: Kernel,
  { mailer }: Pick<IdentityNeeds, 'mailer'>,
): void => {
  jobs.handle(jobName, async ({ payload }, { write }) => {
    const { encrypted } = payload as { encrypted: string }
    const opened = await encryption.decrypt(Buffer.from(encrypted, 'base64'), encryptionContext)
    const { kind, email, source } = JSON.parse(opened.toString()) as RequestedLink
    await write(async (tx) => {
      const user = await findUserByEmail(tx.sql, email)
      if (!user || !isNeeded(user, kind)) return
      const { id: userId, companyId } = user
      const link = { kind, companyId, userId, email, emailChangeId: null, at: clock.realNow() }
      const token = await insertLink(tx.sql, ids, link)
      const company = await readCompany(tx.sql, companyId)
      const context = { company, config, ...(source ? { cause: { at: link.at, source } } : {}) }
      await mailer.enqueue(tx, linkMail(user, { ...context, kind, token }))
    })
  })
}

/** Stores the request for a link. A job sends the link if the address has an account. */
export const enqueueLinkRequest = async (
  { encryption }: Pick<Kernel, 'encryption'>,
  tx: Pick<WriteTransaction, 'enqueue'>,
  wanted: RequestedLink,
): Promise<void> => {
  const encrypted = await encryption.encrypt(Buffer.from(JSON.stringify(wanted)), encryptionContext)
  tx.enqueue({ name: jobName, payload: { encrypted: encrypted.toString('base64') } })
}

type CountedRequest = RequestedLink & { readonly purpose: MailPurpose; readonly sender: MailSender }

/**
 * Answers a public call that requests a link to an address. Where accounts are hidden, the call does the same
 * work for every address and never reads the account, so that neither its answer nor its time tells
 * whether there is an account.
 */
export const createLinkRequest = (kernel: Kernel, needs: LinkNeeds) => {
  const { db, clock } = kernel
  const sendLink = createLinkSender(kernel, needs)
  const answer = async <Code extends string>(
    { purpose, sender, ...wanted }: CountedRequest,
    finish: Finish<{ email: string }, Code>,
  ) => {
    const { kind, email, source } = wanted
    const allowed = await consumeMail(needs, { purpose, to: email, sender })
    if (!allowed.accepted) return allowed
    if (await db.read(beforeLogin, (sql) => readSetting(sql, 'hideAccountExistence')))
      return finish({ email }, (tx) => enqueueLinkRequest(kernel, tx, wanted))
    const user = await db.read(beforeLogin, (sql) => findUserByEmail(sql, email))
    if (!user) return refused('email_not_found', { field: 'email' })
    if (!isNeeded(user, kind)) return finish({ email })
    const cause = source ? { cause: { at: clock.realNow(), source } } : {}
    const sent = await sendLink(user, { kind, email, emailChangeId: null, ...cause })
    return sent.accepted ? finish({ email }, ({ sql }) => sent.value.save(sql)) : sent
  }
  return <Code extends string>(wanted: CountedRequest, finish: Finish<{ email: string }, Code>) =>
    atHiddenTime(db, () => answer(wanted, finish))
}
