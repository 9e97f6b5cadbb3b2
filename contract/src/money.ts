import { z } from 'zod'

/**
 * Money on the wire and in code. In code an amount is a `bigint` of its smallest unit (USD cents, token
 * units), never a `number`; on the wire it is a decimal string (api §7). Codecs decode inputs and encode
 * outputs. An optional amount with a default uses `.prefault('0.00')`, because a `bigint` default has no JSON
 * schema.
 */

/** Decimals of a rate (USD for one coin): 1.00000000 is 100,000,000n. */
export const rateDecimals = 8
/** Decimals of a percentage: 1.25 % is 12,500n hundredths of a basis point. */
const percentDecimals = 4
/** 100 % in hundredths of a basis point. */
export const wholeHundredthsBp = 1_000_000n

const centsDecimals = 2
/** No listed token has more decimals. */
const mostCryptoDecimals = 18

const decimalPattern = ({ decimals, isSigned = false }: { decimals: number; isSigned?: boolean }) =>
  new RegExp(`^${isSigned ? '-?' : ''}\\d{1,12}${decimals === 0 ? '' : `(\\.\\d{1,${decimals}})?`}$`)

/** Exact for text that matches `decimalPattern`; the sign stays in front of the digits. */
const unitsOf = ({ text, decimals }: { text: string; decimals: number }): bigint => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

/**
 * Exact units of a decimal text; null for invalid text. Valid are 1–12 digits, then at most `decimals` digits
 * after a point, without sign, exponent or spaces (api §7). `parseUnits({ text: '201.125701', decimals: 6
 * })` is 201125701n.
 */
export const parseUnits = ({ text, decimals }: { text: string; decimals: number }): bigint | null =>
  decimalPattern({ decimals }).test(text) ? unitsOf({ text, decimals }) : null

/**
 * Text of units with exactly `decimals` digits after the point (the token contract's decimals; api §7).
 */
export const formatUnits = ({ units, decimals }: { units: bigint; decimals: number }): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`
  return `${units < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`
}

/** Cents of an unsigned amount such as `970`, `970.5` or `970.00`; null for invalid text. */
export const parseCents = (text: string): bigint | null => parseUnits({ text, decimals: centsDecimals })

/** Amount with exactly two decimals; negative amounts have a minus: `-1.50`. */
export const formatCents = (cents: bigint): string => formatUnits({ units: cents, decimals: centsDecimals })

/** `1.25`, `1.255`, `1.2555`: at least two decimals, without trailing zeros. */
export const formatPercent = (hundredthsBp: bigint): string =>
  formatUnits({ units: hundredthsBp, decimals: percentDecimals }).replace(/0{1,2}$/, '')

/** Wire text of a codec, as JSON schema and the web's forms see it. */
const wireDecimal = ({
  pattern,
  error = 'invalid_amount',
  ...meta
}: {
  pattern: RegExp
  error?: string
  description: string
  examples: string[]
}) => z.string().regex(pattern, { error }).meta(meta)

/** A USD amount ≥ 0: input with 0–2 decimals, output with exactly two; cents in code. */
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

/** USD for one coin: input with 0–8 decimals, output with exactly eight; in code a bigint at 10^-8. */
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

const percentCodec = (wire: { pattern: RegExp; error?: string; description: string }) =>
  z.codec(wireDecimal({ ...wire, examples: ['1.25'] }), z.bigint(), {
    decode: (text) => unitsOf({ text, decimals: percentDecimals }),
    encode: formatPercent,
  })

/** 0 to 100 %: `"1.25"` on the wire, 12,500n hundredths of a basis point in code (domain §4). */
export const Percent = percentCodec({
  pattern: /^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/,
  description: 'Percentage from 0 to 100, a decimal string with up to four decimals',
})

/** A fee's percentage: like `Percent`, but below 100 (product §5). */
export const FeePercent = percentCodec({
  pattern: /^\d{1,2}(\.\d{1,4})?$/,
  error: 'fee_invalid',
  description: 'Percentage of a fee, from 0 to below 100, a decimal string with up to four decimals',
})

/**
 * An amount of a crypto asset. Its decimals depend on the asset and the network, so `amount` is text in both
 * directions: `parseUnits` and `formatUnits` convert it to and from units, with the token contract's
 * decimals.
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
 * Nearest whole quotient, halves rounded up (towards +∞); `denominator` > 0. All totals are rounded this way
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
 * The share of an amount ≥ 0 by a rate in hundredths of a basis point: `half-up` for a total fee, `down` for
 * a partner's share of it (domain §4).
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
 * The smallest total with net `netCents`, where net = total − half-up(total × rate). Forms accept total or
 * net and show the other one (domain §4). The rate is below 100 %.
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
  // net ≥ n  ⟺  total × (1 − rate) > n − 1/2, because half a cent of the fee is rounded up. This is exact for
  // every rate, without a search.
  const threshold = (netCents - 1n) * wholeHundredthsBp + wholeHundredthsBp / 2n
  return threshold / (wholeHundredthsBp - rateHundredthsBp) + 1n
}
