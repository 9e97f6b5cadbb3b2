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
