import { monthsAfter } from '../kernel/months-after.ts'

/**
 * Depth in the chain: 0 is the operator, 1 to 4 are companies. The people of a code are on level 4 (domain
 * §1).
 */
export type Level = 0 | 1 | 2 | 3 | 4

/** A participant who earns on a chain. It is frozen when a load or top-up is quoted. */
export type Beneficiary = {
  readonly ownerKind: 'operator' | 'company' | 'seller' | 'cardholder'
  readonly ownerId: string
  readonly level: Level
  /** Part of the level's share, in hundredths of a basis point. Absent: all that the other parts leave. */
  readonly partHundredthsBp?: bigint
}

/** Operator, companies from the top down, then the people of a code. A level may be missing. */
export type Chain = readonly Beneficiary[]

/**
 * The owner of the valid code that a cardholder registered with. A seller code precedes a referral code
 * (domain §1).
 */
export type Introduction =
  | { readonly by: 'seller_two'; readonly sellerTwoId: string; readonly sellerOneId: string }
  | { readonly by: 'seller_one'; readonly sellerOneId: string }
  | { readonly by: 'referrer'; readonly referrerId: string; readonly registeredAt: Date }

/** Settings of the tier-4 split (domain §4). */
export type IntroductionTerms = {
  /** Part of the tier-4 share. The seller one gets the rest. */
  readonly sellerTwoPartHundredthsBp: bigint
  /** How long a referrer earns, counted from the cardholder's registration. */
  readonly referrerMonths: number
}

/** 80 % to the seller two; a referrer earns for 12 months (domain §4). */
export const usualIntroductionTerms: IntroductionTerms = {
  sellerTwoPartHundredthsBp: 800_000n,
  referrerMonths: 12,
}

const introducers = ({
  introduction,
  terms,
  quotedAt,
}: {
  introduction: Introduction | null
  terms: IntroductionTerms
  quotedAt: Date
}): Beneficiary[] => {
  switch (introduction?.by) {
    case 'seller_two':
      return [
        {
          ownerKind: 'seller',
          ownerId: introduction.sellerTwoId,
          level: 4,
          partHundredthsBp: terms.sellerTwoPartHundredthsBp,
        },
        { ownerKind: 'seller', ownerId: introduction.sellerOneId, level: 4 },
      ]
    case 'seller_one':
      return [{ ownerKind: 'seller', ownerId: introduction.sellerOneId, level: 4 }]
    case 'referrer':
      return quotedAt < monthsAfter(introduction.registeredAt, terms.referrerMonths)
        ? [{ ownerKind: 'cardholder', ownerId: introduction.referrerId, level: 4 }]
        : []
    case undefined:
      return []
  }
}

/**
 * The chain above a cardholder or company at `quotedAt`, to be frozen into the quote (domain §1, §4).
 * `companies` are those on the path from tier 1 down, with the owner's own company. A company that the
 * operator owns earns nothing and is left out. Level 4 belongs to the people of the code before a tier-4
 * company. A referrer does not earn after their months are over.
 */
export const freezeChain = ({
  operatorId,
  companies,
  introduction,
  terms = usualIntroductionTerms,
  quotedAt,
}: {
  operatorId: string
  companies: readonly {
    readonly companyId: string
    readonly tier: 1 | 2 | 3 | 4
    readonly isOperatorOwned: boolean
  }[]
  introduction: Introduction | null
  terms?: IntroductionTerms
  quotedAt: Date
}): Chain => {
  const people = introducers({ introduction, terms, quotedAt })
  const earning = companies.filter(
    ({ tier, isOperatorOwned }) => !isOperatorOwned && (tier < 4 || people.length === 0),
  )
  return [
    { ownerKind: 'operator', ownerId: operatorId, level: 0 },
    ...earning.map(
      ({ companyId, tier }) => ({ ownerKind: 'company', ownerId: companyId, level: tier }) as const,
    ),
    ...people,
  ]
}
