import type { LiveTopic } from '@cardamom/contract/events'
import { signal, store } from './signal.ts'

/** What happened, not the new state: pages that show the entity read it again (api §9). */
export type LiveEvent = {
  readonly id: string
  /** As the server sends it; a newer server may know more events than this page. */
  readonly type: string
  readonly entity: string
  readonly entityId: string
}
export type LiveStatus = 'live' | 'connecting'

export const liveStatus = store<LiveStatus>('connecting')

/** Null: events may be lost, so all shown data must be read again. */
const changes = signal<LiveEvent | null>()

/** Reports an event of the stream. */
export const emitLive = (event: LiveEvent): void => changes.emit(event)
/** Reports that events may be lost. */
export const emitMissed = (): void => changes.emit(null)

const isOf = ({ type }: LiveEvent, topics: readonly LiveTopic[]): boolean =>
  topics.some((topic) => (topic.endsWith('.') ? type.startsWith(topic) : type === topic))

type LiveChange = 'event' | 'missed'

/**
 * Calls the listener after every event and when events may be lost, with a function that tells whether these
 * topics may have changed. Returns the function that stops listening.
 */
export const onAnyLive = (
  listener: (mayConcern: (topics: readonly LiveTopic[]) => boolean, change: LiveChange) => void,
): (() => void) =>
  changes.listen((event) =>
    listener((topics) => event === null || isOf(event, topics), event === null ? 'missed' : 'event'),
  )

/**
 * Calls the listener after each event of these topics, and when events may be lost. Returns the function that
 * stops listening.
 */
export const onLive = (topics: readonly LiveTopic[], listener: (change: LiveChange) => void): (() => void) =>
  onAnyLive((mayConcern, change) => mayConcern(topics) && listener(change))
