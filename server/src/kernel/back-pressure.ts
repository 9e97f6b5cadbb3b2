import type { Effect } from '@cardamom/contract/endpoint'

/** Sends calls away while they would only lengthen the queue: reads first, what moves money last (security §2). */
export type BackPressure = {
  /** Seconds to come back after; null: come in. */
  readonly refuses: (effect: Effect) => number | null
  readonly stop: () => void
}

/** How late things may be before a call with this effect is sent away. */
const latestMs: Readonly<Record<Effect, number>> = { read: 200, write: 500, outside: 500, money: 1000 }
const retryAfterSeconds = 1
const everyMs = 100
/** A pause of the collector makes one sample late; a server with too much to do makes all of a second late. */
const samplesKept = 10

/**
 * @param poolWaitMs how long the first caller in the queue for a database connection has been waiting
 * @param isOn false: everybody is let in
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
    if (lateness.length > samplesKept) lateness.shift()
    lastMs = nowMs
  }, everyMs)
  timer.unref()
  const loopDelayMs = () => (lateness.length < samplesKept ? 0 : Math.min(...lateness))
  return {
    refuses: (effect) =>
      Math.max(of.poolWaitMs(), loopDelayMs()) > latestMs[effect] ? retryAfterSeconds : null,
    stop: () => clearInterval(timer),
  }
}
