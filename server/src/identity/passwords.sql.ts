import type { Queries } from '../kernel/queries.ts'
import type { User } from './user.ts'
import { changeUser } from './users.sql.ts'

/**
 * Stores a new password. Withdrawals are delayed from this instant (permissions §3).
 * @param defaultUntil the password is the default one of a reset, valid until then
 */
export const updatePassword = async (
  sql: Queries,
  {
    id,
    passwordHash,
    at,
    defaultUntil = null,
  }: { id: string; passwordHash: string; at: Date; defaultUntil?: Date | null },
): Promise<void> => {
  await changeUser(sql, id)
    .set({ passwordHash, credentialsChangedAt: at, defaultPasswordUntil: defaultUntil })
    .execute()
}

/**
 * Locks a person whose password and address are still as they were read; false: one of them changed meanwhile. A later
 * change waits for the transaction, so it ends what this one opens.
 */
export const lockCredentials = async (
  sql: Queries,
  { id, passwordHash, email }: Pick<User, 'id' | 'passwordHash' | 'email'>,
): Promise<boolean> => {
  const same = sql.selectFrom('appUser').select('id').where('id', '=', id)
  const locked = same.where('passwordHash', '=', passwordHash).where('email', '=', email).forNoKeyUpdate()
  return (await locked.executeTakeFirst()) !== undefined
}
