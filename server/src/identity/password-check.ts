import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { everything } from '../kernel/database.ts'
import type { Kernel } from '../kernel/module.ts'
import { passwordSubject, type IdentityNeeds } from './identity-needs.ts'
import { passwordMatches } from './password-hash.ts'
import { passwordTries } from './throttle.ts'
import type { User } from './user.ts'
import { readUser } from './users.sql.ts'

/** Asks a signed-in person for their password; tries count together with those at the login. */
export const createPasswordCheck = ({ db }: Kernel, { throttles }: Pick<IdentityNeeds, 'throttles'>) =>
  async function checkPassword(
    userId: string,
    password: string,
  ): Promise<Answer<User, 'rate_limited' | 'wrong_password'>> {
    const taken = await throttles.take(passwordSubject(userId), passwordTries, {
      userId,
      kind: 'password',
    })
    if (!taken.accepted) return taken
    const user = await db.read(everything, (sql) => readUser(sql, userId))
    if (!user || !(await passwordMatches(password, user.passwordHash))) return refused('wrong_password')
    await throttles.forget(passwordSubject(userId))
    return accepted(user)
  }
