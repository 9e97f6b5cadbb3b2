import type { UserDetail } from '@cardamom/contract/access/users'
import { readDefaultPassword } from '../identity/default-password.ts'
import { personKindOf } from '../identity/people.list.ts'
import type { User } from '../identity/user.ts'
import { readUser } from '../identity/users.sql.ts'
import type { Config } from '../kernel/config.ts'
import type { Queries } from '../kernel/queries.ts'
import type { SessionPrincipal } from '../kernel/principal.ts'
import { readFactors } from './factors.sql.ts'
import { listOpenSessions } from './open-sessions.sql.ts'
import { userRowsOf } from './user-row.ts'

/** The page of a person shows and counts no more of their sessions than this. */
export const mostSessions = 50

/** A cardholder or seller of the scope; null also for an administrator, who has another page. */
export const readPersonOfArea = async (sql: Queries, id: string): Promise<User | null> => {
  const user = await readUser(sql, id)
  return user && personKindOf(user.roleId) !== null ? user : null
}

/** Finds the person of a call before the reader has to confirm. */
export const personInScope = async ({ sql, params }: { sql: Queries; params: { id: string } }) =>
  (await readPersonOfArea(sql, params.id)) ? null : ('record_not_found' as const)

const securityOf = async (sql: Queries, { user, now }: { user: User; now: Date }) => {
  const factors = await readFactors(sql, user.id)
  const open = await listOpenSessions(sql, {
    userId: user.id,
    roleId: user.roleId,
    now,
    limit: mostSessions,
  })
  return {
    factors: factors.map(({ id, method, name, createdAt, credentialId }) => ({
      id,
      method,
      name,
      createdAt,
      credentialId,
    })),
    openSessions: open.length,
  }
}

/**
 * One person as the reader sees them.
 * @param now in real time, as sessions have it
 */
export const readUserDetail = async (
  sql: Queries,
  me: Pick<SessionPrincipal, 'may'>,
  { user, now, config }: { user: User; now: Date; config: Pick<Config, 'DEFAULT_PASSWORD'> },
): Promise<UserDetail> => {
  const [row] = await userRowsOf(sql, [user])
  if (!row) throw new Error('A person has no row')
  const { username, locale, emailVerifiedAt, referralCode, version } = user
  return {
    ...row,
    username,
    locale,
    emailVerifiedAt,
    referralCode,
    security: me.may('sessions.view') ? await securityOf(sql, { user, now }) : null,
    defaultPassword: me.may('users.reset_password')
      ? { isOffered: (await readDefaultPassword(sql, config)) !== null, until: user.defaultPasswordUntil }
      : null,
    version,
  }
}
