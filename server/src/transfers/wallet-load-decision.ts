import { totalOfNet } from '@cardamom/contract/money'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { readLoadableCard } from '../cards/card-for-load.ts'
import { readCompany, readIsOpen } from '../companies/companies.sql.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import { readUser } from '../identity/users.sql.ts'
import { accepted, type Answer } from '../kernel/answer.ts'
import type { Queries } from '../kernel/queries.ts'
import { readKyc } from '../kyc/kyc-standing.ts'
import type { LimitUse } from '../loads/limit-use.ts'
import { readEmergencyMaximum } from '../limits/emergency-maximums.sql.ts'
import { readLeft, readLimitOf } from '../loads/load-limits.ts'
import { readLimitUse } from '../loads/load-sums.sql.ts'
import { readIsRestricted } from '../settings/settings.sql.ts'
import { feeLevelOf, type WalletHolder, type WalletType } from '../wallets/wallet-holder.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'
import {
  decideWalletLoad,
  type CardFacts,
  type DecidedWalletLoad,
  type WalletLoadRefusal,
} from './wallet-load.ts'

export type WalletLoadInput = {
  readonly fromOwnerId: string
  readonly fromWallet: WalletType
  readonly cardId: string
  readonly amount: bigint
  readonly amountIs: 'total' | 'net'
}

export type ReadWalletLoad = DecidedWalletLoad & {
  readonly rateHundredthsBp: bigint
  readonly use: LimitUse | null
}

/** A card of the scope with what decides whether it gets money; null: there is none. */
const readCardFacts = async (
  sql: Queries,
  { cardId, now }: { cardId: string; now: Date },
): Promise<(CardFacts & { readonly use: LimitUse | null }) | null> => {
  const card = await readLoadableCard(sql, cardId)
  const holder = card && (await readUser(sql, card.userId))
  if (!card || !holder) return null
  // First the row that guards the limits, then what they have used.
  const use = await readLimitUse(sql, card.userId)
  const company = await readCompany(sql, card.companyId)
  const kyc = await readKyc(sql, card.userId)
  const limit = await readLimitOf(sql, card)
  const { maximumCents: maximumEmergencyCents } = await readEmergencyMaximum(sql, card.companyId)
  const calendar = await readBusinessCalendar(sql)
  const day = { now, timeZone: company.timeZone, limit, calendar, maximumEmergencyCents }
  const { leftTodayCents, emergencyLeftCents } = await readLeft(sql, card, day)
  const isRestricted = await readIsRestricted(sql, { tier: company.tier, module: 'loads.immediate' })
  return {
    card,
    holderName: `${holder.firstName} ${holder.lastName}`,
    company,
    companyIsOpen: await readIsOpen(sql, company),
    isVerified: kyc.isVerified && !kyc.isHeld,
    immediateIsOffered: !isRestricted,
    limits: { ...limit, leftTodayCents },
    emergencyLeftCents,
    use,
  }
}

/** The rate of the fee that a sender pays now. */
export const readTransferRate = async (
  sql: Queries,
  { from, now }: { from: WalletHolder; now: Date },
): Promise<bigint> => {
  const { transfer } = await readFeeSchedule(sql, { companyId: from.company.id, at: now })
  return transfer[feeLevelOf(from)] ?? 0n
}

/** Reads what a transfer to a card depends on, in the scope of the one who requests it, and decides. */
export const readWalletLoad = async (
  sql: Queries,
  { input, now }: { input: WalletLoadInput; now: Date },
): Promise<Answer<ReadWalletLoad, WalletLoadRefusal>> => {
  const { fromOwnerId, fromWallet: wallet, cardId, amount, amountIs } = input
  const from = await readWalletHolder(sql, fromOwnerId)
  const to = await readCardFacts(sql, { cardId, now })
  const rateHundredthsBp = from ? await readTransferRate(sql, { from, now }) : 0n
  const totalCents = amountIs === 'net' ? totalOfNet({ netCents: amount, rateHundredthsBp }) : amount
  const decided = decideWalletLoad({ from, wallet, to, totalCents, rateHundredthsBp })
  return decided.accepted ? accepted({ ...decided.value, rateHundredthsBp, use: to?.use ?? null }) : decided
}
