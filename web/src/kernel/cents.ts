/** Cents of an amount on the wire, exactly: `-12.85` is -1285n. */
export const centsOf = (amount: string): bigint => {
  const isNegative = amount.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? amount.slice(1) : amount).split('.')
  const cents = BigInt(whole + fraction.padEnd(2, '0').slice(0, 2))
  return isNegative ? -cents : cents
}

/** Cents as the wire has them: 1285n is `12.85`. */
export const centsText = (cents: bigint): string => {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Sum of amounts on the wire, as such an amount. */
export const sumOf = (amounts: readonly string[]): string =>
  centsText(amounts.reduce((sum, amount) => sum + centsOf(amount), 0n))

/** How much larger an amount is than another; negative when it is smaller. */
export const differenceOf = (amount: string, other: string): string =>
  centsText(centsOf(amount) - centsOf(other))

/** The amount without its sign. */
export const sizeOf = (amount: string): string => amount.replace(/^-/, '')

/** Length of a bar, 0 to 1: an amount divided by the largest one. Negative amounts have no bar. */
export const shareOf = ({ amount, largest }: { amount: string; largest: string }): number => {
  const whole = centsOf(largest)
  const part = centsOf(amount)
  return whole <= 0n || part <= 0n ? 0 : Number((part * 1000n) / whole) / 1000
}
