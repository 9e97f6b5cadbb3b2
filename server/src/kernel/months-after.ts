/** The same day some months later in UTC, or the last day of a month without that day. */
export const monthsAfter = (from: Date, months: number): Date => {
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  const later = new Date(from)
  later.setUTCDate(1)
  later.setUTCMonth(from.getUTCMonth() + months)
  later.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return later
}
