import type { Queries } from '../kernel/queries.ts'

/**
 * The owners of the code that a person registered with, as of that day, and the companies of these people.
 */
export type Referral = {
  readonly by: 'seller_two' | 'seller_one' | 'referrer' | null
  readonly sellerOneId: string | null
  readonly sellerTwoId: string | null
  readonly referrerId: string | null
  readonly sellerCodeId: string | null
  readonly registeredAt: Date
  readonly companyOf: ReadonlyMap<string, string>
}

const kindOf = (by: Pick<Referral, 'sellerOneId' | 'sellerTwoId' | 'referrerId'>): Referral['by'] => {
  if (by.sellerTwoId) return 'seller_two'
  if (by.sellerOneId) return 'seller_one'
  return by.referrerId ? 'referrer' : null
}

/** Who referred a person. Scope: all tenants. */
export const readReferral = async (sql: Queries, userId: string): Promise<Referral> => {
  const { sellerOneId, sellerTwoId, referrerId, sellerCodeId, registeredAt, ...companies } = await sql
    .selectFrom('appUser as user')
    .leftJoin('appUser as sellerOne', 'sellerOne.id', 'user.sellerOneId')
    .leftJoin('appUser as sellerTwo', 'sellerTwo.id', 'user.sellerTwoId')
    .leftJoin('appUser as referrer', 'referrer.id', 'user.referrerId')
    .select(['user.sellerOneId', 'user.sellerTwoId', 'user.referrerId', 'user.sellerCodeId'])
    .select('user.createdAt as registeredAt')
    .select(['sellerOne.companyId as ofSellerOne', 'sellerTwo.companyId as ofSellerTwo'])
    .select('referrer.companyId as ofReferrer')
    .where('user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const companyOf = new Map<string, string>()
  if (sellerOneId && companies.ofSellerOne) companyOf.set(sellerOneId, companies.ofSellerOne)
  if (sellerTwoId && companies.ofSellerTwo) companyOf.set(sellerTwoId, companies.ofSellerTwo)
  if (referrerId && companies.ofReferrer) companyOf.set(referrerId, companies.ofReferrer)
  const by = kindOf({ sellerOneId, sellerTwoId, referrerId })
  return { by, sellerOneId, sellerTwoId, referrerId, sellerCodeId, registeredAt, companyOf }
}
