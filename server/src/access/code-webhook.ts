import { readCompany } from '../companies/companies.sql.ts'
import { brandName } from '../companies/company.ts'
import { personMail } from '../identity/identity-mail.ts'
import { decryptPrivate } from '../identity/private-fields.ts'
import { findUserByEmail, readUser } from '../identity/users.sql.ts'
import { wholeInstallation } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import { mountWebhook } from '../kernel/raw-webhook.ts'
import type { CodeToSend } from '../providers/stepup/port.ts'
import { createMagicLinks } from './magic-links.ts'
import type { AccessNeeds } from './access-needs.ts'

class SendFailure extends Error {
  override name = 'SendFailure'
}

/**
 * Sends the codes and links of the step-up provider by our own mail and text messages (providers §2):
 * `email.created`, `sms.created`, verified on the raw bytes. The provider waits for our answer and tells the
 * person when the message was not sent. Messages go only to the account's own address or number, whatever the
 * browser typed.
 */
export const mountCodeWebhook = (kernel: Kernel, needs: AccessNeeds): void => {
  const { app, db, encryption, clock, config, messageOf } = kernel
  const { stepUp, mailer, sms } = needs
  const links = createMagicLinks(kernel)

  const personOf = (code: CodeToSend) =>
    db.read(wholeInstallation, async (sql) => {
      const byEmail = code.channel === 'email' ? await findUserByEmail(sql, code.to.toLowerCase()) : null
      const user = code.userId ? await readUser(sql, code.userId) : byEmail
      return user ? { user, company: await readCompany(sql, user.companyId) } : null
    })

  const sendMail = async (request: CodeToSend, of: NonNullable<Awaited<ReturnType<typeof personOf>>>) => {
    const { user, company } = of
    if (request.to.toLowerCase() !== user.email) return 'malformed' as const
    const kind = request.link ? ('magic_link' as const) : ('sign_in_code' as const)
    const code = request.code ? { code: request.code } : {}
    const link = request.link ? { path: `/magic/${await links.tokenOf(request.link)}` as const } : {}
    const sent = await mailer.sendNow(personMail(user, { company, config, kind, ...code, ...link }))
    if (sent !== 'sent') throw new SendFailure('The mail with a code was not accepted')
    return 'stored' as const
  }

  const sendText = async (code: CodeToSend, of: NonNullable<Awaited<ReturnType<typeof personOf>>>) => {
    const { user, company } = of
    const { mobile } = await decryptPrivate(encryption, user.id, user.encrypted)
    if (mobile === null || mobile !== code.to || code.code === null || !sms) return 'malformed' as const
    const facts = { code: code.code, company: brandName(company) }
    const outcome = await sms.sendSms({ to: mobile, text: messageOf(user.locale, 'answers.smsCode', facts) })
    if (outcome === 'unavailable' || outcome === 'rejected')
      throw new SendFailure('A text message was not accepted')
    return 'stored' as const
  }

  mountWebhook(app, '/webhooks/authsignal', async ({ rawBody, headers }) => {
    const signature = headers['x-signature-v2']
    const code =
      stepUp && typeof signature === 'string'
        ? stepUp.readWebhook({ rawBody: rawBody.toString('utf8'), signature, realNow: clock.realNow() })
        : 'forged'
    if (code === 'forged') return 'forged'
    if (code === null) return 'stored'
    const of = await personOf(code)
    if (!of) return 'malformed'
    return code.channel === 'email' ? sendMail(code, of) : sendText(code, of)
  })
}
