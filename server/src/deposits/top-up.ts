import { freezeChain, type Level } from '../fees/fee-chain.ts'
import { ratesAbove, splitTopUp, type FeeSplit, type LevelRates } from '../fees/fee-split.ts'
import { dailyRunFor, shareDue, type BusinessCalendar } from '../calendar/business-time.ts'
import { houseId, type Company } from '../companies/company.ts'
import { accepted, refused, type Answer } from '../kernel/answer.ts'
import { limitRefusal, type OperationLimits } from '../wallets/operation-limits.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'

/** What a decision on a top-up depends on; null: the reader's scope has no such company. */
export type TopUpFacts = {
  readonly holder: WalletHolder | null
  /** Companies of its path, in any order, with itself. */
  readonly path: readonly Company[]
  readonly wallet: WalletType
  readonly grossCents: bigint
  readonly rates: LevelRates
  readonly limits: OperationLimits | null
}

export type PricedTopUp = FeeSplit & {
  /** Rates of the levels that it pays, operator first, and the levels that have companies. */
  readonly rates: LevelRates
  readonly levels: readonly Level[]
  readonly holder: WalletHolder
  readonly wallet: WalletType
  readonly feeRateHundredthsBp: bigint
  readonly limits: OperationLimits
}

/** The level of a company in a chain. */
export const levelOf = (tier: number): Exclude<Level, 0> => {
  if (tier === 1 || tier === 2 || tier === 3 || tier === 4) return tier
  throw new Error('A company has a tier from 1 to 4')
}

export type TopUpRefusal = 'company_not_found' | 'wallet_not_found' | 'company_closed' | 'invalid_amount'

/**
 * Decides on a top-up of a company and its price (domain §4): it pays the levels above it. A level that is missing, or
 * belongs to the operator, passes its rate to the one above.
 */
export const decideTopUp = (facts: TopUpFacts): Answer<PricedTopUp, TopUpRefusal> => {
  const { holder, path, wallet, grossCents, rates, limits } = facts
  if (holder?.kind !== 'company' || !limits) return refused('company_not_found', { field: 'companyId' })
  if (!openWallet(holder, wallet)) return refused('wallet_not_found', { field: 'companyId' })
  // What is pending still comes, but a deactivated company and those below it get nothing new (domain §14).
  if (path.some(({ active }) => !active)) return refused('company_closed', { field: 'companyId' })
  const outside = limitRefusal(grossCents, limits, 'gross')
  if (outside) return outside
  const ownerLevel = levelOf(holder.company.tier)
  const chain = freezeChain({
    operatorId: houseId,
    companies: path
      .map(({ id, tier, operatorOwned }) => ({
        companyId: id,
        tier: levelOf(tier),
        isOperatorOwned: operatorOwned,
      }))
      .toSorted((one, other) => one.tier - other.tier),
    introduction: null,
    quotedAt: new Date(0),
  })
  const split = splitTopUp({ ownerLevel, rates, chain, grossCents })
  if (!split.accepted) return refused('invalid_amount', { field: 'gross' })
  const paid = ratesAbove(rates, ownerLevel)
  return accepted({
    ...split.value,
    rates: paid,
    levels: split.value.shares.map(({ level }) => level),
    holder,
    wallet,
    feeRateHundredthsBp: paid.reduce((sum, rate) => sum + rate, 0n),
    limits,
  })
}

/** When a top-up is due, and the daily run that can make it available: 48 to 72 business hours, or at once (domain §3). */
export const topUpTimes = (wallet: WalletType, now: Date, calendar: BusinessCalendar) => {
  if (wallet === 'immediate') return { dueAt: now, availableAt: now }
  const dueAt = shareDue(now, calendar)
  return { dueAt, availableAt: dailyRunFor(dueAt, calendar) }
}
