import { useSyncExternalStore } from 'react'
import { impersonatedId } from './storage.ts'
import { liveStatus, type LiveStatus } from './live-hub.ts'

/**
 * Connects to the live stream that all tabs of the browser share. Its code is loaded after the first paint.
 * Returns a function that disconnects.
 */
export const startLive = (): (() => void) => {
  // The tabs of a browser share one stream, which belongs to the administrator.
  if (impersonatedId() !== null) return () => undefined
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

/** State of the live stream: whether the page gets changes at once. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(liveStatus.listen, liveStatus.read)
