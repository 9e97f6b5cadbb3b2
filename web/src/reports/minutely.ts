import { useEffect } from 'react'

const minuteMs = 60_000

/** Reads again once a minute while a page stays open, so it shows no older figures. */
export const useMinutely = (read: () => Promise<unknown>, isEnabled = true): void => {
  useEffect(() => {
    if (!isEnabled) return
    const timer = setInterval(() => void read(), minuteMs)
    return () => clearInterval(timer)
  }, [read, isEnabled])
}
