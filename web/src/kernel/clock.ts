import { useSyncExternalStore } from 'react'

/**
 * The only reader of the machine's clock in the web. Business time is the server's: every answer has the
 * header `cardamom-now`, and the offset follows it (it can jump forward in the sandbox).
 */
let offsetMs = 0
const listeners = new Set<() => void>()

/** Business time in milliseconds since the epoch. */
export const nowMs = (): number => Date.now() + offsetMs

/** Business time, the base of "today" and of every countdown. */
export const now = (): Date => new Date(nowMs())

/**
 * Milliseconds since the page's start, independent of the sandbox clock: inactivity, code rings, back-off.
 */
export const elapsedMs = (): number => performance.now()

/** Follows the server's clock. Small differences are ignored, so that countdowns do not jump. */
export const setServerTime = (serverNowMs: number): void => {
  if (!Number.isFinite(serverNowMs)) return
  const drift = serverNowMs - nowMs()
  if (Math.abs(drift) < 500) return
  offsetMs += drift
  for (const listener of listeners) listener()
}

const subscribeEvery = (intervalMs: number) => (listener: () => void) => {
  listeners.add(listener)
  const timer = setInterval(listener, intervalMs)
  return () => {
    listeners.delete(listener)
    clearInterval(timer)
  }
}
const everySecond = subscribeEvery(1000)
const everyMinute = subscribeEvery(60_000)

/**
 * Business time in ms for a component that counts; re-renders each second or minute, and when the clock
 * jumps.
 */
export const useNowMs = (every: 'second' | 'minute' = 'second'): number => {
  const stepMs = every === 'second' ? 1000 : 60_000
  return useSyncExternalStore(
    every === 'second' ? everySecond : everyMinute,
    () => Math.floor(nowMs() / stepMs) * stepMs,
  )
}
