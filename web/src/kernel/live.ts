import { useEffect, useSyncExternalStore } from 'react'
import { liveEvents, liveMissed, liveStatus, type LiveEvent, type LiveStatus } from './live-hub.ts'

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

/** Calls back for events whose type begins with one of these: `useLive(['load.'], reread)`. */
export const useLive = (types: readonly string[], onEvent: (event: LiveEvent) => void): void => {
  useEffect(
    () =>
      liveEvents.listen((event) => {
        if (types.some((type) => event.type.startsWith(type))) onEvent(event)
      }),
    [types, onEvent],
  )
}

/** Whether the page hears of changes at once. */
export const useLiveStatus = (): LiveStatus => useSyncExternalStore(liveStatus.listen, liveStatus.read)
