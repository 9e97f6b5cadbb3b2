import { signal, store } from './signal.ts'

/** What happened, not the new state: pages that show the entity read it again (api: live). */
export type LiveEvent = {
  readonly id: string
  readonly type: string
  readonly entity: string
  readonly entityId: string
}
export type LiveStatus = 'live' | 'connecting'

export const liveStatus = store<LiveStatus>('connecting')
export const liveEvents = signal<LiveEvent>()
/** Events may be lost, so all shown data must be read again. */
export const liveMissed = signal<void>()
