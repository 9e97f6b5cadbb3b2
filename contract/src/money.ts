import { z } from 'zod'

/**
 * Money on the wire and in code. In code an amount is a `bigint` of its smallest unit (USD cents, token
 * units), never a `number`; on the wire it is a decimal string (api: money). Codecs are decoded for inputs
 * and encoded for outputs. An optional amount with a preset takes `.prefault('0.00')`: a `bigint` default
 * has no JSON schema.
 */

/** Decimals of a rate (USD per coin): 1.00000000 is 100,000,000n. */
export const rateDecimals = 8
/** Decimals of a percentage: 1.25 % is 12,500n hundredths of a basis point. */
const percentDecimals = 4
/** What 100 % is in hundredths of a basis point. */
export const wholeHundredthsBp = 1_000_000n

const centsDecimals = 2
/** No token that is listed has more. */
const mostCryptoDecimals = 18

const decimalPattern = ({ decimals, isSigned = false }: { decimals: number; isSigned?: boolean }) =>
  new RegExp(`^${isSigned ? '-?' : ''}\\d{1,12}${decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`}$`)

/** Exact for text that fits `decimalPattern`; the sign stays in front of the digits. */
const unitsOf = ({ text, decimals }: { text: string; decimals: number }): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Units of a decimal text, exactly, or null when it is none: 1–12 digits, then at most `decimals` more
 * behind a point, no sign, no exponent, no spaces (api: money). `parseUnits({ text: '201.125701', decimals:
 * 6 })` is 201125701n.
 */
export const parseUnits = ({ text, decimals }: { text: string; decimals: number }): bigint | null =>
  decimalPattern({ decimals }).test(text) ? unitsOf({ text, decimals }) : null

/**
 * Text of units with exactly `decimals` digits behind the point (the contract's decimals of a token; api:
 * money).
 */
export const formatUnits = ({ units, decimals }: { units: bigint; decimals: number }): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** Cents of an unsigned amount such as `970`, `970.5` or `970.00`; null when it is none. */
export const parseCents = (text: string): bigint | null => parseUnits({ text, decimals: centsDecimals })

/** Amount with exactly two decimals; a negative one has a minus: `-1.50`. */
export const formatCents = (cents: bigint): string => formatUnits({ units: cents, decimals: centsDecimals })

/** `1.25`, `1.255`, `1.2555`: at least two decimals, no zeros behind them. */
const formatPercent = (hundredthsBp: bigint): string =>
  formatUnits({ units: hundredthsBp, decimals: percentDecimals }).replace(/0{1,2}$/, '')

/** The text on the wire of a codec: what JSON schema and the web's forms see of it. */
const wireDecimal = ({ pattern, ...meta }: { pattern: RegExp; description: string; examples: string[] }) =>
  z.string().regex(pattern, { error: 'invalid_amount' }).meta(meta)

/** A USD amount ≥ 0: in with 0–2 decimals, out with exactly two; cents in code. */
export const Cents = z.codec(
  wireDecimal({
    pattern: decimalPattern({ decimals: centsDecimals }),
    description: 'USD amount, a decimal string: 0 to 2 decimals in, exactly two out',
    examples: ['970.00'],
  }),
  z.bigint(),
  { decode: (text) => unitsOf({ text, decimals: centsDecimals }), encode: formatCents },
)

/** A USD amount of either sign (adjustments, spreads, balances that may fall below zero); cents in code. */
export const SignedCents = z.codec(
  wireDecimal({
    pattern: decimalPattern({ decimals: centsDecimals, isSigned: true }),
    description: 'USD amount of either sign, a decimal string: 0 to 2 decimals in, exactly two out',
    examples: ['-1.50'],
  }),
  z.bigint(),
  { decode: (text) => unitsOf({ text, decimals: centsDecimals }), encode: formatCents },
)

/** USD per coin: in with 0–8 decimals, out with exactly eight; in code a bigint at 10^-8. */
export const Rate = z.codec(
  wireDecimal({
    pattern: decimalPattern({ decimals: rateDecimals }),
    description: 'USD per coin, a decimal string: 0 to 8 decimals in, exactly eight out',
    examples: ['0.99440300'],
  }),
  z.bigint(),
  {
    decode: (text) => unitsOf({ text, decimals: rateDecimals }),
    encode: (rate) => formatUnits({ units: rate, decimals: rateDecimals }),
  },
)

const percentCodec = ({ pattern, description }: { pattern: RegExp; description: string }) =>
  z.codec(wireDecimal({ pattern, description, examples: ['1.25'] }), z.bigint(), {
    decode: (text) => unitsOf({ text, decimals: percentDecimals }),
    encode: formatPercent,
  })

/** 0 to 100 %: `"1.25"` on the wire, 12,500n hundredths of a basis point in code (domain §4). */
export const Percent = percentCodec({
  pattern: /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/,
  description: 'Percentage from 0 to 100, a decimal string with up to four decimals',
})

/** A fee's percentage: as `Percent`, but below 100 (product §5). */
export const FeePercent = percentCodec({
  pattern: /^\d{1,2}(\.\d{1,4})?$/,
  description: 'Percentage of a fee, from 0 to below 100, a decimal string with up to four decimals',
})

/**
 * An amount of a crypto asset. Its decimals depend on the asset and the network, so `amount` stays text in
 * both directions: `parseUnits` and `formatUnits` turn it into units with the contract's decimals.
 */
export const CryptoAmount = z.object({
  amount: wireDecimal({
    pattern: decimalPattern({ decimals: mostCryptoDecimals }),
    description: "Amount of the asset, a decimal string with the contract's decimals",
    examples: ['201.125701'],
  }),
  asset: z
    .string()
    .min(1)
    .max(20)
    .meta({ description: 'Symbol of the asset', examples: ['USDT'] }),
  network: z
    .string()
    .min(1)
    .max(40)
    .meta({ description: 'Network of the asset', examples: ['ethereum'] }),
})

/**
 * Nearest whole quotient, halves upwards (towards +∞); `denominator` > 0. The rounding of every total
 * (domain §4).
 */
export const divideHalfUp = ({
  numerator,
  denominator,
}: {
  numerator: bigint
  denominator: bigint
}): bigint => {
  if (denominator <= 0n) throw new RangeError('the denominator of a rounding must be positive')
  const doubled = 2n * numerator + denominator
  const divisor = 2n * denominator
  const quotient = doubled / divisor
  return doubled % divisor < 0n ? quotient - 1n : quotient
}

/**
 * The part of an amount ≥ 0 that a rate in hundredths of a basis point makes: `half-up` for a total fee,
 * `down` for what one partner gets of it (domain §4).
 */
export const shareOf = ({
  amountCents,
  rateHundredthsBp,
  rounding,
}: {
  amountCents: bigint
  rateHundredthsBp: bigint
  rounding: 'half-up' | 'down'
}): bigint => {
  const numerator = amountCents * rateHundredthsBp
  return rounding === 'down'
    ? numerator / wholeHundredthsBp
    : divideHalfUp({ numerator, denominator: wholeHundredthsBp })
}

/**
 * The smallest total whose net is `netCents`, where net = total − half-up(total × rate): forms take total or
 * net and show the other (domain §4). The rate is below 100 %.
 */
export const totalOfNet = ({
  netCents,
  rateHundredthsBp,
}: {
  netCents: bigint
  rateHundredthsBp: bigint
}): bigint => {
  if (netCents < 0n || rateHundredthsBp < 0n || rateHundredthsBp >= wholeHundredthsBp) {
    throw new RangeError('a net is not negative and its fee is below 100 %')
  }
  if (netCents === 0n) return 0n
  // net ≥ n  ⟺  total × (1 − rate) > n − 1/2, because the fee's half goes up: no search, exact for every
  // rate.
  const threshold = (netCents - 1n) * wholeHundredthsBp + wholeHundredthsBp / 2n
  return threshold / (wholeHundredthsBp - rateHundredthsBp) + 1n
}
