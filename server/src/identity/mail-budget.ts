import type { Answer } from '../kernel/answer.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { networkOf } from '../kernel/rate-limit.ts'
import { mailTries, senderTries } from './throttle.ts'

/** Each purpose has a budget of its own, so that asking for codes never stops the recovery of a password. */
export type MailPurpose = 'verify' | 'recover' | 'code' | 'sms_code' | 'freeze' | 'factor'

type MailTo = {
  readonly to: string
  /** Whose address it is, where that is known. */
  readonly userId?: string
}

/** Who causes a mail: a session, or a network where nobody is signed in. */
export type MailSender = { readonly sessionId: string } | { readonly address: string }

const senderOf = (sender: MailSender): string =>
  'sessionId' in sender ? `session:${sender.sessionId}` : `network:${networkOf(sender.address)}`

const consumeMailTo = (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  { purpose, to, userId }: MailTo & { purpose: MailPurpose | 'login' },
) => {
  const whose = userId ? { userId, kind: 'mail' as const } : undefined
  return throttles.take(`mail:${purpose}:${to}`, mailTries, whose)
}

/**
 * Counts a mail that somebody causes: for who causes it, then for the address it goes to, whether or not anybody has
 * that address. Every call that mails for an unauthenticated or unverified person takes it.
 */
export const consumeMail = async (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  mail: MailTo & { purpose: MailPurpose; sender: MailSender },
): Promise<Answer<null, 'rate_limited'>> => {
  const sent = await throttles.take(`mail-from:${senderOf(mail.sender)}`, senderTries)
  return sent.accepted ? consumeMailTo({ throttles }, mail) : sent
}

/**
 * Counts a mail that a login sends by itself where accounts are hidden. It has a budget of its own and none of who logs
 * in: what is left of a budget that other calls use would tell that there was something to mail.
 */
export const consumeLoginMail = (
  needs: Pick<IdentityNeeds, 'throttles'>,
  mail: MailTo,
): Promise<Answer<null, 'rate_limited'>> => consumeMailTo(needs, { ...mail, purpose: 'login' })
