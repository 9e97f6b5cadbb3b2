import type { Answer } from '../kernel/answer.ts'
import { networkOf } from '../kernel/rate-limit.ts'
import { accountTries, passwordTries } from './throttle.ts'
import type { Throttles } from './throttles.sql.ts'

/**
 * The account whose password is tried: a person, or the typed name. Where accounts are hidden, each name
 * counts separately, whether or not it has an account. A shared count of e-mail and username would tell that
 * both belong to one person.
 */
export type TriedAccount =
  | { readonly userId: string }
  | { readonly login: string; readonly userId: string | null }

/** The source of a try: a session, a browser that the account trusts, or any other browser. */
export type TrySource =
  | { readonly sessionId: string }
  | { readonly trustedDevice: string }
  | { readonly address: string }

const accountOf = (account: TriedAccount): string =>
  'login' in account ? `login:${account.login.toLowerCase()}` : `password:${account.userId}`

const sourceOf = (from: TrySource): string => {
  if ('sessionId' in from) return `session:${from.sessionId}`
  if ('trustedDevice' in from) return `device:${from.trustedDevice}`
  return `network:${networkOf(from.address)}`
}

export type PasswordTry = {
  readonly counted: Answer<null, 'rate_limited'>
  /** The password was right, so the tries from this source no longer count. */
  readonly forget: () => Promise<void>
}

/**
 * Counts a try of a password before it is made: five a minute for each account and source, so that a
 * stranger's tries never block the owner elsewhere. Tries from many networks together have a higher limit for
 * the account, which does not apply to its sessions and trusted browsers.
 */
export const countPasswordAttempt = async (
  throttles: Throttles,
  { account, from }: { account: TriedAccount; from: TrySource },
): Promise<PasswordTry> => {
  const whose = account.userId === null ? undefined : { userId: account.userId, kind: 'password' as const }
  const subject = `${accountOf(account)}:${sourceOf(from)}`
  const counted = await throttles.count(subject, passwordTries, whose)
  const forget = () => throttles.forget(subject)
  if (!counted.accepted || !('address' in from)) return { counted, forget }
  const all = accountOf(account)
  return {
    counted: await throttles.count(all, accountTries, whose),
    forget: async () => {
      await forget()
      await throttles.release(all)
    },
  }
}
