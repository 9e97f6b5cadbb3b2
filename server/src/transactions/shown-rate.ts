const places = 4
const scale = 10n ** BigInt(places)

/** A decimal text as a whole number of its smallest part, and how many of those make one. */
const fraction = (text: string): { units: bigint; perOne: bigint } => {
  const [whole = '0', rest = ''] = text.split('.')
  return { units: BigInt(whole + rest), perOne: 10n ** BigInt(rest.length) }
}

const rounded = (units: bigint, by: bigint) => (units * 2n + by) / (by * 2n)

/** Whether a rate, shop's currency per USD, leads from an amount of the shop to these cents, to the cent. */
const leadsTo = (original: { amount: string; rate: string }, cents: bigint): boolean => {
  const asked = fraction(original.amount)
  const rate = fraction(original.rate)
  if (rate.units <= 0n) return false
  const difference = rounded(asked.units * rate.perOne * 100n, asked.perOne * rate.units) - cents
  return difference >= -1n && difference <= 1n
}

type Original = { readonly amount: string; readonly rate: string | null }

/**
 * The rate of what was asked for and not charged: the issuer's own where it leads to the amount that is shown, else
 * null. The issuer asks for its fees too, and these are not told apart.
 */
export const requestedRate = ({ amount, rate }: Original, askedCents: bigint): string | null =>
  rate !== null && leadsTo({ amount, rate }, askedCents) ? rate : null

/**
 * The rate that a person sees, shop's currency per USD. The issuer's own where it leads to the amount before fees, to
 * the cent; where it does not (a part was released or taken at another rate) the rate that the amounts have.
 */
export const shownRate = ({ amount, rate }: Original, beforeFeesCents: bigint): string => {
  if (rate !== null && leadsTo({ amount, rate }, beforeFeesCents)) return rate
  if (beforeFeesCents <= 0n) return rate ?? '1.0000'
  const asked = fraction(amount)
  const effective = rounded(asked.units * 100n * scale, asked.perOne * beforeFeesCents)
  const digits = effective.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
