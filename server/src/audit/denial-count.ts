const minuteMs = 60_000
const mostKinds = 20_000
const step = 10

const isPowerOfTen = (count: number): boolean => {
  let power = 1
  while (power < count) power *= step
  return power === count
}

/**
 * Counts equal denials within a minute. Returns the count when it is to be recorded (the first, tenth,
 * hundredth and so on), else null. So the audit trail shows the size of a flood without growing with it
 * (security §6).
 */
export const createDenialCount = (realNow: () => Date): ((kind: string) => number | null) => {
  // The map has the order in which the minutes started, so that the oldest is removed first.
  const kinds = new Map<string, { readonly openedMs: number; count: number }>()
  return (kind) => {
    const nowMs = realNow().getTime()
    let counted = kinds.get(kind)
    if (!counted || nowMs - counted.openedMs >= minuteMs) {
      counted = { openedMs: nowMs, count: 0 }
      kinds.delete(kind)
      kinds.set(kind, counted)
      const [oldest] = kinds.keys()
      if (kinds.size > mostKinds && oldest !== undefined) kinds.delete(oldest)
    }
    counted.count += 1
    return isPowerOfTen(counted.count) ? counted.count : null
  }
}
