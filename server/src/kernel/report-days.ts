const dayMs = 24 * 3_600_000

/** The day of an instant, in UTC. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Start of a day, in UTC. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(startOfDay(day).getTime() + days * dayMs))

/** The first and the last day of the period of so many days that ends today. */
export const spanOf = (days: number, now: Date): { readonly from: string; readonly to: string } => {
  const to = dayOf(now)
  return { from: addDays(to, 1 - days), to }
}
