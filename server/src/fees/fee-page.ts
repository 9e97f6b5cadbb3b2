import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import type { FeeSchedule } from './fee-schedules.sql.ts'
import { splitOf } from './fee-split.ts'

/** Amounts in the examples of the page, in cents. */
export const exampleGrossCents: readonly bigint[] = [5_000n, 20_000n, 100_000n]

type SpeedFee = {
  readonly speed: (typeof loadSpeeds)[number]
  readonly feePercent: bigint
  readonly examples: { readonly gross: bigint; readonly fee: bigint; readonly net: bigint }[]
}

const sumOf = (rates: readonly bigint[]) => rates.reduce((sum, rate) => sum + rate, 0n)

/**
 * The price of a schedule: the sum of the levels by speed, and examples from the function that prices a load.
 * The division of the fee does not change the price (domain §4), so this chain has only the operator.
 */
export const speedFeesOf = (
  schedule: Pick<FeeSchedule, 'regular' | 'immediate'>,
  operatorId: string,
): SpeedFee[] =>
  loadSpeeds.map((speed) => {
    const rates = schedule[speed]
    const chain = [{ ownerKind: 'operator', ownerId: operatorId, level: 0 }] as const
    const examples = exampleGrossCents.map((grossCents) => {
      const { feeCents, netCents } = splitOf({ grossCents, rates, chain })
      return { gross: grossCents, fee: feeCents, net: netCents }
    })
    return { speed, feePercent: sumOf(rates), examples }
  })

/** Whether two schedules have the same price for the payer. */
export const costTheSame = (
  one: Pick<FeeSchedule, 'regular' | 'immediate'>,
  other: Pick<FeeSchedule, 'regular' | 'immediate'>,
): boolean => loadSpeeds.every((speed) => sumOf(one[speed]) === sumOf(other[speed]))
