import { getUserAuths, listenToEvents } from '@cardamom/contract/access'
import { call } from './api.ts'
import { elapsedMs } from './clock.ts'
import { emitLive, emitMissed, liveStatus, type LiveEvent, type LiveStatus } from './live-hub.ts'
import { firstCursor, clearCursor } from './live-cursor.ts'
import { currentLocale } from './locale.ts'
import { isLocked, markLocked, onLockChange } from './lock.ts'
import { streamReader, type StreamEvent } from './sse.ts'
import { readStored } from './storage.ts'
import { readToken } from './token.ts'

/** Messages of the leader to the other tabs. */
type Message =
  | { readonly kind: 'event'; readonly event: LiveEvent }
  | { readonly kind: 'status'; readonly status: LiveStatus }
  | { readonly kind: 'missed' }
  /** A new tab requests the present status from the leader. */
  | { readonly kind: 'request' }

const name = 'cardamom-live'
/** The server sends heartbeats more often than this; a longer silence means a dead connection. */
const longestSilenceMs = 60_000
const longestPauseMs = 30_000
/** After a longer gap, the server may not repeat all missed events. */
const longestGapMs = 60_000

let lastEventId: string | null = null
let channel: BroadcastChannel | null = null
let isLeader = false
let receivedAtMs = 0

const receive = (message: Message) => {
  if (message.kind === 'request' && isLeader)
    channel?.postMessage({ kind: 'status', status: liveStatus.read() })
  if (message.kind === 'status') liveStatus.write(message.status)
  if (message.kind === 'missed') emitMissed()
  if (message.kind === 'event') {
    lastEventId = message.event.id
    emitLive(message.event)
  }
}
/** Sends to this tab and to all others, because a BroadcastChannel does not receive its own messages. */
const publish = (message: Message) => {
  channel?.postMessage(message)
  receive(message)
}

const eventOf = ({ id, event, data }: StreamEvent): LiveEvent | null => {
  try {
    const body = JSON.parse(data) as Partial<LiveEvent>
    const type = body.type ?? event
    return { id: body.id ?? id ?? '', type, entity: body.entity ?? '', entityId: body.entityId ?? '' }
  } catch {
    return null
  }
}

const readStream = async (body: ReadableStream<Uint8Array>, onBytes: () => void) => {
  const reader = streamReader()
  const decoder = new TextDecoder()
  const source = body.getReader()
  for (;;) {
    const { done, value } = await source.read()
    if (done) return
    onBytes()
    for (const raw of reader.push(decoder.decode(value, { stream: true }))) {
      const event = eventOf(raw)
      if (event) publish({ kind: 'event', event })
    }
  }
}

/**
 * The server closed the stream and refuses a new one: a call finds out whether the session is over, and shows
 * it.
 */
const judgeSession = () => call(getUserAuths, { errors: 'none' }).catch(() => undefined)

/** One connection until it ends or the session is locked. True when it was open. */
const connect = async (stop: AbortSignal): Promise<boolean> => {
  const token = readToken()
  if (token === null) return false
  const ended = new AbortController()
  const stopListening = onLockChange((isLockedNow) => isLockedNow && ended.abort())
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), longestSilenceMs)
  const onBytes = () => {
    receivedAtMs = elapsedMs()
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), longestSilenceMs)
  }
  const headers = new Headers({
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
    lang: currentLocale(),
    'fake-user': readStored('fake_user') ?? '0',
  })
  // Before its first event, a page continues from its first answer, so nothing is read twice.
  const since = lastEventId ?? firstCursor()
  if (since !== null) headers.set('last-event-id', since)
  try {
    const response = await fetch(`/api${listenToEvents.path}`, {
      headers,
      cache: 'no-store',
      signal: AbortSignal.any([stop, ended.signal, silence.signal]),
    })
    if (response.status === 423) markLocked()
    if (response.status === 401) await judgeSession()
    if (!response.ok || response.body === null) return false
    publish({ kind: 'status', status: 'live' })
    if (since === null || (receivedAtMs > 0 && elapsedMs() - receivedAtMs > longestGapMs))
      publish({ kind: 'missed' })
    await readStream(response.body, onBytes)
    return true
  } catch {
    return false
  } finally {
    stopListening()
    clearTimeout(timer)
    publish({ kind: 'status', status: 'connecting' })
  }
}

const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * The server refuses streams of a locked session, so the next one waits for the unlock, here or in another
 * tab.
 */
const untilUnlocked = (stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      stopListening()
      resolve()
    }
    const stopListening = onLockChange(done)
    stop.addEventListener('abort', done)
    if (!isLocked() || stop.aborted) done()
  })

/** Work of the leader: one stream after another, with growing pauses while none opens. */
const lead = async (stop: AbortSignal) => {
  isLeader = true
  let pauseMs = 1000
  while (!stop.aborted) {
    if (isLocked()) {
      await untilUnlocked(stop)
      continue
    }
    const wasOpen = await connect(stop)
    pauseMs = wasOpen ? 1000 : Math.min(pauseMs * 2, longestPauseMs)
    if (!isLocked()) await pause(pauseMs, stop)
  }
  isLeader = false
}

/**
 * Joins the browser's one stream: the tabs elect a leader by a lock, and the leader reads `/api/events` and
 * tells the others. Returns the function that leaves.
 */
export const joinStream = (): (() => void) => {
  const stop = new AbortController()
  channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => receive(data as Message))
  channel.postMessage({ kind: 'request' })
  navigator.locks.request(name, { signal: stop.signal }, () => lead(stop.signal)).catch(() => undefined)
  return () => {
    stop.abort()
    channel?.close()
    channel = null
    lastEventId = null
    receivedAtMs = 0
    clearCursor()
  }
}
