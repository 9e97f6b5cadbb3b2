import type { Queries } from '../kernel/queries.ts'
import type { Factor } from './factor.ts'
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

// Each call with a grant runs this statement: one for both, and without the time that Kysely needs to build it.
const useWithFactors = `with used as (
    update step_up_grant set used_at = $7, object_hash = coalesce($8, object_hash), expires_at = coalesce($9, expires_at)
    where grant_hash = $1 and session_id = $2 and level = $3 and action = $4 and object_hash = $5
      and used_at is null and expires_at > $6
    returning true)
  select u.used, f.id, f.provider_id as "providerId", f.method, f.name, f.detail, f.credential_id as "credentialId",
    f.device_id as "deviceId", f.synced, f.created_at as "createdAt", f.last_used_at as "lastUsedAt",
    f.full_from as "fullFrom"
  from (select exists (select from used) as used) u left join factor f on f.user_id = $10
  order by f.created_at, f.id`

type UsedRow = Factor & { readonly used: boolean }

/**
 * Uses a grant: once, by its own session, for its own operation, in time. Returns the person's factors too, as
 * `readFactors` does.
 */
export const useGrant = async (
  sql: Queries,
  used: Grant & { userId: string; at: Date; following: Following },
): Promise<{ isUsed: boolean; factors: Factor[] }> => {
  const { grant, sessionId, userId, level, action, objectHash, at, following } = used
  const rows = await sql.rows<UsedRow>(useWithFactors, [
    hashSecret(grant),
    sessionId,
    level,
    action,
    Buffer.from(objectHash, 'hex'),
    at,
    following === null ? at : null,
    following && Buffer.from(following.objectHash, 'hex'),
    following && following.expiresAt,
    userId,
  ])
  // A person without a factor has one row without an id.
  const factors = rows.flatMap(({ used: _used, ...factor }) => (factor.id === null ? [] : [factor]))
  return { isUsed: rows[0]?.used === true, factors }
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
