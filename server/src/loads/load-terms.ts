import type { LoadableCard } from '../cards/card-for-load.ts'
import { readChainFacts } from './load-facts.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { houseId } from '../companies/company.ts'
import { addBusinessHours, type BusinessCalendar } from '../calendar/business-time.ts'
import { freezeChain } from '../fees/fee-chain.ts'
import { readOperatorBalance } from '../ledger/operator-balances.ts'
import { readFeeSchedule } from '../fees/fee-schedules.sql.ts'
import type { Queries } from '../kernel/queries.ts'
import type { OfferFacts } from './load-offer.ts'
import { readEmergencyMaximum } from '../limits/emergency-maximums.sql.ts'
import { readLeft, readLimitOf } from './load-limits.ts'
import type { FrozenChain } from './load-record.ts'
import { readDueUntil } from './load-releases.sql.ts'

/** Business hours of releases that the float must cover before an immediate load may use it (domain §5). */
const promisedHours = 24

const readFreeFloat = async (sql: Queries, now: Date, calendar: BusinessCalendar): Promise<bigint> => {
  const promised = await readDueUntil(sql, addBusinessHours(now, promisedHours, calendar))
  return (await readOperatorBalance(sql, 'issuer.unallocated')) - promised
}

const readChain = async (
  sql: Queries,
  facts: { card: LoadableCard; now: Date },
): Promise<Pick<OfferFacts, 'chain' | 'timeZone' | 'companyIsOpen' | 'immediateIsOffered'>> => {
  const { card, now } = facts
  const { companies, introduction, terms, companyOf, sellerCodeId, ...found } = await readChainFacts(
    sql,
    card,
  )
  const frozen = freezeChain({ operatorId: houseId, companies, introduction, terms, quotedAt: now })
  const tenantOf = (each: (typeof frozen)[number]) =>
    each.ownerKind === 'operator'
      ? null
      : each.ownerKind === 'company'
        ? each.ownerId
        : (companyOf.get(each.ownerId) ?? null)
  const chain: FrozenChain = frozen.map((each) => ({
    ...each,
    companyId: tenantOf(each),
    ...(each.ownerKind === 'seller' && sellerCodeId !== null ? { sellerCodeId } : {}),
  }))
  return { ...found, chain }
}

/**
 * All data that a price depends on, read in one transaction: schedule, chain, limits, float, calendar.
 * Scope: all tenants, because the person may see only the sum of the rates and shares of the levels above.
 */
export const readTerms = async (
  sql: Queries,
  facts: { card: LoadableCard; grossCents: bigint; now: Date },
): Promise<OfferFacts> => {
  const { card, now } = facts
  const calendar = await readBusinessCalendar(sql)
  const chainFacts = await readChain(sql, facts)
  const limit = await readLimitOf(sql, card)
  const { maximumCents: maximumEmergencyCents } = await readEmergencyMaximum(sql, card.companyId)
  const limits = { now, timeZone: chainFacts.timeZone, limit, calendar, maximumEmergencyCents }
  return {
    ...limits,
    grossCents: facts.grossCents,
    ...chainFacts,
    schedule: await readFeeSchedule(sql, { companyId: card.companyId, at: now }),
    ...(await readLeft(sql, card, limits)),
    freeFloatCents: await readFreeFloat(sql, now, calendar),
  }
}
