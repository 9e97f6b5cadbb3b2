import { changedOne, type Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'
import type { StepUpLevel } from './step-up.ts'

/** The right to make one call in one session. Times are real time. */
export type Grant = {
  readonly grant: string
  readonly sessionId: string
  readonly level: StepUpLevel
  readonly action: string
  /** sha256 in hex */
  readonly objectHash: string
}

export const insertGrant = async (
  sql: Queries,
  made: Grant & {
    companyId: string
    userId: string
    factor: string
    /** The challenge that earned it: one grant each. */
    challengeId: string
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  const { grant, objectHash, at, ...granted } = made
  await sql
    .insertInto('stepUpGrant')
    .values({
      ...granted,
      grantHash: hashSecret(grant),
      objectHash: Buffer.from(objectHash, 'hex'),
      madeAt: at,
    })
    .execute()
}

/** Consumes a grant: once, by its own session, for its own operation, in time. */
export const useGrant = async (sql: Queries, used: Grant & { at: Date }): Promise<boolean> => {
  const { grant, sessionId, level, action, objectHash, at } = used
  return changedOne(
    await sql
      .updateTable('stepUpGrant')
      .set({ usedAt: at })
      .where('grantHash', '=', hashSecret(grant))
      .where('sessionId', '=', sessionId)
      .where('level', '=', level)
      .where('action', '=', action)
      .where('objectHash', '=', Buffer.from(objectHash, 'hex'))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', at)
      .executeTakeFirst(),
  )
}

/** Restores the grant of a call that was refused and did nothing. */
export const returnGrant = async (sql: Queries, grant: string): Promise<void> => {
  await sql
    .updateTable('stepUpGrant')
    .set({ usedAt: null })
    .where('grantHash', '=', hashSecret(grant))
    .execute()
}

export const dropGrantsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('stepUpGrant').where('expiresAt', '<', at).execute()
}
