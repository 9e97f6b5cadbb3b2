import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import { changeChannel } from './change-notices.ts'
import { clientLimits, limitConnection } from './connection-limits.ts'
import type { Database, Scope } from './database.ts'
import { wholeInstallation } from './scopes.ts'
import {
  isForEverybody,
  isLastPage,
  parseLiveCursor,
  readFresh,
  readMissed,
  readOldestOpen,
  readCursorOf,
  writeLiveCursor,
  type Subscribers,
  type LiveRow,
} from './live-events.sql.ts'
import type { Log } from './log.ts'

/** A listening browser. Its scope and its person decide which events it receives. */
export type Listener = {
  readonly reply: FastifyReply
  readonly scope: Scope
  readonly userId: string
  readonly sessionId: string
  /** The last event that the browser has, or the cursor of an answer: it receives all later events. */
  readonly since: string | null
}

export type Live = {
  readonly start: () => Promise<void>
  readonly listen: (listener: Listener) => Promise<void>
  /** The cursor for an answer of now: a stream that starts there misses nothing. Null before the start. */
  readonly cursor: () => string | null
  /** Ends the streams of a revoked session. */
  readonly close: (sessionId: string) => void
  readonly stop: () => Promise<void>
}

type OpenStream = Listener & {
  /** Events that were sent while older transactions may still be open, so that each is sent once. */
  readonly delivered: Map<string, string>
  /**
   * Events that arrive during the catch-up. They are sent after it, so the last event always stands for all
   * earlier ones.
   */
  waiting: LiveRow[] | null
}

/**
 * Calls back once when an answer or its connection is closed, or at once if it is closed already. An answer
 * that waits behind others on its connection gets no event when the connection closes.
 */
export const onceClosed = (reply: FastifyReply, tell: () => void): void => {
  const { socket } = reply.request.raw
  const closed = () => {
    socket.off('close', closed)
    reply.raw.off('close', closed)
    tell()
  }
  if (socket.destroyed || reply.raw.destroyed) return tell()
  socket.once('close', closed)
  reply.raw.once('close', closed)
}

const heartbeatMs = 15_000
const pollMs = 2000
/**
 * The largest number of missed events that are sent. After a longer gap the browser reads its pages again.
 */
const mostMissed = 10_000
/** A browser with this many unread bytes is disconnected; it returns with its last event. */
const mostUnreadBytes = 1_048_576

const mayReceive = ({ scope, userId }: OpenStream, row: LiveRow): boolean => {
  if (scope.kind === 'all' || row.userId === userId || isForEverybody(row)) return true
  if (scope.kind === 'own') return false
  return row.companyId !== null && scope.companyIds.includes(row.companyId)
}

const subscribersOf = (open: ReadonlySet<OpenStream>): Subscribers => {
  const scopes = [...open].map(({ scope }) => scope)
  return {
    everybody: scopes.some(({ kind }) => kind === 'all'),
    userIds: [...new Set([...open].map(({ userId }) => userId))],
    companyIds: [...new Set(scopes.flatMap((scope) => (scope.kind === 'companies' ? scope.companyIds : [])))],
  }
}

const frame = (row: LiveRow) =>
  `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify({ id: row.id, type: row.type, entity: row.entity, entityId: row.entityId })}\n\n`

/**
 * Sends events to browsers (server-sent events, api §9). Each process has one LISTEN connection. Events have
 * only ids, and a browser that returns receives what it missed. `onJob` is called when any copy of the server
 * has written new work.
 */
export const createLive = (deps: {
  db: Database
  listenUrl: string
  log: Log
  realNow: () => Date
  onJob: () => void
  /** Receives the changes of other copies of the server; `all` when notices may have been lost. */
  onChange: (payload: string) => void
}): Live => {
  const open = new Set<OpenStream>()
  let client: pg.Client | null = null
  let stopped = false
  let timers: NodeJS.Timeout[] = []
  let reading: Promise<void> | null = null

  /** All events of transactions before this one were sent. */
  let told: { readonly tx: string; readonly at: Date } | null = null
  let cursor: string | null = null
  const recordPublished = (tx: string, at: Date) => {
    told = { tx, at }
    cursor = writeLiveCursor({ tx, at })
  }

  const send = (to: OpenStream, row: LiveRow) => {
    if (to.delivered.has(row.id) || !mayReceive(to, row)) return
    if (to.waiting) return void to.waiting.push(row)
    to.delivered.set(row.id, row.tx)
    to.reply.raw.write(frame(row))
    if (to.reply.raw.writableLength > mostUnreadBytes) to.reply.raw.destroy()
  }
  const forget = (to: OpenStream, belowTx: bigint) => {
    for (const [id, tx] of to.delivered) if (BigInt(tx) < belowTx) to.delivered.delete(id)
  }
  /** Sends the events that were committed since the last read, page by page, to all listening browsers. */
  const publish = () =>
    deps.db.read(wholeInstallation, async (sql) => {
      const at = deps.realNow()
      const oldestOpen = await readOldestOpen(sql)
      const { tx: from, at: toldAt } = told ?? { tx: oldestOpen, at }
      const subscribers = subscribersOf(open)
      for (let after: LiveRow | null = null; open.size > 0;) {
        const rows: LiveRow[] = await readFresh(sql, { from, toldAt, after, subscribers })
        for (const row of rows) for (const each of open) send(each, row)
        after = rows.at(-1) ?? null
        if (isLastPage(rows)) break
      }
      recordPublished(oldestOpen, at)
      for (const each of open) if (!each.waiting) forget(each, BigInt(oldestOpen))
    })
  /** Sends the events that this browser missed since its last one, then those that arrived meanwhile. */
  const catchUp = async (mine: OpenStream, since: string) => {
    const { scope, userId } = mine
    const tell = (row: LiveRow) => send({ ...mine, waiting: null }, row)
    await deps.db.read(wholeInstallation, async (sql) => {
      const from = parseLiveCursor(since) ?? (await readCursorOf(sql, since))
      if (!from) return
      mine.delivered.set(since, from.tx)
      let after: LiveRow | null = null
      for (let told = 0; told < mostMissed;) {
        const rows: LiveRow[] = await readMissed(sql, { scope, userId, cursor: from, after })
        rows.forEach(tell)
        told += rows.length
        after = rows.at(-1) ?? null
        if (isLastPage(rows)) return
      }
    })
    const meanwhile = mine.waiting ?? []
    mine.waiting = null
    for (const row of meanwhile) send(mine, row)
  }
  let again = false
  const publishSoon = () => {
    // Events that were committed during the read may be missing in it, so another read follows at once.
    if (reading) return void (again = true)
    reading = publish()
      .catch((error: unknown) => deps.log.error('Events could not be read', error))
      .finally(() => {
        reading = null
        if (again && !stopped) publishSoon()
        again = false
      })
  }
  const connect = async () => {
    const opened = new pg.Client({
      connectionString: deps.listenUrl,
      application_name: 'cardamom-listen',
      ...clientLimits('standing'),
    })
    client = opened
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === changeChannel) deps.onChange(payload)
      else if (channel === 'job') deps.onJob()
      else publishSoon()
    })
    opened.on('error', () => undefined)
    opened.on('end', () => {
      if (!stopped) timers.push(setTimeout(() => void connect().catch(() => undefined), pollMs))
    })
    try {
      await opened.connect()
      await limitConnection(opened, 'standing')
      await opened.query(`listen event; listen job; listen ${changeChannel}`)
    } catch (error) {
      // A connection that cannot listen is closed; its end starts the next attempt.
      opened.connection.stream.destroy()
      throw error
    }
    deps.onChange('all')
  }
  return {
    start: async () => {
      recordPublished(await deps.db.read(wholeInstallation, readOldestOpen), deps.realNow())
      await connect()
      // Polling covers lost notifications: an event is then delayed by at most two seconds, and never lost.
      timers.push(setInterval(publishSoon, pollMs))
      timers.push(
        setInterval(() => open.forEach(({ reply }) => reply.raw.write(': still here\n\n')), heartbeatMs),
      )
    },
    cursor: () => cursor,
    listen: async (listener) => {
      const { reply, since } = listener
      void reply.headers({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.hijack()
      reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders)
      reply.raw.write('retry: 2000\n\n')
      const mine: OpenStream = { ...listener, delivered: new Map(), waiting: since ? [] : null }
      // The browser is registered before the catch-up, so no event is missed, and each event is sent once.
      open.add(mine)
      onceClosed(reply, () => open.delete(mine))
      if (since) await catchUp(mine, since)
    },
    close: (sessionId) => {
      for (const each of open) if (each.sessionId === sessionId) each.reply.raw.end()
    },
    stop: async () => {
      stopped = true
      for (const timer of timers) clearInterval(timer)
      timers = []
      for (const { reply } of open) reply.raw.end()
      await client?.end().catch(() => undefined)
    },
  }
}
