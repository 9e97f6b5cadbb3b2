import { addDays } from '../kernel/report-days.ts'
import type { LoadDay, LoadVolume } from '../loads/load-days.sql.ts'

const none: LoadVolume = { loads: 0, gross: 0n, fees: 0n, net: 0n }

/** The days of a period, also those without loads. */
export const everyDay = (
  { from, to }: { readonly from: string; readonly to: string },
  found: readonly LoadDay[],
): LoadDay[] => {
  const known = new Map(found.map((each) => [each.day, each]))
  const days: LoadDay[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(known.get(day) ?? { day, ...none })
  return days
}

export const totalOf = (days: readonly LoadVolume[]): LoadVolume =>
  days.reduce(
    (sum, { loads, gross, fees, net }) => ({
      loads: sum.loads + loads,
      gross: sum.gross + gross,
      fees: sum.fees + fees,
      net: sum.net + net,
    }),
    none,
  )
