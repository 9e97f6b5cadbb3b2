import { todayIn } from '@cardamom/contract/dates'
import { readChainFacts } from './load-facts.ts'
import { readLoadableCard } from '../cards/card-for-load.ts'
import { readBusinessCalendar } from '../calendar/business-calendar.sql.ts'
import { businessDayStart, type BusinessCalendar } from '../calendar/business-time.ts'
import type { Queries } from '../kernel/queries.ts'
import { readEmergencyMaximum } from '../limits/emergency-maximums.sql.ts'
import { readPayinLimit, type PayinLimit } from '../limits/limits.sql.ts'
import { nothingUsed, type UseToday } from '../limits/payin-limit.ts'
import type { LoadRecord } from './load-record.ts'
import { readGrossSince, readImmediateSince, readIsFirstLoad, readUseByCompany } from './load-sums.sql.ts'

const dayMs = 24 * 3_600_000

const minuteMs = 60_000
const mostZones = 8

/**
 * The last start of a day that was found for each zone, and the minute in which it was read: a day starts with a
 * minute. Zones are few, and their names are checked.
 */
const lastStarts = new Map<
  string,
  { readonly day: string; readonly start: Date; readonly minute: number; readonly text: string }
>()

/** Midnight in a time zone, as an instant: the start of the day for daily limits (domain §3). */
export const startOfDay = (timeZone: string, now: Date): Date => {
  const minute = Math.floor(now.getTime() / minuteMs)
  const last = lastStarts.get(timeZone)
  if (last?.minute === minute) return last.start
  const today = todayIn(timeZone, now)
  const start = last?.day === today ? last.start : findStart(timeZone, { now, today })
  lastStarts.set(timeZone, { day: today, start, minute, text: start.toISOString() })
  return start
}

/** The starts of the day in zones of recent operations, for a statement that finds the zone of an operation itself. */
export const daysToday = (now: Date): { readonly zones: string[]; readonly starts: string[] } => {
  const zones = [...lastStarts.keys()].slice(0, mostZones)
  return { zones, starts: zones.map((zone) => (startOfDay(zone, now), lastStarts.get(zone)?.text ?? '')) }
}

const findStart = (timeZone: string, { now, today }: { now: Date; today: string }): Date => {
  let low = now.getTime() - dayMs - 3_600_000
  let high = now.getTime()
  // The day starts where the zone's date changes. Bisection finds this instant, also with summer time.
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (todayIn(timeZone, new Date(middle)) < today) low = middle
    else high = middle
  }
  return new Date(high)
}

type LimitedCard = { id: string | null; companyId: string; form: 'virtual' | 'physical' }

/** Whether a card's next load is the first one of a plastic card. */
export const readIsFirstOfPlastic = async (
  sql: Queries,
  card: Pick<LimitedCard, 'id' | 'form'>,
): Promise<boolean> => card.form === 'physical' && card.id !== null && (await readIsFirstLoad(sql, card.id))

/** Limits of a card's next load. The first load of a plastic card has its own category (domain §3). */
export const readLimitOf = async (sql: Queries, card: LimitedCard): Promise<PayinLimit> => {
  const category = (await readIsFirstOfPlastic(sql, card)) ? 'plastic_first_load' : 'virtual_load'
  return readPayinLimit(sql, { companyId: card.companyId, category })
}

/** The rest of a person's daily limit today, in cents; `besides` is a load that does not count. */
export const readLeftToday = async (
  sql: Queries,
  of: { userId: string; timeZone: string; now: Date; limit: PayinLimit; besides?: string },
): Promise<bigint> => {
  const since = startOfDay(of.timeZone, of.now)
  const used = await readGrossSince(sql, { userId: of.userId, since, besides: of.besides ?? null })
  return used >= of.limit.dailyCents ? 0n : of.limit.dailyCents - used
}

/** What the people of companies have loaded today, by company. */
export const readLoadUse = (
  sql: Queries,
  { companies, now }: { companies: readonly { id: string; timeZone: string }[]; now: Date },
) =>
  readUseByCompany(
    sql,
    companies.map(({ id, timeZone }) => ({ companyId: id, since: startOfDay(timeZone, now) })),
  )

/** What the cards of companies have used of the maximum emergency load on this UTC business day, by company. */
export const readEmergencyUses = async (
  sql: Queries,
  { companyIds, now }: { companyIds: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, UseToday>> => {
  const since = businessDayStart(now, await readBusinessCalendar(sql))
  return readUseByCompany(
    sql,
    companyIds.map((companyId) => ({ companyId, since })),
    'immediateCard',
  )
}

/** The same of one company. */
export const readEmergencyUse = async (
  sql: Queries,
  { companyId, now }: { companyId: string; now: Date },
): Promise<UseToday> =>
  (await readEmergencyUses(sql, { companyIds: [companyId], now })).get(companyId) ?? nothingUsed

/** The rest of a card's maximum emergency load on this UTC business day, in cents. */
const readEmergencyLeft = async (
  sql: Queries,
  of: {
    cardId: string
    userId: string
    now: Date
    maximumCents: bigint
    calendar: BusinessCalendar
    besides?: string
  },
): Promise<bigint> => {
  const since = businessDayStart(of.now, of.calendar)
  const used = await readImmediateSince(sql, {
    cardId: of.cardId,
    userId: of.userId,
    since,
    besides: of.besides ?? null,
  })
  return used >= of.maximumCents ? 0n : of.maximumCents - used
}

/** The start of the business day, and the rest of a card's maximum emergency load on it, in cents. */
export const readEmergencyDay = async (
  sql: Queries,
  { now, ...card }: { cardId: string; userId: string; companyId: string; now: Date },
): Promise<{ readonly start: Date; readonly leftCents: bigint }> => {
  const calendar = await readBusinessCalendar(sql)
  const { maximumCents } = await readEmergencyMaximum(sql, card.companyId)
  const leftCents = await readEmergencyLeft(sql, { ...card, now, maximumCents, calendar })
  return { start: businessDayStart(now, calendar), leftCents }
}

/** The facts by which the limits of a day are counted. */
export type DayLimits = {
  readonly now: Date
  readonly timeZone: string
  readonly limit: PayinLimit
  readonly calendar: BusinessCalendar
  readonly maximumEmergencyCents: bigint
}

/** What a person may still load today, and a card at once, in cents. */
export const readLeft = async (
  sql: Queries,
  card: { id: string; userId: string },
  limits: DayLimits,
): Promise<{ leftTodayCents: bigint; emergencyLeftCents: bigint }> => {
  const { now, calendar, maximumEmergencyCents: maximumCents } = limits
  return {
    leftTodayCents: await readLeftToday(sql, { ...limits, userId: card.userId }),
    emergencyLeftCents: await readEmergencyLeft(sql, {
      cardId: card.id,
      userId: card.userId,
      now,
      maximumCents,
      calendar,
    }),
  }
}

/** The smallest amount that may be loaded to the card of a load, in cents. */
export const readSmallestLoad = async (sql: Queries, load: LoadRecord): Promise<bigint> => {
  const card = await readLoadableCard(sql, load.cardId)
  return card ? (await readLimitOf(sql, card)).minimumCents : 0n
}

/**
 * Whether the received amount is outside of the limits at acceptance. The load itself was counted at its
 * quote, and limits that became narrower since then do not change what was quoted.
 */
export const readLoadLimit = async (
  sql: Queries,
  facts: { load: LoadRecord; grossCents: bigint; now: Date },
): Promise<'below_minimum' | 'over_limit' | null> => {
  const { load, grossCents } = facts
  const card = await readLoadableCard(sql, load.cardId)
  if (!card) return 'over_limit'
  const limit = await readLimitOf(sql, card)
  const quoted = load.grossCents
  const minimumCents = quoted < limit.minimumCents ? quoted : limit.minimumCents
  const maximumCents = quoted > limit.maximumCents ? quoted : limit.maximumCents
  // An amount within tolerance is covered by the quote's limits. Only an amount that is clearly outside is
  // put in review.
  const slackCents = quoted / 100n
  if (grossCents + slackCents < minimumCents) return 'below_minimum'
  return grossCents > maximumCents + slackCents ? 'over_limit' : null
}

/**
 * The smallest and largest amount in cents at which money that is not as quoted may be credited now. Its own
 * load does not count against the rest of the limits. Of a quote that was paid in time, and waited for an identity
 * check alone, the quoted amount is allowed whatever the limits are now. Both with the tolerance of a payment.
 */
export const readCreditLimits = async (
  sql: Queries,
  facts: { load: LoadRecord; now: Date },
): Promise<{ minimumCents: bigint; mostCents: bigint }> => {
  const { load, now } = facts
  const card = await readLoadableCard(sql, load.cardId)
  if (!card) return { minimumCents: 0n, mostCents: 0n }
  const limit = await readLimitOf(sql, card)
  const { timeZone } = await readChainFacts(sql, card)
  const of = { userId: load.userId, cardId: load.cardId, now, besides: load.id }
  const amounts = [limit.maximumCents, await readLeftToday(sql, { ...of, timeZone, limit })]
  if (load.speed === 'immediate') {
    const { maximumCents } = await readEmergencyMaximum(sql, card.companyId)
    const calendar = await readBusinessCalendar(sql)
    amounts.push(await readEmergencyLeft(sql, { ...of, maximumCents, calendar }))
  }
  const smaller = (one: bigint, other: bigint) => (one < other ? one : other)
  const least = amounts.reduce(smaller)
  const quoted = load.grossCents
  const slackCents = quoted / 100n
  if (load.exception !== 'kyc') return { minimumCents: limit.minimumCents, mostCents: least + slackCents }
  return {
    minimumCents: smaller(limit.minimumCents, quoted - slackCents),
    mostCents: (least < quoted ? quoted : least) + slackCents,
  }
}
