/** Deferred work runs after this time, also on a busy page. */
const latestMs = 4000

/**
 * Runs work that the first paint does not need, when the page is drawn and idle. Returns the function that
 * cancels it.
 */
export const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, latestMs / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
