import { accepted, refused, type Answer } from '../kernel/answer.ts'
import type { Attribution } from '../identity/user.ts'

/** A code that a seller refers people with. Instants are business time. */
export type SellerCode = {
  readonly id: string
  readonly companyId: string
  readonly ownerId: string
  readonly validFrom: Date
  readonly validTo: Date | null
  readonly maxUses: number | null
  readonly uses: number
  readonly active: boolean
  /** A code is not valid while its owner is deactivated. */
  readonly ownerActive: boolean
}

/** Whether a code may be used now (domain §1). A code without uses left has expired. */
export const judgeSellerCode = (
  code: SellerCode,
  now: Date,
): Answer<SellerCode, 'seller_code_not_active' | 'seller_code_expired'> => {
  if (!code.active || !code.ownerActive || code.validFrom > now) return refused('seller_code_not_active')
  const isUsedUp = code.maxUses !== null && code.uses >= code.maxUses
  if (isUsedUp || (code.validTo !== null && code.validTo <= now)) return refused('seller_code_expired')
  return accepted(code)
}

const sellerTwo = 8

/**
 * The sellers who earn with the people of a code: the owner, and for a seller two also the seller one who
 * recruited them (domain §4).
 */
export const attributionOf = (
  code: SellerCode,
  owner: { roleId: number; recruitedBy: string | null },
): Attribution => {
  const referred = { sellerCodeId: code.id, referrerId: null }
  return owner.roleId === sellerTwo
    ? { ...referred, sellerOneId: owner.recruitedBy, sellerTwoId: code.ownerId }
    : { ...referred, sellerOneId: code.ownerId, sellerTwoId: null }
}
