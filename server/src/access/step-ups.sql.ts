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

/** Lifetime of a grant, in real time (api §5). */
export const grantMs = 60_000

/** The operation that a used grant admits next: the following part of a bulk call. Null: the grant is consumed. */
type Following = { readonly objectHash: string; readonly expiresAt: Date } | null

/** Uses a grant: once, by its own session, for its own operation, in time. */
export const useGrant = async (
  sql: Queries,
  used: Grant & { at: Date; following: Following },
): Promise<boolean> => {
  const { grant, sessionId, level, action, objectHash, at, following } = used
  return changedOne(
    await sql
      .updateTable('stepUpGrant')
      .set(
        following === null
          ? { usedAt: at }
          : { objectHash: Buffer.from(following.objectHash, 'hex'), expiresAt: following.expiresAt },
      )
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
export const returnGrant = async (
  sql: Queries,
  { grant, objectHash }: Pick<Grant, 'grant' | 'objectHash'>,
): Promise<void> => {
  await sql
    .updateTable('stepUpGrant')
    .set({ usedAt: null, objectHash: Buffer.from(objectHash, 'hex') })
    .where('grantHash', '=', hashSecret(grant))
    .execute()
}

export const dropGrantsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.deleteFrom('stepUpGrant').where('expiresAt', '<', at).execute()
}
