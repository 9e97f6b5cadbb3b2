import { reportDays } from '@cardamom/contract/reports'
import { useQueryParams } from '../kernel/router.tsx'

export type Days = (typeof reportDays)[number]

/** The period of all figures of the page, from its address. */
export const usePeriod = (): readonly [Days, (days: Days) => void] => {
  const [{ days }, change] = useQueryParams()
  const known = reportDays.find((each) => each === days) ?? '30'
  return [known, (next) => change({ days: next })]
}
