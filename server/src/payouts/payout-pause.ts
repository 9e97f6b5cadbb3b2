import { after } from '../kernel/clock.ts'
import type { Payout } from './payout.ts'

const firstMs = 10_000
const longestMs = 3_600_000

/** When what failed for a reason is tried again: each time in a row after twice the pause, at most an hour. */
export const laterThan = (
  { reason, nextAt, updatedAt }: Pick<Payout, 'reason' | 'nextAt' | 'updatedAt'>,
  now: NonNullable<Payout['reason']>,
  at: Date,
): Date => {
  const formerMs = reason === now ? nextAt.getTime() - updatedAt.getTime() : 0
  return after(at, Math.min(Math.max(formerMs * 2, firstMs), longestMs))
}
