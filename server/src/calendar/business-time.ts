/**
 * Business time: the 24 hours of Monday to Friday in UTC, less the operator's holidays (domain §3). A due
 * time is computed once, with the calendar of that moment, and stored (domain §3): changing holidays moves
 * nothing that exists.
 */

/** The operator's holidays as UTC dates, `YYYY-MM-DD`; weekends need not be among them. */
export type BusinessCalendar = { readonly holidays: ReadonlySet<string> }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The daily run is at 16:00 UTC on business days (domain §3). */
const dailyRunMs = 16 * hourMs
/** A share is eligible this many business hours after acceptance (domain §5). */
const shareHours = 48
/** Hourly release of the card leg: from, alarm, must, in business hours after acceptance (domain §5). */
const release = { earliestHours: 24, alarmHours: 60, latestHours: 72 } as const

const saturday = 6
const sunday = 0

const startOfDay = (atMs: number) => Math.floor(atMs / dayMs) * dayMs

/** Whether the UTC day of an instant is a Monday to Friday that is no holiday. */
export const isBusinessDay = (at: Date, calendar: BusinessCalendar): boolean => {
  const weekday = at.getUTCDay()
  return weekday !== saturday && weekday !== sunday && !calendar.holidays.has(at.toISOString().slice(0, 10))
}

/** Midnight UTC that began the present business day; a weekend or holiday belongs to the business day before it. */
export const businessDayStart = (at: Date, calendar: BusinessCalendar): Date => {
  let dayStartMs = startOfDay(at.getTime())
  while (!isBusinessDay(new Date(dayStartMs), calendar)) dayStartMs -= dayMs
  return new Date(dayStartMs)
}

/**
 * The first instant by which `hours` business hours have passed since `from`. At the end of a business day
 * it is the midnight that ends it, even before a weekend; no hours at all is `from` itself. Throws
 * RangeError below zero.
 */
export const addBusinessHours = (from: Date, hours: number, calendar: BusinessCalendar): Date => {
  let leftMs = Math.round(hours * hourMs)
  if (!(leftMs >= 0 && Number.isFinite(leftMs))) throw new RangeError(`not a number of hours: ${hours}`)
  let atMs = from.getTime()
  while (leftMs > 0) {
    const dayEndMs = startOfDay(atMs) + dayMs
    const roomMs = isBusinessDay(new Date(atMs), calendar) ? dayEndMs - atMs : 0
    if (leftMs <= roomMs) return new Date(atMs + leftMs)
    leftMs -= roomMs
    atMs = dayEndMs
  }
  return new Date(atMs)
}

/** Business hours from one instant to a later one, with fractions; negative when `to` is the earlier one. */
export const businessHoursBetween = (
  { from, to }: { from: Date; to: Date },
  calendar: BusinessCalendar,
): number => {
  if (to < from) return -businessHoursBetween({ from: to, to: from }, calendar)
  const endMs = to.getTime()
  let totalMs = 0
  for (let atMs = from.getTime(); atMs < endMs; atMs = startOfDay(atMs) + dayMs) {
    if (isBusinessDay(new Date(atMs), calendar)) totalMs += Math.min(startOfDay(atMs) + dayMs, endMs) - atMs
  }
  return totalMs / hourMs
}

/** The daily run that takes what is due at `dueAt`: the first at or after it. */
export const dailyRunFor = (dueAt: Date, calendar: BusinessCalendar): Date => {
  let runMs = startOfDay(dueAt.getTime()) + dailyRunMs
  while (runMs < dueAt.getTime() || !isBusinessDay(new Date(runMs), calendar)) runMs += dayMs
  return new Date(runMs)
}

/** The first daily run strictly after an instant, such as the last run: 16:00 UTC of a business day. */
export const nextDailyRun = (after: Date, calendar: BusinessCalendar): Date =>
  dailyRunFor(new Date(after.getTime() + 1), calendar)

/**
 * When the card leg of a regular load may be released, when its waiting raises the alarm, and by when it
 * must be done: 24, 60 and 72 business hours after acceptance (domain §5, step 3).
 */
export const releaseWindow = (
  acceptedAt: Date,
  calendar: BusinessCalendar,
): { earliestAt: Date; alarmAt: Date; latestAt: Date } => ({
  earliestAt: addBusinessHours(acceptedAt, release.earliestHours, calendar),
  alarmAt: addBusinessHours(acceptedAt, release.alarmHours, calendar),
  latestAt: addBusinessHours(acceptedAt, release.latestHours, calendar),
})

/**
 * When a share of a regular load or a regular top-up has been held long enough: 48 business hours after
 * acceptance. It is paid by the run that `dailyRunFor` names, so after 48 to 72 business hours (domain §3).
 */
export const shareDue = (acceptedAt: Date, calendar: BusinessCalendar): Date =>
  addBusinessHours(acceptedAt, shareHours, calendar)
