import type { Queries } from '../kernel/queries.ts'
import { isVerified as isVerifiedStatus } from './kyc-status.ts'

/** Whether a person is verified, and whether their loads wait, as loads ask for both at once. */
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

/** Whether loads of a person wait: their verification was taken back (domain §10, exception `kyc`). */
export const kycHold = async (sql: Queries, userId: string): Promise<boolean> =>
  (await readKyc(sql, userId)).isHeld
