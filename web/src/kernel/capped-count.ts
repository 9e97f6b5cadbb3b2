import { countText } from './money-text.ts'

/** The largest count that the server answers; one more means that there are more. */
export const countCap = 10_000

/** `1,204`, or `10,000+` where there are more. */
export const cappedCountText = (count: number): string =>
  countText(Math.min(count, countCap), count > countCap)
