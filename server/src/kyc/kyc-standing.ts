import type { Queries } from '../kernel/queries.ts'
import { isVerified as isVerifiedStatus } from './kyc-status.ts'
import type { KycStatus } from './kyc-status.ts'

const standing = 'select status, kyc_hold from kyc_case where user_id = $1'
type Standing = { status: KycStatus | null; kyc_hold: boolean }

/** Whether a person is verified: `positive` or `admin_approved` (domain §10). For cards and loads. */
export const isVerified = async (sql: Queries, userId: string): Promise<boolean> =>
  isVerifiedStatus((await sql.maybe<Standing>(standing, [userId]))?.status ?? null)

/** Whether loads of a person wait: their verification was taken back (domain §10, exception `kyc`). */
export const kycHold = async (sql: Queries, userId: string): Promise<boolean> =>
  (await sql.maybe<Standing>(standing, [userId]))?.kyc_hold ?? false

/** Both at once, as loads ask for them. */
export const readKyc = async (
  sql: Queries,
  userId: string,
): Promise<{ isVerified: boolean; isHeld: boolean }> => {
  const found = await sql.maybe<Standing>(standing, [userId])
  return { isVerified: isVerifiedStatus(found?.status ?? null), isHeld: found?.kyc_hold ?? false }
}
