/** Hundredths of a basis point in 100 %, as the fee's percentage is counted. */
const whole = 1_000_000n

/** `3.00` as hundredths of a basis point. */
const rateOf = (percent: string): bigint => {
  const [digits = '0', fraction = ''] = percent.split('.')
  return BigInt(digits + fraction.padEnd(4, '0').slice(0, 4))
}

/** The fee of a gross, half-up to the cent (money §3). */
const feeOf = (grossCents: bigint, rate: bigint): bigint => (2n * grossCents * rate + whole) / (2n * whole)

/** The smallest gross of which at least this net is left after a fee of so many percent; all in cents. */
export const grossFor = (netCents: bigint, feePercent: string): bigint => {
  const rate = rateOf(feePercent)
  let gross = (netCents * whole) / (whole - rate)
  while (gross - feeOf(gross, rate) < netCents) gross += 1n
  while (gross > 0n && gross - 1n - feeOf(gross - 1n, rate) >= netCents) gross -= 1n
  return gross
}
