const scale = 100_000_000n
const decimal = /^(\d{1,12})(?:\.(\d{1,20}))?$/

/** Parses a plain decimal at 10^-8. Null for anything else. */
const scaled = (text: string): bigint | null => {
  const parts = decimal.exec(text)
  return parts ? BigInt(parts[1] ?? '0') * scale + BigInt((parts[2] ?? '').slice(0, 8).padEnd(8, '0')) : null
}

const distance = (one: bigint, other: bigint) => (one > other ? one - other : other - one)
const ratio = (dividend: bigint, divisor: bigint) => (dividend * scale * 2n + divisor) / (divisor * 2n)

const chosenOf = (rate: bigint | null, measured: bigint | null): bigint | null => {
  if (rate === null || rate === 0n) return measured
  const turned = ratio(scale, rate)
  if (measured === null) return turned
  return distance(rate, measured) < distance(turned, measured) ? rate : turned
}

/**
 * Original currency per USD with 4 decimals, as people read it. The issuer does not document the direction of
 * its rate. The ratio of the original to the billed amount decides the direction, and replaces the rate where
 * the issuer sends none.
 */
export const perUsd = (of: { rate: string; original: string; billedMills: bigint }): string | null => {
  const rate = scaled(of.rate)
  const original = scaled(of.original)
  if (original === null) return null
  const measured = of.billedMills > 0n ? ratio(original, (of.billedMills * scale) / 1000n) : null
  const chosen = chosenOf(rate, measured)
  if (chosen === null) return null
  const tenThousandths = (chosen + 5000n) / 10_000n
  return `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
}
