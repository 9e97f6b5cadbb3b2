/** Cents of an amount on the wire, which is never below zero here: `12.85` is 1285n. */
export const centsOf = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(2, '0').slice(0, 2))
}

/** Cents as the wire has them: 1285n is `12.85`. */
export const centsText = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

/** Sum of amounts on the wire, as such an amount. */
export const sumOf = (amounts: readonly string[]): string =>
  centsText(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n))
