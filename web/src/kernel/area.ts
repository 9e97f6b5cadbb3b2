import { isAdminArea } from '@cardamom/contract/roles'
import type { SessionUser } from '@cardamom/contract/access'

/** Sellers have clients, codes and their own pages. */
const sellerRoles: readonly number[] = [7, 8]
export const isSeller = (user: Pick<SessionUser, 'role_id'> | null): boolean =>
  user !== null && sellerRoles.includes(user.role_id)

/** Who earns shares of fees has a wallet: sellers, and referrers from their first share on (domain §7). */
export const earnsShares = (user: Pick<SessionUser, 'role_id' | 'has_wallet'> | null): boolean =>
  isSeller(user) || user?.has_wallet === 1

/** Whether a link to a page is for a person; a link without an owner is for everybody. */
export const isOf = (
  user: SessionUser | null,
  whose: 'sellers' | 'earners' | 'others' | undefined,
): boolean => {
  if (whose === 'sellers') return isSeller(user)
  return whose === undefined || (whose === 'earners') === earnsShares(user)
}

/** The top-level areas, in the order in which the start checks them (product §2). */
export type Area = 'signed-out' | 'enrolment' | 'terms' | 'admin' | 'cardholder'

export const areaOf = (user: SessionUser | null): Area => {
  if (user === null) return 'signed-out'
  if (user.passkey_enabled === 0 && user.user_company.passkey_mandatory === 1) return 'enrolment'
  if (user.terms_due === 1) return 'terms'
  return isAdminArea(user.role_id) ? 'admin' : 'cardholder'
}
