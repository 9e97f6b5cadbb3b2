/** Milliseconds without a touch until the warning, and until the screen locks. */
export type IdleTimes = { readonly warnAfterMs: number; readonly lockAfterMs: number }

const longestWarningMs = 60_000

/**
 * Warns in the last minute, or in the second half of a shorter time: long enough to press one button (WCAG 2.2.1).
 */
export const idleTimesOf = (lockAfterSeconds: number): IdleTimes => {
  const lockAfterMs = lockAfterSeconds * 1000
  return { lockAfterMs, warnAfterMs: lockAfterMs - Math.min(longestWarningMs, lockAfterMs / 2) }
}

export type IdleState = 'active' | 'warned' | 'over'

/** The idle state after a time without a touch. */
export const idleStateOf = (idleMs: number, { warnAfterMs, lockAfterMs }: IdleTimes): IdleState => {
  if (idleMs >= lockAfterMs) return 'over'
  return idleMs >= warnAfterMs ? 'warned' : 'active'
}
