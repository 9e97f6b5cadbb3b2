import type { Answer } from '../kernel/answer.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { networkOf } from '../kernel/rate-limit.ts'
import { mailTries, senderTries } from './throttle.ts'

/** Each purpose has a budget of its own, so that asking for codes never stops the recovery of a password. */
export type MailPurpose = 'verify' | 'recover' | 'code' | 'sms_code' | 'freeze' | 'factor'

/** Who causes a mail: a session, or a network where nobody is signed in. */
export type MailSender = { readonly sessionId: string } | { readonly address: string }

const senderOf = (sender: MailSender): string =>
  'sessionId' in sender ? `session:${sender.sessionId}` : `network:${networkOf(sender.address)}`

/**
 * Counts a mail that somebody causes: for who causes it, then for the address it goes to, whether or not anybody has
 * that address. Every call that mails for an unauthenticated or unverified person takes it.
 */
export const takeMail = async (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  mail: {
    purpose: MailPurpose
    to: string
    sender: MailSender
    /** Whose address it is, where that is known. */
    userId?: string
  },
): Promise<Answer<null, 'rate_limited'>> => {
  const { purpose, to, sender, userId } = mail
  const sent = await throttles.take(`mail-from:${senderOf(sender)}`, senderTries)
  if (!sent.accepted) return sent
  const whose = userId ? { userId, kind: 'mail' as const } : undefined
  return throttles.take(`mail:${purpose}:${to}`, mailTries, whose)
}
