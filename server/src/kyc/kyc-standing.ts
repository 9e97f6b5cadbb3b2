import type { Queries } from '../kernel/queries.ts'
import { isVerified } from './kyc-status.ts'

/**
 * Reads whether a person is verified (`positive` or `admin_approved`), and whether their loads are held because their
 * verification was withdrawn (domain §10). Loads need both at once.
 */
export const readKyc = async (
  sql: Queries,
  userId: string,
): Promise<{ isVerified: boolean; isHeld: boolean }> => {
  const found = await sql
    .selectFrom('kycCase')
    .select(['status', 'kycHold'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { isVerified: isVerified(found?.status ?? null), isHeld: found?.kycHold ?? false }
}
