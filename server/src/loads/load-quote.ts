import { divideHalfUp, rateDecimals, wholeHundredthsBp } from '@cardamom/contract/money'

/**
 * Prices of a load or a top-up paid in crypto (money §3). Rates are USD per coin at 10^-8, USD amounts are
 * cents, and `units` are always ledger units of the asset: 10^-min(decimals, 8) of a coin. Requested amounts
 * round up and credited amounts round down, so no person is credited more than they paid.
 */

/** The smallest ledger unit, whatever the token's contract uses (money §1). */
const mostLedgerDecimals = 8
/**
 * A quote is valid for 30 minutes (domain §5); block times up to 2 minutes later are accepted (providers §5).
 */
const quoteMs = 30 * 60_000
const blockTimeGraceMs = 2 * 60_000
/** Up to this age a late payment gets the worse of the two rates, after it the current one (money §3). */
const recentRateMs = 24 * 3_600_000
/** When a price without a reliable rate is worth another try; the text of its refusal has the same number. */
export const rateAgainSeconds = 20
/** ±50 basis points of the units due count as paid (providers §5). */
const toleranceHundredthsBp = 5_000n

/** Decimals of the ledger's unit of a token with so many decimals in its contract. */
export const ledgerDecimalsOf = (contractDecimals: number): number =>
  Math.min(contractDecimals, mostLedgerDecimals)

const unitsPerLedgerUnit = (contractDecimals: number) =>
  10n ** BigInt(contractDecimals - ledgerDecimalsOf(contractDecimals))

/** A transfer in ledger units; `residue` is the part below one unit and stays on the deposit row. */
export const toLedgerUnits = ({
  contractUnits,
  contractDecimals,
}: {
  contractUnits: bigint
  contractDecimals: number
}): { units: bigint; residue: bigint } => {
  const size = unitsPerLedgerUnit(contractDecimals)
  return { units: contractUnits / size, residue: contractUnits % size }
}

/** Ledger units as the contract counts them: to request, to show (`formatUnits`) and to send. */
export const toContractUnits = ({
  units,
  contractDecimals,
}: {
  units: bigint
  contractDecimals: number
}): bigint => units * unitsPerLedgerUnit(contractDecimals)

/** The rate that a quote locks: the mid rate less the spread, rounded down at 10^-8. */
export const lockedRate = ({
  midRate,
  spreadHundredthsBp,
}: {
  midRate: bigint
  spreadHundredthsBp: bigint
}): bigint => (midRate * (wholeHundredthsBp - spreadHundredthsBp)) / wholeHundredthsBp

/** Units × rate, divided by this, are cents. */
const perCent = (ledgerDecimals: number) => 10n ** BigInt(ledgerDecimals + rateDecimals - 2)

/** The units to request for a gross, rounded up: a full payment is worth at least the gross. */
export const dueUnits = ({
  grossCents,
  rate,
  ledgerDecimals,
}: {
  grossCents: bigint
  rate: bigint
  ledgerDecimals: number
}): bigint => {
  if (rate <= 0n) throw new RangeError('A rate must be above zero')
  return (grossCents * perCent(ledgerDecimals) + rate - 1n) / rate
}

/** The gross that a payment is credited with, rounded down. */
export const grossOf = ({
  units,
  rate,
  ledgerDecimals,
}: {
  units: bigint
  rate: bigint
  ledgerDecimals: number
}): bigint => (units * rate) / perCent(ledgerDecimals)

/** The book value of units, at the mid rate, half-up: V of the postings. */
export const bookValueOf = ({
  units,
  midRate,
  ledgerDecimals,
}: {
  units: bigint
  midRate: bigint
  ledgerDecimals: number
}): bigint => divideHalfUp({ numerator: units * midRate, denominator: perCent(ledgerDecimals) })

/** The two rates of one moment: the payer's rate and the rate of the books. */
export type RatePair = { readonly rate: bigint; readonly midRate: bigint }

/** The value of a payment: `spread = book value − gross`, below zero when the credit is above the books. */
export type PricedPayment = {
  readonly units: bigint
  readonly grossCents: bigint
  readonly bookValueCents: bigint
  readonly spreadCents: bigint
}

/** Gross, book value and spread of a payment at the rates that apply to it (`creditRates`). */
export const pricePayment = ({
  units,
  rates,
  ledgerDecimals,
}: {
  units: bigint
  rates: RatePair
  ledgerDecimals: number
}): PricedPayment => {
  const grossCents = grossOf({ units, rate: rates.rate, ledgerDecimals })
  const bookValueCents = bookValueOf({ units, midRate: rates.midRate, ledgerDecimals })
  return { units, grossCents, bookValueCents, spreadCents: bookValueCents - grossCents }
}

/** Whether the payments in time are the due amount; both ends of ±50 basis points still count (domain §5). */
export const classifyPayment = ({
  paidUnits,
  due,
}: {
  paidUnits: bigint
  due: bigint
}): 'paid' | 'underpaid' | 'overpaid' => {
  const paid = paidUnits * wholeHundredthsBp
  if (paid < due * (wholeHundredthsBp - toleranceHundredthsBp)) return 'underpaid'
  return paid > due * (wholeHundredthsBp + toleranceHundredthsBp) ? 'overpaid' : 'paid'
}

/** When a quote of this instant ends: 30 minutes later (domain §5). */
export const quoteExpiry = (quotedAt: Date): Date => new Date(quotedAt.getTime() + quoteMs)

/** From when an unseen load is `expired`, and until when a block time is in time. */
export const lastBlockTime = (expiresAt: Date): Date => new Date(expiresAt.getTime() + blockTimeGraceMs)

/** Quotes that end before this are over after a block of that time was read. */
export const quoteOverBefore = (blockTime: Date): Date => new Date(blockTime.getTime() - blockTimeGraceMs)

/**
 * Whether a transfer is in time: its block time is at most 2 minutes after the quote's end (providers §5).
 */
export const isInTime = ({ blockTime, expiresAt }: { blockTime: Date; expiresAt: Date }): boolean =>
  blockTime <= lastBlockTime(expiresAt)

/**
 * The rates at which a transfer is credited (money §3). In time: those of the quote. Late: the mid rate of
 * the acceptance, and the lower of locked and current rate if its block is at most 24 hours after the quote's
 * end, else the current one. An admin may confirm the locked rate (`keepsLockedRate`); the spread may then be
 * below zero.
 */
export const creditRates = ({
  quoted,
  current,
  expiresAt,
  blockTime,
  usesLockedRate = false,
}: {
  quoted: RatePair
  current: RatePair
  expiresAt: Date
  blockTime: Date
  usesLockedRate?: boolean
}): RatePair => {
  if (isInTime({ blockTime, expiresAt })) return quoted
  if (usesLockedRate) return { rate: quoted.rate, midRate: current.midRate }
  const isWithinADay = blockTime.getTime() <= expiresAt.getTime() + recentRateMs
  return isWithinADay && quoted.rate < current.rate ? { ...current, rate: quoted.rate } : current
}
