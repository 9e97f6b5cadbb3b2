import type { sellerCodeStates } from '@cardamom/contract/sellers/seller-codes'
import type { Attribution } from '../identity/user.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'

/** A code that a seller refers people with. Instants are business time. */
export type SellerCode = {
  readonly id: string
  readonly companyId: string
  /** Null: it was taken away from its owner. */
  readonly ownerId: string | null
  readonly validFrom: Date
  readonly validTo: Date | null
  readonly maxUses: number | null
  readonly uses: number
  readonly active: boolean
  /** A code is not valid while its owner is deactivated. */
  readonly ownerActive: boolean | null
}
type CodeFacts = Pick<SellerCode, 'validFrom' | 'validTo' | 'maxUses' | 'uses' | 'active' | 'ownerActive'>
export type SellerCodeState = (typeof sellerCodeStates)[number]

/** What a code is now (domain §1). The order says which word a person reads when two are true. */
export const sellerCodeState = (code: CodeFacts, now: Date): SellerCodeState => {
  if (!code.active || code.ownerActive !== true) return 'inactive'
  if (code.validTo !== null && code.validTo <= now) return 'expired'
  if (code.validFrom > now) return 'waiting'
  return code.maxUses !== null && code.uses >= code.maxUses ? 'used_up' : 'active'
}

const refusals = {
  inactive: 'seller_code_not_active',
  waiting: 'seller_code_not_yet_valid',
  expired: 'seller_code_expired',
  used_up: 'seller_code_used_up',
} as const

/** Whether a code may be used now (domain §1). */
export const judgeSellerCode = <Code extends CodeFacts>(
  code: Code,
  now: Date,
): Answer<Code, (typeof refusals)[keyof typeof refusals]> => {
  const state = sellerCodeState(code, now)
  return state === 'active' ? accepted(code) : refused(refusals[state])
}

const sellerTwo = 8

/**
 * The sellers who earn with the people of a code: the owner, and for a seller two also the seller one who
 * recruited them (domain §4).
 */
export const attributionOf = (
  code: { readonly id: string; readonly ownerId: string },
  owner: { roleId: number; recruitedBy: string | null },
): Attribution => {
  const referred = { sellerCodeId: code.id, referrerId: null }
  return owner.roleId === sellerTwo
    ? { ...referred, sellerOneId: owner.recruitedBy, sellerTwoId: code.ownerId }
    : { ...referred, sellerOneId: code.ownerId, sellerTwoId: null }
}
