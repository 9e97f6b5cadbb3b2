import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import pg from 'pg'
import { changeChannel } from './change-notices.ts'
import { clientLimits, limitConnection } from './connection-limits.ts'
import { allTenants, type Database, type Scope } from './database.ts'
import {
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

/** A browser that listens: what it may hear of is its scope, and its person. */
export type Listener = {
  readonly reply: FastifyReply
  readonly scope: Scope
  readonly userId: string
  readonly sessionId: string
  /** Last event that the browser has, or the place of an answer that it has: it hears what came after. */
  readonly since: string | null
}

export type Live = {
  readonly start: () => Promise<void>
  readonly listen: (listener: Listener) => Promise<void>
  /** Where a stream may begin that misses nothing which is not yet in an answer of now; null before the start. */
  readonly place: () => string | null
  /** Ends the streams of a session that was revoked. */
  readonly close: (sessionId: string) => void
  readonly stop: () => Promise<void>
}

type Open = Listener & {
  /** What it was told of transactions that were not surely over, so that it is told once. */
  readonly heard: Map<string, string>
  /** What happens while it catches up: told after that, so that its last event always stands for all before. */
  waiting: LiveRow[] | null
}

/**
 * Calls back once, when an answer or its connection is closed; at once where it is closed already. An answer that waits
 * behind others on its connection is not told that the connection closed.
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
/** More than this is not told again to who comes back: the browser reads its pages anew after a long gap. */
const mostMissed = 10_000
/** Who does not read what was sent is cut off, and comes back with its last event. */
const mostUnreadBytes = 1_048_576

const mayHear = ({ scope, userId }: Open, row: LiveRow): boolean => {
  if (scope.kind === 'all' || row.userId === userId) return true
  if (scope.kind === 'own') return false
  return row.companyId !== null && scope.companyIds.includes(row.companyId)
}

const subscribersOf = (open: ReadonlySet<Open>): Subscribers => {
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
 * Server-sent events: one LISTEN for each process wakes it, ids only travel, and a browser that comes back hears what
 * it missed (api §9). `onJob` is told when new work was written by any copy of the server.
 */
export const createLive = (deps: {
  db: Database
  listenUrl: string
  log: Log
  realNow: () => Date
  onJob: () => void
  /** Hears what another copy of the server changed; `all` when notices may have been lost. */
  onChange: (payload: string) => void
}): Live => {
  const open = new Set<Open>()
  let client: pg.Client | null = null
  let stopped = false
  let timers: NodeJS.Timeout[] = []
  let reading: Promise<void> | null = null

  /** Everything that began before this transaction was told. */
  let told: { readonly tx: string; readonly at: Date } | null = null
  let place: string | null = null
  const noteTold = (tx: string, at: Date) => {
    told = { tx, at }
    place = writeLiveCursor({ tx, at })
  }

  const send = (to: Open, row: LiveRow) => {
    if (to.heard.has(row.id) || !mayHear(to, row)) return
    if (to.waiting) return void to.waiting.push(row)
    to.heard.set(row.id, row.tx)
    to.reply.raw.write(frame(row))
    if (to.reply.raw.writableLength > mostUnreadBytes) to.reply.raw.destroy()
  }
  const forget = (to: Open, belowTx: bigint) => {
    for (const [id, tx] of to.heard) if (BigInt(tx) < belowTx) to.heard.delete(id)
  }
  /** What committed since the last look, page after page, for all who listen now. */
  const publish = () =>
    deps.db.read(allTenants, async (sql) => {
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
      noteTold(oldestOpen, at)
      for (const each of open) if (!each.waiting) forget(each, BigInt(oldestOpen))
    })
  /** What this one missed since its last event, then what happened meanwhile. */
  const catchUp = async (mine: Open, since: string) => {
    const { scope, userId } = mine
    const tell = (row: LiveRow) => send({ ...mine, waiting: null }, row)
    await deps.db.read(allTenants, async (sql) => {
      const from = parseLiveCursor(since) ?? (await readCursorOf(sql, since))
      if (!from) return
      mine.heard.set(since, from.tx)
      let after: LiveRow | null = null
      for (let told = 0; told < mostMissed;) {
        const rows: LiveRow[] = await readMissed(sql, { scope, userId, place: from, after })
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
    // What was written while we read may have been too late for it: once more, at once.
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
      // A connection that does not listen is closed: its end starts the next try.
      opened.connection.stream.destroy()
      throw error
    }
    deps.onChange('all')
  }
  return {
    start: async () => {
      noteTold(await deps.db.read(allTenants, readOldestOpen), deps.realNow())
      await connect()
      // Polling stands behind the notifications: a lost one costs two seconds, never an event.
      timers.push(setInterval(publishSoon, pollMs))
      timers.push(
        setInterval(() => open.forEach(({ reply }) => reply.raw.write(': still here\n\n')), heartbeatMs),
      )
    },
    place: () => place,
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
      const mine: Open = { ...listener, heard: new Map(), waiting: since ? [] : null }
      // Listens first: what happens while it catches up is told by either, once.
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
