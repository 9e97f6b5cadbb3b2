import type { Queries } from '../kernel/queries.ts'
import { isVerified as isVerifiedStatus } from './kyc-status.ts'

/** Reads whether a person is verified and whether their loads are held. Loads need both at once. */
export const readKyc = async (
  sql: Queries,
  userId: string,
): Promise<{ isVerified: boolean; isHeld: boolean }> => {
  const found = await sql
    .selectFrom('kycCase')
    .select(['status', 'kycHold'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { isVerified: isVerifiedStatus(found?.status ?? null), isHeld: found?.kycHold ?? false }
}

/** Whether a person is verified: `positive` or `admin_approved` (domain §10). For cards and loads. */
export const isVerified = async (sql: Queries, userId: string): Promise<boolean> =>
  (await readKyc(sql, userId)).isVerified

/**
 * Whether a person's loads are held because their verification was withdrawn (domain §10, exception `kyc`).
 */
export const kycHold = async (sql: Queries, userId: string): Promise<boolean> =>
  (await readKyc(sql, userId)).isHeld
