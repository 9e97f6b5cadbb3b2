/** Cents of a decimal string with at most two decimals (`"970.00"`, `"-2"`), or null when it is not one. */
export const toCents = (text: unknown): bigint | null => {
  const parts = typeof text === 'string' ? /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text) : null
  if (!parts) return null
  const cents = BigInt(parts[2] ?? '0') * 100n + BigInt((parts[3] ?? '').padEnd(2, '0'))
  return parts[1] === '-' ? -cents : cents
}

/** Decimal string of cents: two decimals, a leading minus below zero. */
export const fromCents = (cents: bigint): string => {
  const size = cents < 0n ? -cents : cents
  return `${cents < 0n ? '-' : ''}${size / 100n}.${String(size % 100n).padStart(2, '0')}`
}

/** USD for one unit of each currency that test merchants charge in, as decimal strings of eight places. */
export const usdRates: Readonly<Record<string, string>> = {
  USD: '1.00000000',
  PEN: '0.26640000',
  EUR: '1.15800000',
  MXN: '0.05430000',
  BRL: '0.18700000',
  GBP: '1.31000000',
  HKD: '0.12800000',
}

const numericCodes: Readonly<Record<string, string>> = {
  USD: '840',
  PEN: '604',
  EUR: '978',
  MXN: '484',
  BRL: '986',
  GBP: '826',
  HKD: '344',
}

/** ISO 4217 in digits, as transactions have it. */
export const numericCurrency = (letters: string): string => numericCodes[letters] ?? '840'

/** Letters of a numeric ISO 4217 code, or null when the issuer has no rate for it. */
export const currencyOfNumber = (digits: string): string | null =>
  Object.keys(numericCodes).find((letters) => numericCodes[letters] === digits) ?? null

const rateScale = 100_000_000n

/** A rate as an integer of 10^-8, or null when the text is no positive decimal with at most eight places. */
export const toRate = (text: unknown): bigint | null => {
  const parts = typeof text === 'string' ? /^(\d{1,6})(?:\.(\d{1,8}))?$/.exec(text) : null
  if (!parts) return null
  const rate = BigInt(parts[1] ?? '0') * rateScale + BigInt((parts[2] ?? '').padEnd(8, '0'))
  return rate > 0n ? rate : null
}

export const rateText = (rate: bigint): string =>
  `${rate / rateScale}.${String(rate % rateScale).padStart(8, '0')}`

const halfUp = (over: bigint, under: bigint): bigint => (over * 2n + under) / (under * 2n)

/** USD cents of an amount in original cents at a rate, half-up. */
export const toUsd = (originalCents: bigint, rate: bigint): bigint => halfUp(originalCents * rate, rateScale)

/** Original cents for USD cents at a rate, half-up. */
export const toOriginal = (usdCents: bigint, rate: bigint): bigint => halfUp(usdCents * rateScale, rate)

/** The part of an amount, in hundredths of a percent, half-up. */
export const share = (cents: bigint, bp: bigint): bigint => halfUp(cents * bp, 10_000n)

/** Cents as the JSON number that Reap uses in some of its fields. */
export const toNumber = (cents: bigint): number => Number(fromCents(cents))

/** Cents of a JSON number, or null when it has a third decimal. */
export const numberToCents = (value: number): bigint | null => {
  const cents = Math.round(value * 100)
  return Number.isSafeInteger(cents) && Math.abs(value * 100 - cents) < 1e-6 ? BigInt(cents) : null
}
