import { Temporal } from 'temporal-polyfill'

const startOf = (date: Temporal.PlainDate, timeZone: string): Date =>
  new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds)

/**
 * The instants at which a calendar day of a time zone and the next day start. Throws RangeError for an
 * invalid date.
 */
export const dayBounds = (date: string, timeZone: string): { from: Date; before: Date } => {
  const day = Temporal.PlainDate.from(date)
  return { from: startOf(day, timeZone), before: startOf(day.add({ days: 1 }), timeZone) }
}

/**
 * The instants at which a month (`YYYY-MM`) of a time zone and the next month start, and the previous month's
 * name.
 */
export const monthBounds = (
  month: string,
  timeZone: string,
): { from: Date; before: Date; previous: string } => {
  const first = Temporal.PlainYearMonth.from(month)
  const next = first.add({ months: 1 })
  return {
    from: startOf(first.toPlainDate({ day: 1 }), timeZone),
    before: startOf(next.toPlainDate({ day: 1 }), timeZone),
    previous: first.subtract({ months: 1 }).toString(),
  }
}
