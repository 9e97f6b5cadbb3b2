/**
 * Business time: the 24 hours of Monday to Friday in UTC, without the operator's holidays (domain §3). A due
 * time is computed once, with the calendar of that moment, and stored. A later change of the holidays does
 * not change it.
 */

/** The operator's holidays as UTC dates, `YYYY-MM-DD`. It may also contain weekends. */
export type BusinessCalendar = { readonly holidays: ReadonlySet<string> }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The daily run is at 16:00 UTC on business days (domain §3). */
const dailyRunMs = 16 * hourMs
/** A share is eligible this many business hours after acceptance (domain §5). */
const shareHours = 48
/**
 * Hourly release of the card leg: earliest time, alarm and latest time, in business hours after acceptance
 * (domain §5).
 */
const release = { earliestHours: 24, alarmHours: 60, latestHours: 72 } as const

const saturday = 6
const sunday = 0

const startOfDay = (atMs: number) => Math.floor(atMs / dayMs) * dayMs

/** Whether the UTC day of an instant is from Monday to Friday and not a holiday. */
export const isBusinessDay = (at: Date, calendar: BusinessCalendar): boolean => {
  const weekday = at.getUTCDay()
  return weekday !== saturday && weekday !== sunday && !calendar.holidays.has(at.toISOString().slice(0, 10))
}

/**
 * Midnight UTC at the start of the current business day. A weekend or holiday belongs to the business day
 * before it.
 */
export const businessDayStart = (at: Date, calendar: BusinessCalendar): Date => {
  let dayStartMs = startOfDay(at.getTime())
  while (!isBusinessDay(new Date(dayStartMs), calendar)) dayStartMs -= dayMs
  return new Date(dayStartMs)
}

/**
 * The first instant at which `hours` business hours have passed since `from`. When the hours end with a
 * business day, the result is the midnight at its end, even before a weekend. For zero hours it is `from`
 * itself. Throws RangeError below zero.
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

/** Business hours from one instant to another, with fractions. Negative when `to` is before `from`. */
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

/** The daily run that processes what is due at `dueAt`: the first run at or after it. */
export const dailyRunFor = (dueAt: Date, calendar: BusinessCalendar): Date => {
  let runMs = startOfDay(dueAt.getTime()) + dailyRunMs
  while (runMs < dueAt.getTime() || !isBusinessDay(new Date(runMs), calendar)) runMs += dayMs
  return new Date(runMs)
}

/** The first daily run strictly after an instant (16:00 UTC of a business day). */
export const nextDailyRun = (after: Date, calendar: BusinessCalendar): Date =>
  dailyRunFor(new Date(after.getTime() + 1), calendar)

/** The last daily run at or before an instant. */
export const dailyRunBefore = (at: Date, calendar: BusinessCalendar): Date => {
  let runMs = startOfDay(at.getTime()) + dailyRunMs
  while (runMs > at.getTime() || !isBusinessDay(new Date(runMs), calendar)) runMs -= dayMs
  return new Date(runMs)
}

/** The daily run of a UTC day, YYYY-MM-DD; null: the day is no business day. */
export const dailyRunOf = (day: string, calendar: BusinessCalendar): Date | null => {
  const run = new Date(Date.parse(`${day}T00:00:00Z`) + dailyRunMs)
  return isBusinessDay(run, calendar) ? run : null
}

/**
 * When the card leg of a regular load may be released, when the alarm is raised, and when it must be released
 * at the latest: 24, 60 and 72 business hours after acceptance (domain §5, step 3).
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
 * When a share of a regular load or top-up becomes eligible: 48 business hours after acceptance. The run of
 * `dailyRunFor` pays it, so 48 to 72 business hours after acceptance (domain §3).
 */
export const shareDue = (acceptedAt: Date, calendar: BusinessCalendar): Date =>
  addBusinessHours(acceptedAt, shareHours, calendar)
