import { readCompanies, readCompany } from '../companies/companies.sql.ts'
import type { Introduction } from '../fees/fee-chain.ts'
import type { Queries } from '../kernel/queries.ts'
import { readReferral, type Referral } from '../identity/referrals.sql.ts'
import { readIsRestricted, readSettings } from '../settings/settings.sql.ts'
import type { LoadsNeeds } from './load-needs.ts'

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

/** The chain above a person as it is now: companies from tier 1 down, and who referred them (domain §1, §4). */
export const readChainFacts: LoadsNeeds['readChainFacts'] = async (sql, person) => {
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
    companyOf: referral.companyOf,
    timeZone: own.timeZone,
    companyIsOpen: path.every(({ active }) => active),
    immediateIsOffered: !isRestricted,
  }
}

/** Settings that the price of a load depends on. */
export const readLoadSettings = async (
  sql: Queries,
): Promise<Awaited<ReturnType<LoadsNeeds['readLoadSettings']>>> => {
  const keys = ['maximumEmergencyLoad', 'spreadBps', 'refundMinimum', 'smallOverpayment'] as const
  const { maximumEmergencyLoad, spreadBps, refundMinimum, smallOverpayment } = await readSettings(sql, keys)
  return {
    maximumEmergencyCents: maximumEmergencyLoad,
    refundMinimumCents: refundMinimum,
    smallExcessCents: smallOverpayment,
    spreadHundredthsBp: (asset) => BigInt(spreadBps[asset] ?? spreadBps['other'] ?? 0) * perBp,
  }
}
