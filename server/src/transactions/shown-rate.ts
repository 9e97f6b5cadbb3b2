const fractionDigits = 4
const scale = 10n ** BigInt(fractionDigits)

/** Parses a decimal text: the whole number of its smallest parts, and how many of them make one. */
const fraction = (text: string): { units: bigint; perOne: bigint } => {
  const [whole = '0', rest = ''] = text.split('.')
  return { units: BigInt(whole + rest), perOne: 10n ** BigInt(rest.length) }
}

const rounded = (units: bigint, by: bigint) => (units * 2n + by) / (by * 2n)

/**
 * Whether a shop's amount, divided by the rate (shop's currency per USD), is this many cents; one cent of
 * rounding is allowed.
 */
const leadsTo = (original: { amount: string; rate: string }, cents: bigint): boolean => {
  const requested = fraction(original.amount)
  const rate = fraction(original.rate)
  if (rate.units <= 0n) return false
  const difference = rounded(requested.units * rate.perOne * 100n, requested.perOne * rate.units) - cents
  return difference >= -1n && difference <= 1n
}

type Original = { readonly amount: string; readonly rate: string | null }

/**
 * The rate of an amount that was requested and not charged: the issuer's rate where it leads to the shown
 * amount, else null. The requested amount includes the issuer's fees, which cannot be separated.
 */
export const requestedRate = ({ amount, rate }: Original, requestedCents: bigint): string | null =>
  rate !== null && leadsTo({ amount, rate }, requestedCents) ? rate : null

/**
 * The rate that a person sees, in the shop's currency per USD. It is the issuer's rate where that leads to
 * the amount before fees. Else, such as after a partial release, it is the rate between the two amounts.
 */
export const shownRate = ({ amount, rate }: Original, beforeFeesCents: bigint): string => {
  if (rate !== null && leadsTo({ amount, rate }, beforeFeesCents)) return rate
  if (beforeFeesCents <= 0n) return rate ?? '1.0000'
  const requested = fraction(amount)
  const effective = rounded(requested.units * 100n * scale, requested.perOne * beforeFeesCents)
  const digits = effective.toString().padStart(fractionDigits + 1, '0')
  return `${digits.slice(0, -fractionDigits)}.${digits.slice(-fractionDigits)}`
}
