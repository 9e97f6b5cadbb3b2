const hourMs = 3_600_000
/** The issuer counts days and months at UTC+8, whatever the cardholder's time zone. */
const offsetMs = 8 * hourMs

export type SpendPeriod = { readonly from: Date; readonly before: Date }

/**
 * The period of a spending limit that contains `now`: when it started, and when the issuer resets the count
 * to zero.
 */
export const spendPeriod = (span: 'day' | 'month', now: Date): SpendPeriod => {
  const there = new Date(now.getTime() + offsetMs)
  const [year, month, day] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()]
  const instant = (...parts: [number, number, number]) => new Date(Date.UTC(...parts) - offsetMs)
  return span === 'day'
    ? { from: instant(year, month, day), before: instant(year, month, day + 1) }
    : { from: instant(year, month, 1), before: instant(year, month + 1, 1) }
}
