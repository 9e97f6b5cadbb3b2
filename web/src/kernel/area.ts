import { isAdminArea } from '@cardamom/contract/roles'
import type { SessionUser } from '@cardamom/contract/access'

/** Sellers earn shares of fees, so they have a wallet and their own pages. */
const sellerRoles: readonly number[] = [7, 8]
export const isSeller = (user: Pick<SessionUser, 'role_id'> | null): boolean =>
  user !== null && sellerRoles.includes(user.role_id)

/** The top-level areas, in the order in which the start checks them (product §2). */
export type Area = 'signed-out' | 'enrolment' | 'terms' | 'admin' | 'cardholder'

export const areaOf = (user: SessionUser | null): Area => {
  if (user === null) return 'signed-out'
  if (user.passkey_enabled === 0 && user.user_company.passkey_mandatory === 1) return 'enrolment'
  if (user.terms_due === 1) return 'terms'
  return isAdminArea(user.role_id) ? 'admin' : 'cardholder'
}
