import type { Effect } from '@cardamom/contract/endpoint'

/** Refuses calls when the server is overloaded: reads first, calls that transfer money last (security §2). */
export type BackPressure = {
  /** Seconds after which the caller may retry; null: the call is accepted. */
  readonly refuses: (effect: Effect) => number | null
  readonly stop: () => void
}

/** Delay in ms from which a call with this effect is refused. */
const latestMs: Readonly<Record<Effect, number>> = { read: 200, write: 500, outside: 500, money: 1000 }
const retryAfterSeconds = 1
const everyMs = 100
/**
 * A pause of the garbage collector delays one sample; an overloaded server delays all samples of a second.
 */
const sampleLimit = 10

/**
 * @param poolWaitMs how long the first caller has waited for a database connection
 * @param isOn false: every call is accepted
 */
export const createBackPressure = (of: {
  poolWaitMs: () => number
  isOn: boolean
  nowMs?: () => number
}): BackPressure => {
  if (!of.isOn) return { refuses: () => null, stop: () => undefined }
  const now = of.nowMs ?? (() => performance.now())
  const lateness: number[] = []
  let lastMs = now()
  const timer = setInterval(() => {
    const nowMs = now()
    lateness.push(nowMs - lastMs - everyMs)
    if (lateness.length > sampleLimit) lateness.shift()
    lastMs = nowMs
  }, everyMs)
  timer.unref()
  const loopDelayMs = () => (lateness.length < sampleLimit ? 0 : Math.min(...lateness))
  return {
    refuses: (effect) =>
      Math.max(of.poolWaitMs(), loopDelayMs()) > latestMs[effect] ? retryAfterSeconds : null,
    stop: () => clearInterval(timer),
  }
}
