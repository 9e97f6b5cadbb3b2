const places = 4
const scale = 10n ** BigInt(places)

/** A decimal text as a whole number of its smallest part, and how many of those make one. */
const fraction = (text: string): { units: bigint; perOne: bigint } => {
  const [whole = '0', rest = ''] = text.split('.')
  return { units: BigInt(whole + rest), perOne: 10n ** BigInt(rest.length) }
}

const rounded = (units: bigint, by: bigint) => (units * 2n + by) / (by * 2n)

/**
 * The rate that a person sees, shop's currency per USD. The issuer's own where it leads to the amount before fees, to
 * the cent; where it does not (a part was released or taken at another rate) the rate that the amounts have.
 */
export const shownRate = (
  original: { amount: string; rate: string | null },
  beforeFeesCents: bigint,
): string => {
  const asked = fraction(original.amount)
  if (original.rate !== null) {
    const rate = fraction(original.rate)
    if (rate.units > 0n) {
      const cents = rounded(asked.units * rate.perOne * 100n, asked.perOne * rate.units)
      const difference = cents - beforeFeesCents
      if (difference >= -1n && difference <= 1n) return original.rate
    }
  }
  if (beforeFeesCents <= 0n) return original.rate ?? '1.0000'
  const effective = rounded(asked.units * 100n * scale, asked.perOne * beforeFeesCents)
  const digits = effective.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
