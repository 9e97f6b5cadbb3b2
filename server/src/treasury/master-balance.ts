import { addBusinessHours, type BusinessCalendar } from '../calendar/business-time.ts'

/** Money that cards need from the float, from an instant on. */
export type DueRelease = { readonly at: Date; readonly cents: bigint }

const hoursOfBar = 8
const bars = 9
/** Business hours that the forecast has. */
export const forecastHours = hoursOfBar * bars

type Bar = {
  readonly from: Date
  readonly to: Date
  readonly dueCents: bigint
  readonly floatAfterCents: bigint
}

export type Forecast = {
  readonly bars: readonly Bar[]
  /** What has to be funded, and when the first release is not covered; null: the float covers all. */
  readonly shortfall: { readonly cents: bigint; readonly by: Date } | null
}

/**
 * What the next 72 business hours need from the float. Releases that are due already are in the first bar. Nothing is
 * released outside of business hours, so the bars have business hours too.
 */
export const floatForecast = (of: {
  readonly floatCents: bigint
  readonly due: readonly DueRelease[]
  readonly now: Date
  readonly calendar: BusinessCalendar
}): Forecast => {
  const { floatCents, now, calendar } = of
  const ends = Array.from({ length: bars }, (_, index) =>
    addBusinessHours(now, hoursOfBar * (index + 1), calendar),
  )
  const until = ends.at(-1) ?? now
  const due = of.due.filter(({ at }) => at <= until).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const sumUntil = (end: Date) => due.reduce((all, { at, cents }) => (at <= end ? all + cents : all), 0n)
  let needed = 0n
  const first = due.find(({ cents }) => {
    needed += cents
    return needed > floatCents
  })
  const shortCents = sumUntil(until) - floatCents
  return {
    bars: ends.map((to, index) => {
      const from = ends[index - 1] ?? now
      const [before, total] = [index === 0 ? 0n : sumUntil(from), sumUntil(to)]
      return { from, to, dueCents: total - before, floatAfterCents: floatCents - total }
    }),
    shortfall: first ? { cents: shortCents, by: first.at > now ? first.at : now } : null,
  }
}
