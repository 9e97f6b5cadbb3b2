/**
 * Texts of amounts. Amounts arrive as decimal strings and are never parsed as numbers, so every digit is
 * exact.
 */

const symbols: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  GBP: '£',
  PEN: 'S/\u00A0',
  MXN: 'MX$',
  COP: 'COL$',
}
/** A browser may break a line after a minus; the word joiner prevents that. */
const minus = '−\u2060'
/** No-break space between an amount and its currency. */
const gap = '\u00A0'

const grouped = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, ',')

const partsOf = (amount: string) => {
  const isNegative = amount.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? amount.slice(1) : amount).split('.')
  const isZero = /^0*$/.test(whole + fraction)
  return { whole: grouped(whole), fraction, sign: isZero ? 0 : isNegative ? -1 : 1 }
}

export type SignShown = 'auto' | 'always'

const signOf = ({ sign, shown }: { sign: number; shown: SignShown }) =>
  sign < 0 ? minus : sign > 0 && shown === 'always' ? '+' : ''

/** `$1,000.00`, `−$35.73`; with sign `always`, `+$970.00`. Both languages use the same format (ux §3). */
export const moneyText = (
  amount: string,
  { currency = 'USD', sign: shown = 'auto' }: { currency?: string; sign?: SignShown } = {},
): string => {
  const { whole, fraction, sign } = partsOf(amount)
  const symbol = symbols[currency] ?? `${currency}${gap}`
  return `${signOf({ sign, shown })}${symbol}${whole}.${fraction.padEnd(2, '0')}`
}

/** `1,005.628503 USDT`: a coin has its own number of decimals and its symbol. */
export const coinText = ({ amount, asset }: { amount: string; asset: string }): string => {
  const { whole, fraction, sign } = partsOf(amount)
  const decimals = fraction === '' ? '' : `.${fraction}`
  return `${signOf({ sign, shown: 'auto' })}${whole}${decimals}${gap}${asset}`
}

/** `3.00%` from the wire's `3.00`. */
export const percentText = (percent: string): string => {
  const { whole, fraction, sign } = partsOf(percent)
  return `${signOf({ sign, shown: 'auto' })}${whole}.${fraction.padEnd(2, '0')}%`
}

/** `1,204` from a count. */
export const countText = (count: number, isCapped = false): string =>
  `${grouped(String(Math.trunc(count)))}${isCapped ? '+' : ''}`
