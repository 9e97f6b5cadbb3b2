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

const useWithFactors = `select r.n::int as call, u.n is not null as used, f.id, f.provider_id as "providerId", f.method, f.name,
    f.detail, f.credential_id as "credentialId", f.device_id as "deviceId", f.synced, f.created_at as "createdAt",
    f.last_used_at as "lastUsedAt", f.full_from as "fullFrom"
  from unnest($9::uuid[]) with ordinality r (user_id, n)
  left join use_grants($1, $2, $3, $4, $5, $6, $7, $8) u (n) on u.n = r.n
  left join factor f on f.user_id = r.user_id
  order by r.n, f.created_at, f.id`

export type GrantUse = Grant & { readonly userId: string; readonly at: Date; readonly following: Following }
export type UsedGrant = { readonly isUsed: boolean; readonly factors: readonly Factor[] }
type UsedRow = Factor & { readonly call: number; readonly used: boolean }

/**
 * Uses grants of simultaneous calls, in their order: each once, by its own session, for its own operation, in time. Returns the
 * factors of each person too, as `readFactors` does.
 */
export const useGrants = async (sql: Queries, uses: readonly GrantUse[]): Promise<UsedGrant[]> => {
  const rows = await sql.rows<UsedRow>(useWithFactors, [
    uses.map(({ grant }) => hashSecret(grant)),
    uses.map(({ sessionId }) => sessionId),
    uses.map(({ level }) => level),
    uses.map(({ action }) => action),
    uses.map(({ objectHash }) => Buffer.from(objectHash, 'hex')),
    uses.map(({ at }) => at),
    uses.map(({ following }) => following && Buffer.from(following.objectHash, 'hex')),
    uses.map(({ following }) => following && following.expiresAt),
    uses.map(({ userId }) => userId),
  ])
  const found = uses.map(() => ({ isUsed: false, factors: [] as Factor[] }))
  for (const { call, used, ...factor } of rows) {
    const ofCall = found[call - 1]!
    ofCall.isUsed = used
    // A person without a factor has one row without an id.
    if (factor.id !== null) ofCall.factors.push(factor)
  }
  return found
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
