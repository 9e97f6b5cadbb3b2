import { readCompanies, readCompany } from '../companies/companies.sql.ts'
import type { Introduction, IntroductionTerms } from '../fees/fee-chain.ts'
import type { Queries } from '../kernel/queries.ts'
import { readReferral, type Referral } from '../identity/referrals.sql.ts'
import { readIsRestricted, readSettings } from '../settings/settings.sql.ts'

/** Hundredths of a basis point in a basis point. */
const perBp = 100n

const introductionOf = (referral: Referral): Introduction | null => {
  const { by, sellerOneId, sellerTwoId, referrerId, registeredAt } = referral
  if (by === 'seller_two' && sellerTwoId && sellerOneId) return { by, sellerTwoId, sellerOneId }
  if (by === 'seller_one' && sellerOneId) return { by, sellerOneId }
  if (by === 'referrer' && referrerId) return { by, referrerId, registeredAt }
  return null
}

const tierOf = (tier: number): 1 | 2 | 3 | 4 => {
  if (tier === 1 || tier === 2 || tier === 3 || tier === 4) return tier
  throw new Error('A company has a tier from 1 to 4')
}

type ChainFacts = {
  /** From tier 1 down to the person's own. */
  readonly companies: readonly {
    readonly companyId: string
    readonly tier: 1 | 2 | 3 | 4
    readonly isOperatorOwned: boolean
  }[]
  readonly introduction: Introduction | null
  readonly terms: IntroductionTerms
  /** The seller code that the person has now. */
  readonly sellerCodeId: string | null
  /** Tenant of each person of the code. */
  readonly companyOf: ReadonlyMap<string, string>
  readonly timeZone: string
  /**
   * Whether the person's company and all above it are open. Below a closed company there are no new loads
   * (domain §14).
   */
  readonly companyIsOpen: boolean
  /** False where the tier of the person's company has immediate loads switched off (domain §3). */
  readonly immediateIsOffered: boolean
}

/** The present chain above a person: companies, and the referrer (domain §1, §4). */
export const readChainFacts = async (
  sql: Queries,
  person: { readonly userId: string; readonly companyId: string },
): Promise<ChainFacts> => {
  const own = await readCompany(sql, person.companyId)
  const path = await readCompanies(sql, own.path)
  const referral = await readReferral(sql, person.userId)
  const isRestricted = await readIsRestricted(sql, { tier: own.tier, module: 'loads.immediate' })
  const { sellerTwoShare, referralMonths } = await readSettings(sql, ['sellerTwoShare', 'referralMonths'])
  const companies = path
    .map(({ id, tier, operatorOwned }) => ({
      companyId: id,
      tier: tierOf(tier),
      isOperatorOwned: operatorOwned,
    }))
    .sort((a, b) => a.tier - b.tier)
  return {
    companies,
    introduction: introductionOf(referral),
    terms: { sellerTwoPartHundredthsBp: sellerTwoShare, referrerMonths: referralMonths },
    sellerCodeId: referral.sellerCodeId,
    companyOf: referral.companyOf,
    timeZone: own.timeZone,
    companyIsOpen: path.every(({ active }) => active),
    immediateIsOffered: !isRestricted,
  }
}

type LoadSettings = {
  /** Below this amount, money that is not as quoted is not returned. */
  readonly refundMinimumCents: bigint
  /** The largest excess over the quote that is credited without the payer's choice. */
  readonly smallExcessCents: bigint
  readonly spreadHundredthsBp: (asset: string) => bigint
}

/** Settings that the price of a load depends on. */
export const readLoadSettings = async (sql: Queries): Promise<LoadSettings> => {
  const keys = ['spreadBps', 'refundMinimum', 'smallOverpayment'] as const
  const { spreadBps, refundMinimum, smallOverpayment } = await readSettings(sql, keys)
  return {
    refundMinimumCents: refundMinimum,
    smallExcessCents: smallOverpayment,
    spreadHundredthsBp: (asset) => BigInt(spreadBps[asset] ?? spreadBps['other'] ?? 0) * perBp,
  }
}
