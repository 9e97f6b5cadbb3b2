import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { provedPerson } from '../kernel/scopes.ts'
import type { Kernel } from '../kernel/module.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { hasDefaultPassword } from './default-password.ts'
import type { IdentityNeeds } from './identity-needs.ts'
import { passwordMatches } from './password-hash.ts'
import { countPasswordAttempt } from './password-tries.ts'
import type { User } from './user.ts'
import { readUser } from './users.sql.ts'

/**
 * Requests the password of a signed-in person. Tries count for the session, so other people's tries cannot
 * block it. The default password of a reset is refused, because others know it.
 */
export const createPasswordCheck = ({ db }: Kernel, { throttles }: Pick<IdentityNeeds, 'throttles'>) =>
  async function checkPassword(
    { userId, sessionId }: Pick<SessionPrincipal, 'userId' | 'sessionId'>,
    password: string,
  ): Promise<Answer<User, 'rate_limited' | 'wrong_password'>> {
    const { counted, forget } = await countPasswordAttempt(throttles, {
      account: { userId },
      from: { sessionId },
    })
    if (!counted.accepted) return counted
    const user = await db.read(provedPerson, (sql) => readUser(sql, userId))
    const isRight = await passwordMatches(password, user?.passwordHash ?? null)
    if (!user || !isRight || hasDefaultPassword(user)) return refused('wrong_password')
    await forget()
    return accepted(user)
  }
