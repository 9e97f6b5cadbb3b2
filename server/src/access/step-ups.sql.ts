import type { Queries } from '../kernel/queries.ts'
import { hashSecret } from './secrets.ts'
import type { StepUpLevel } from './step-up.ts'

const insert = `insert into step_up_grant (grant_hash, session_id, company_id, user_id, level, factor, action,
    object_hash, made_at, expires_at, ceremony_id)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
const use = `update step_up_grant set used_at = $6
  where grant_hash = $1 and session_id = $2 and level = $3 and action = $4 and object_hash = $5
    and used_at is null and expires_at > $6`
const giveBack = 'update step_up_grant set used_at = null where grant_hash = $1'
const dropOld = 'delete from step_up_grant where expires_at < $1'

/** Leave for one act of one session. Times are real time. */
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
    /** The ceremony that earned it: one grant each. */
    ceremonyId: string
    at: Date
    expiresAt: Date
  },
): Promise<void> => {
  const { grant, sessionId, companyId, userId, level, factor, action, objectHash } = made
  const { ceremonyId, at, expiresAt } = made
  const hashed = Buffer.from(objectHash, 'hex')
  const values = [
    hashSecret(grant),
    sessionId,
    companyId,
    userId,
    level,
    factor,
    action,
    hashed,
    at,
    expiresAt,
    ceremonyId,
  ]
  await sql.run(insert, values)
}

/** Uses a grant up: once, by its own session, for its own act, in time. */
export const useGrant = async (sql: Queries, used: Grant & { at: Date }): Promise<boolean> => {
  const { grant, sessionId, level, action, objectHash, at } = used
  const values = [hashSecret(grant), sessionId, level, action, Buffer.from(objectHash, 'hex'), at]
  return (await sql.run(use, values)) === 1
}

/** The call that took it was refused and did nothing. */
export const giveGrantBack = async (sql: Queries, grant: string): Promise<void> => {
  await sql.run(giveBack, [hashSecret(grant)])
}

export const dropGrantsBefore = async (sql: Queries, at: Date): Promise<void> => {
  await sql.run(dropOld, [at])
}
