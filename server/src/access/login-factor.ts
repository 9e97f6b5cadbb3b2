import { accepted } from '../kernel/answer.ts'
import { hasDefaultPassword } from '../identity/default-password.ts'
import { beforeLogin } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { User } from '../identity/user.ts'
import type { AccessParts } from './access-parts.ts'
import { methodsFor } from './factor.ts'
import { hasStartedEnrolment } from './challenges.sql.ts'
import { readFactors } from './factors.sql.ts'
import { hasRecoveryCodes } from './recovery-codes.sql.ts'
import type { Caller } from './security-events.sql.ts'
import { isTrusted } from './trusted-devices.sql.ts'

/** Methods that prove the mailbox, which a mailed code has already proved. */
const mailMethods: ReadonlySet<string> = new Set(['email_otp', 'magic_link'])

/** What the login has proved so far: the password, or the mailed code. */
const purposes = { password: 'login', code: 'otp_factor' } as const

type OpenLogin = {
  readonly user: User
  readonly caller: Caller
  readonly deviceSecret: string | null
  readonly proved: keyof typeof purposes
}

/**
 * Creates the function that starts the second factor of a login; it returns null where none is required. The
 * caller saves the challenge with its answer.
 */
export const createFactorRequest = (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  { challenges, syncFactors }: AccessParts,
) => {
  /** The person's stored factors, read again at the provider where it may have others. */
  const factorsOf = async (user: User, caller: Caller) => {
    const { stored, isEnrolling } = await db.read(beforeLogin, async (sql) => ({
      stored: await readFactors(sql, user.id),
      isEnrolling: await hasStartedEnrolment(sql, user.id),
    }))
    if (stored.length === 0 && !isEnrolling) return accepted({ factors: stored })
    return syncFactors(user, { caller })
  }

  return async ({ user, caller, deviceSecret, proved }: OpenLogin) => {
    const current = await factorsOf(user, caller)
    if (!current.accepted) return current
    const methods = methodsFor('login', current.value.factors, clock.realNow()).filter(
      (method) => proved === 'password' || !mailMethods.has(method),
    )
    const { trusted, codes } = await db.read(beforeLogin, async (sql) => ({
      trusted: await isTrusted(sql, { userId: user.id, secret: deviceSecret, now: clock.realNow() }),
      codes: await hasRecoveryCodes(sql, user.id),
    }))
    if (methods.length === 0 || trusted) return accepted(null)
    const started = await challenges.start({
      user,
      sessionId: null,
      purpose: purposes[proved],
      methods,
      caller,
    })
    if (!started.accepted) return started
    const { facts, secret, save } = started.value
    const login = {
      loginId: secret ?? '',
      recoveryCodes: codes,
      factorRecovery: proved === 'password' && !hasDefaultPassword(user),
    }
    return accepted({ factor: { ...facts, ...login }, save })
  }
}
