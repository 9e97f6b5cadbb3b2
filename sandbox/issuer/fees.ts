import { share } from './money.ts'
import type { Channel, Fee } from './payment-rows.ts'

const atmFeeCents = 250n
const fxFeeBp = 100n

/** The issuer's own fees inside a billed amount: $2.50 at a cash machine, 1 % on another currency. */
export const feesOn = (usdCents: bigint, use: { channel: Channel; currency: string }): readonly Fee[] => {
  const fees: Fee[] = []
  if (use.channel === 'ATM') fees.push({ type: 'atm', amountCents: atmFeeCents })
  if (use.currency !== 'USD') fees.push({ type: 'fx', amountCents: share(usdCents, fxFeeBp) })
  return fees
}

export const feeTotal = (fees: readonly Fee[]): bigint =>
  fees.reduce((total, { amountCents }) => total + amountCents, 0n)

/** Converts fees to and from their stored form. */
export const encodeFees = (fees: readonly Fee[]): string =>
  JSON.stringify(fees.map(({ type, amountCents }) => ({ type, cents: String(amountCents) })))

export const readFees = (stored: string): readonly Fee[] =>
  (JSON.parse(stored) as { type: Fee['type']; cents: string }[]).map(({ type, cents }) => ({
    type,
    amountCents: BigInt(cents),
  }))
