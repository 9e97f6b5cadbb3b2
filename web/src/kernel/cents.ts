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

/** How much an amount is more than another; below zero: it is less. */
export const differenceOf = (amount: string, other: string): string =>
  centsText(centsOf(amount) - centsOf(other))

/** The amount without its sign. */
export const sizeOf = (amount: string): string => amount.replace(/^-/, '')

/** How long a bar is, 0 to 1: an amount beside the largest one. What is negative has no bar. */
export const shareOf = ({ amount, largest }: { amount: string; largest: string }): number => {
  const whole = centsOf(largest)
  const part = centsOf(amount)
  return whole <= 0n || part <= 0n ? 0 : Number((part * 1000n) / whole) / 1000
}
