import { useEffect } from 'react'

/** Reads again at an interval while the tab is visible, for pages that follow work without events of its own. */
export const useEvery = (ms: number, read: () => Promise<unknown>): void => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void read()
    }, ms)
    return () => clearInterval(timer)
  }, [ms, read])
}
