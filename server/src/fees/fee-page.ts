import { loadSpeeds } from '@cardamom/contract/loads/load-offer'
import type { FeeSchedule } from './fee-schedules.sql.ts'
import { splitOf } from './fee-split.ts'

/** Amounts whose price is worked out on the page, in cents. */
export const exampleGrossCents: readonly bigint[] = [5_000n, 20_000n, 100_000n]

type SpeedFee = {
  readonly speed: (typeof loadSpeeds)[number]
  readonly feePercent: bigint
  readonly examples: { readonly gross: bigint; readonly fee: bigint; readonly net: bigint }[]
}

const sumOf = (rates: readonly bigint[]) => rates.reduce((sum, rate) => sum + rate, 0n)

/**
 * What a schedule costs its payers: the sum of the levels by speed, and examples from the very function that prices a
 * load. Who shares the fee changes nothing in it (domain §4), so the operator stands alone on the chain here.
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

/** Whether two schedules ask the payer for the same. */
export const costTheSame = (
  one: Pick<FeeSchedule, 'regular' | 'immediate'>,
  other: Pick<FeeSchedule, 'regular' | 'immediate'>,
): boolean => loadSpeeds.every((speed) => sumOf(one[speed]) === sumOf(other[speed]))
