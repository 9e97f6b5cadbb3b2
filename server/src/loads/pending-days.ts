import { todayIn } from '@cardamom/contract/dates'
import type { pendingReasons } from '@cardamom/contract/wallets'
import { after } from '../kernel/clock.ts'
import { isBusinessDay, type BusinessCalendar } from '../calendar/business-time.ts'
import type { LoadRecord } from './load-record.ts'

type WaitingLoad = Pick<
  LoadRecord,
  | 'id'
  | 'ref'
  | 'speed'
  | 'status'
  | 'netCents'
  | 'acceptedAt'
  | 'releaseFrom'
  | 'releaseBy'
  | 'waitsForFloat'
>
export type PendingReason = (typeof pendingReasons)[number]

const dayMs = 24 * 3_600_000

/** Why a paid load is not on its card yet (domain §5, step 3). */
export const reasonOf = (load: WaitingLoad, now: Date): PendingReason => {
  if (load.status === 'review' || load.status === 'credit_failed') return 'review'
  if (load.status === 'crediting') return 'crediting'
  if (load.waitsForFloat) return 'float'
  return load.releaseFrom > now ? 'rule' : 'release'
}

type ReleaseDay = { readonly day: string; readonly skipped: 'weekend' | 'holiday' | null }

/** UTC days between two instants; a day that does not count has its reason. */
const daysBetween = ({ from, to }: { from: Date; to: Date }, calendar: BusinessCalendar): ReleaseDay[] => {
  const days: ReleaseDay[] = []
  // An end at midnight belongs to the day before.
  const lastDay = after(to, -1).toISOString().slice(0, 10)
  for (let at = from; ; at = after(at, dayMs)) {
    const day = at.toISOString().slice(0, 10)
    if (day > lastDay) return days
    const why = calendar.holidays.has(day) ? 'holiday' : 'weekend'
    days.push({ day, skipped: isBusinessDay(at, calendar) ? null : why })
  }
}

/**
 * The days of the business calendar from a payment to the latest release; none for loads that are not
 * released by days.
 */
export const releaseDays = (
  load: Pick<LoadRecord, 'speed' | 'acceptedAt' | 'releaseBy'>,
  calendar: BusinessCalendar,
): ReleaseDay[] =>
  load.speed === 'regular' && load.acceptedAt
    ? daysBetween({ from: load.acceptedAt, to: load.releaseBy }, calendar)
    : []

/** UTC days between payment and release that are no business days, with the reason. */
export const skippedDays = (
  { from, to }: { from: Date; to: Date },
  calendar: BusinessCalendar,
): { day: string; why: 'weekend' | 'holiday' }[] => {
  const skipped: { day: string; why: 'weekend' | 'holiday' }[] = []
  for (let atMs = from.getTime(); atMs < to.getTime(); atMs += dayMs) {
    const at = new Date(atMs)
    const day = at.toISOString().slice(0, 10)
    if (!isBusinessDay(at, calendar))
      skipped.push({ day, why: calendar.holidays.has(day) ? 'holiday' : 'weekend' })
  }
  return skipped
}

/** Waiting loads by the day of their earliest release; loads that wait for a person come last. */
export const pendingDays = (
  loads: readonly WaitingLoad[],
  of: { now: Date; timeZone: string; calendar: BusinessCalendar },
) => {
  const byDay = new Map<string, { load: WaitingLoad; reason: PendingReason }[]>()
  for (const load of loads) {
    const reason = reasonOf(load, of.now)
    const at = load.releaseFrom > of.now ? load.releaseFrom : of.now
    const day = reason === 'review' ? '' : todayIn(of.timeZone, at)
    byDay.set(day, [...(byDay.get(day) ?? []), { load, reason }])
  }
  const days = [...byDay.entries()].sort(([one], [two]) =>
    one === '' ? 1 : two === '' ? -1 : one < two ? -1 : 1,
  )
  return days.map(([day, waiting]) => {
    const first = waiting.find(({ reason, load }) => reason === 'rule' && load.acceptedAt !== null)?.load
    const span = first?.acceptedAt ? { from: first.acceptedAt, to: first.releaseFrom } : null
    return {
      day: day === '' ? null : day,
      amount: day === '' ? 0n : waiting.reduce((sum, { load }) => sum + load.netCents, 0n),
      skipped: span ? skippedDays(span, of.calendar) : [],
      loads: waiting.map(({ load, reason }) => ({
        id: load.id,
        ref: load.ref,
        speed: load.speed,
        reason,
        amount: reason === 'review' ? null : load.netCents,
        acceptedAt: load.acceptedAt,
        latestAt: load.releaseBy,
      })),
    }
  })
}
