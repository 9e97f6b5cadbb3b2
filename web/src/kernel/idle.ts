/** However busy the page is: what waits for a quiet moment is wanted all the same. */
const latestMs = 4000

/** Does what is not needed for the first paint when the page has drawn and is idle. Returns what calls it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, latestMs / 2)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: latestMs })
  return () => cancelIdleCallback(handle)
}
