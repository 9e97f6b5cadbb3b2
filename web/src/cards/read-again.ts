import { useEffect } from 'react'

const everyMs = 2500

/** Reads again every few seconds while something is under way, for when the live stream is silent. */
export const useReadAgain = ({
  isUnderWay,
  read,
}: {
  isUnderWay: boolean
  read: () => Promise<unknown>
}): void => {
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setInterval(() => void read(), everyMs)
    return () => clearInterval(timer)
  }, [isUnderWay, read])
}
