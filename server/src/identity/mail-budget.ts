import type { Answer } from '../kernel/answer.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { networkOf } from '../kernel/rate-limit.ts'
import { mailTries, senderTries } from './throttle.ts'

/** Each purpose has a budget of its own, so that requests for codes never stop the recovery of a password. */
export type MailPurpose = 'verify' | 'recover' | 'code' | 'sms_code' | 'freeze' | 'factor'

type MailTo = {
  readonly to: string
  /** The owner of the address, where it is known. */
  readonly userId?: string
}

/** The cause of a mail: a session, or a network when no user is signed in. */
export type MailSender = { readonly sessionId: string } | { readonly address: string }

const senderOf = (sender: MailSender): string =>
  'sessionId' in sender ? `session:${sender.sessionId}` : `network:${networkOf(sender.address)}`

const consumeMailTo = (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  { purpose, to, userId }: MailTo & { purpose: MailPurpose | 'login' },
) => {
  const whose = userId ? { userId, kind: 'mail' as const } : undefined
  return throttles.count(`mail:${purpose}:${to}`, mailTries, whose)
}

/**
 * Counts a mail: first for its sender, then for the address, whether or not the address has an account. Every
 * call that mails for an unauthenticated or unverified person uses it.
 */
export const consumeMail = async (
  { throttles }: Pick<IdentityNeeds, 'throttles'>,
  mail: MailTo & { purpose: MailPurpose; sender: MailSender },
): Promise<Answer<null, 'rate_limited'>> => {
  const sent = await throttles.count(`mail-from:${senderOf(mail.sender)}`, senderTries)
  return sent.accepted ? consumeMailTo({ throttles }, mail) : sent
}

/**
 * Counts a mail that a login sends where accounts are hidden. It has its own budget and no budget of the
 * sender. A shared budget would show to other calls that a mail was sent.
 */
export const consumeLoginMail = (
  needs: Pick<IdentityNeeds, 'throttles'>,
  mail: MailTo,
): Promise<Answer<null, 'rate_limited'>> => consumeMailTo(needs, { ...mail, purpose: 'login' })
