import { useEffect, useSyncExternalStore } from 'react'
import { signal, store } from './signal.ts'

/** What happened, never what it is now: whoever shows the entity reads it again (api: live). */
export type LiveEvent = {
  readonly id: string
  readonly type: string
  readonly entity: string
  readonly entityId: string
}
export type LiveStatus = 'live' | 'connecting'

export const liveStatus = store<LiveStatus>('connecting')
export const liveEvents = signal<LiveEvent>()
/** Some events may be lost: everything that is shown has to be read again. */
export const liveMissed = signal<void>()

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
