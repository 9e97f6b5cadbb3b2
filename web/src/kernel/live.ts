import { useSyncExternalStore } from 'react'
import { liveStatus, type LiveStatus } from './live-hub.ts'

/** Takes part in the browser's one stream, whose code comes after the first paint. Returns what leaves it. */
export const startLive = (): (() => void) => {
  let leave: (() => void) | null = null
  let hasLeft = false
  import('./live-stream.ts')
    .then(({ joinStream }) => {
      if (!hasLeft) leave = joinStream()
    })
    .catch(() => undefined)
  return () => {
    hasLeft = true
    leave?.()
  }
}

/** Whether the page hears of changes at once. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(liveStatus.listen, liveStatus.read)
