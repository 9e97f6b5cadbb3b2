import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import type { BusinessCalendar } from '../calendar/business-time.ts'
import { houseId } from '../companies/company.ts'
import { readCompanies } from '../companies/companies.sql.ts'
import { freezeChain } from '../fees/fee-chain.ts'
import { readFeeSchedule, type FeeSchedule } from '../fees/fee-schedules.sql.ts'
import { splitOf, type LevelRates } from '../fees/fee-split.ts'
import type { Queries } from '../kernel/queries.ts'
import type { LoadOffer, Obstacle } from '../loads/load-offer.ts'
import type { FrozenChain } from '../loads/load-record.ts'
import { readOperationLimits, type OperationLimits } from '../wallets/operation-limits.ts'
import { openWallet, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import { levelOf, topUpTimes } from './top-up.ts'
import { readToppedUpSince } from './top-ups.sql.ts'

/** The category of a deposit's limits, by its wallet. */
export const limitCategories = { regular: 'regular_topup', immediate: 'immediate_topup' } as const

/** What a deposit of a company costs and may be, in both wallets. */
export type CoinTerms = {
  readonly holder: WalletHolder
  /** The company and all above it are active. */
  readonly isOpen: boolean
  /** The levels above the company, with the operator. */
  readonly chain: FrozenChain
  readonly schedule: FeeSchedule
  /** The rates of those levels alone. */
  readonly rates: Readonly<Record<WalletType, LevelRates>>
  readonly limits: Readonly<Record<WalletType, OperationLimits>>
  readonly calendar: BusinessCalendar
}

/** The limits of a company's next deposit in a wallet. */
export const readDepositLimits = (
  sql: Queries,
  of: {
    readonly holder: WalletHolder
    readonly wallet: WalletType
    readonly now: Date
    /** What counts for the day and is not to be counted. */
    readonly besides?: { readonly grossCents: bigint; readonly quotedAt: Date } | null
  },
): Promise<OperationLimits> => {
  const { holder, wallet, now, besides } = of
  return readOperationLimits(sql, {
    holder,
    category: limitCategories[wallet],
    now,
    usedSince: async (since) => {
      const used = await readToppedUpSince(sql, { companyId: holder.id, wallet, since })
      return besides && besides.quotedAt >= since ? used - besides.grossCents : used
    },
  })
}

/** The terms of a company's next deposit by crypto; null: the scope has no such company, or it has no wallets. */
export const readCoinTerms = async (
  sql: Queries,
  { companyId, now }: { companyId: string; now: Date },
): Promise<CoinTerms | null> => {
  const holder = await readWalletHolder(sql, companyId)
  if (holder?.kind !== 'company') return null
  const path = await readCompanies(sql, holder.company.path)
  const ownerLevel = levelOf(holder.company.tier)
  const companies = path
    .map(({ id, tier, operatorOwned }) => ({
      companyId: id,
      tier: levelOf(tier),
      isOperatorOwned: operatorOwned,
    }))
    .toSorted((one, other) => one.tier - other.tier)
  const chain = freezeChain({ operatorId: houseId, companies, introduction: null, quotedAt: now })
    .filter(({ level }) => level < ownerLevel)
    .map((each) => ({ ...each, companyId: each.ownerKind === 'operator' ? null : each.ownerId }))
  const schedule = await readFeeSchedule(sql, { companyId, at: now })
  const above = (rates: LevelRates) =>
    rates.map((rate, level) => (level < ownerLevel ? rate : 0n)) as unknown as LevelRates
  return {
    holder,
    isOpen: path.every(({ active }) => active),
    chain,
    schedule,
    rates: { regular: above(schedule.regular), immediate: above(schedule.immediate) },
    limits: {
      regular: await readDepositLimits(sql, { holder, wallet: 'regular', now }),
      immediate: await readDepositLimits(sql, { holder, wallet: 'immediate', now }),
    },
    calendar: await readBusinessCalendar(sql),
  }
}

/** Usual time until a payment that is sent at once is final. */
const usualPaymentMs = 15 * 60_000

const obstacleOf = (
  { holder, limits, isOpen }: CoinTerms,
  of: { wallet: WalletType; grossCents: bigint; netCents: bigint; minimumCents: bigint },
): Obstacle | null => {
  const { wallet, grossCents } = of
  const limit = limits[wallet]
  if (!isOpen || !openWallet(holder, wallet)) return 'not_offered'
  if (grossCents < limit.minimumCents || grossCents < of.minimumCents) return 'below_minimum'
  if (grossCents > limit.maximumCents) return 'over_maximum'
  if (grossCents > limit.leftTodayCents) return 'over_daily'
  return of.netCents > 0n ? null : 'nothing_left'
}

/** The price of a deposit in one wallet and when it can be used, or why it is not possible (domain §4, §7). */
export const coinOfferOf = (
  terms: CoinTerms,
  of: { wallet: WalletType; grossCents: bigint; minimumCents: bigint; now: Date },
): LoadOffer => {
  const { wallet, grossCents, now } = of
  const rates = terms.rates[wallet]
  const { feeCents, netCents } = splitOf({ grossCents, rates, chain: terms.chain })
  const paidAt = new Date(now.getTime() + usualPaymentMs)
  const { availableAt } = topUpTimes(wallet, paidAt, terms.calendar)
  return {
    speed: wallet,
    feeCents,
    feeRate: rates.reduce((sum, rate) => sum + rate, 0n),
    netCents,
    usualAt: availableAt,
    latestAt: availableAt,
    leftTodayCents: terms.limits[wallet].leftTodayCents,
    obstacle: obstacleOf(terms, { ...of, netCents }),
  }
}
