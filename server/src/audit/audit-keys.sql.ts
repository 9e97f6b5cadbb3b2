import { randomBytes } from 'node:crypto'
import { cipherOf, type Encryption } from '../kernel/encryption.ts'
import type { Queries } from '../kernel/queries.ts'

const keyBytes = 32
const contextOf = (userId: string) => `audit_key:${userId}`

/** Encrypts with the key of one person. */
export type PersonCipher = ReturnType<typeof cipherOf>

const readKey = async (
  sql: Queries,
  encryption: Encryption,
  userId: string,
): Promise<PersonCipher | null> => {
  const row = await sql
    .selectFrom('auditKey')
    .select('encrypted')
    .where('subjectId', '=', userId)
    .executeTakeFirst()
  return row ? cipherOf(await encryption.decrypt(row.encrypted, contextOf(userId))) : null
}

/** The key of a person's values in the audit; null: they have none, or it was erased. */
export const findPersonCipher = readKey

/** The same; a person without a key gets one. */
export const personCipher = async (
  sql: Queries,
  encryption: Encryption,
  userId: string,
): Promise<PersonCipher> => {
  const known = await readKey(sql, encryption, userId)
  if (known) return known
  const encrypted = await encryption.encrypt(randomBytes(keyBytes), contextOf(userId))
  await sql
    .insertInto('auditKey')
    .values({ subjectId: userId, encrypted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await readKey(sql, encryption, userId)
  if (!made) throw new Error('A key of the audit was erased while it was made')
  return made
}

/** Erases the key: the personal values of this person in the audit cannot be read any more. */
export const erasePersonKey = async (sql: Queries, userId: string): Promise<void> => {
  await sql.deleteFrom('auditKey').where('subjectId', '=', userId).execute()
}
