import type { feeParts } from '@cardamom/contract/reports/tier-fees'
import { addDays } from '../kernel/report-days.ts'

type Part = (typeof feeParts)[number]
type DayShare = { readonly day: string; readonly level: number; readonly cents: bigint }
type DayFee = { readonly day: string; readonly fees: bigint }

export const partsOfAll = [
  'operator',
  'tier_1',
  'tier_2',
  'tier_3',
  'tier_4',
] as const satisfies readonly Part[]

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, each) => sum + each, 0n)

type Facts = {
  readonly from: string
  readonly to: string
  readonly shares: readonly DayShare[]
  /** Whole fees by day; null: the reader sees one owner's shares alone. */
  readonly fees: readonly DayFee[] | null
}

/** The fees of each day by part. The operator's is what the levels leave of the fee (domain §4). */
export const tierFees = ({ from, to, shares, fees }: Facts) => {
  const byDay = Map.groupBy(shares, ({ day }) => day)
  const feeOf = new Map(fees?.map((each) => [each.day, each.fees]))
  const partsOf = (day: string): bigint[] => {
    const found = byDay.get(day) ?? []
    if (fees === null) return [sumOf(found.map(({ cents }) => cents))]
    const levels = [1, 2, 3, 4].map((level) =>
      sumOf(found.filter((share) => share.level === level).map(({ cents }) => cents)),
    )
    return [(feeOf.get(day) ?? 0n) - sumOf(levels), ...levels]
  }
  const days: { day: string; shares: bigint[] }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push({ day, shares: partsOf(day) })
  const parts: Part[] = fees === null ? ['own'] : [...partsOfAll]
  return { parts, days, total: parts.map((_, at) => sumOf(days.map((each) => each.shares[at] ?? 0n))) }
}
