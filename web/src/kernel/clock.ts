import { useSyncExternalStore } from 'react'

/**
 * The only reader of the machine's clock in the web. Both times are the server's, and the offsets follow its
 * answers. The header `cardamom-now` has business time, which can jump forward in the sandbox. The header
 * `date` has real time, in whole seconds.
 */
let offsetMs = 0
let realOffsetMs = 0
const listeners = new Set<() => void>()

/** Business time in milliseconds since the epoch. */
export const nowMs = (): number => Date.now() + offsetMs

/** Business time, the base of "today" and of every countdown. */
export const now = (): Date => new Date(nowMs())

/** Real time in milliseconds since the epoch. */
const realNowMs = (): number => Date.now() + realOffsetMs

/** Real time, the base of "today" for sessions, verification methods and all that access records. */
export const realNow = (): Date => new Date(realNowMs())

/**
 * Milliseconds since the page's start, independent of the sandbox clock: inactivity, code rings, back-off.
 */
export const elapsedMs = (): number => performance.now()

type ServerTime = { readonly businessMs: number; readonly realMs: number }

/**
 * Follows the server's clocks; NaN for one that the answer does not have. Small differences are ignored, so
 * that countdowns do not jump.
 */
export const setServerTime = ({ businessMs, realMs }: ServerTime): void => {
  const drift = businessMs - nowMs()
  const realDrift = realMs - realNowMs()
  const hasDrifted = Math.abs(drift) >= 500
  const hasRealDrifted = Math.abs(realDrift) >= 2000
  if (hasDrifted) offsetMs += drift
  if (hasRealDrifted) realOffsetMs += realDrift
  if (hasDrifted || hasRealDrifted) for (const listener of listeners) listener()
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

/** Real time in ms for a component that counts minutes. */
export const useRealNowMs = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(realNowMs() / 60_000) * 60_000)
