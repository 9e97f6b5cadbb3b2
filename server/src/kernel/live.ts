import type { FastifyReply } from 'fastify'
import pg from 'pg'
import { everything, type Database, type Scope } from './database.ts'
import type { Log } from './log.ts'

/** A browser that listens: what it may hear of is its scope. */
export type Listener = {
  readonly reply: FastifyReply
  readonly scope: Scope
  readonly sessionId: string
  /** Last event that the browser has; it hears again what came after. */
  readonly lastEventId: string | null
}

export type Live = {
  readonly start: () => Promise<void>
  readonly listen: (listener: Listener) => Promise<void>
  /** Ends the streams of a session that was revoked. */
  readonly close: (sessionId: string) => void
  readonly stop: () => Promise<void>
}

type Row = {
  id: string
  type: string
  entity: string
  entity_id: string
  company_id: string | null
  user_id: string | null
}
type Open = Listener & { readonly seen: Set<string> }

const heartbeatMs = 15_000
const pollMs = 2000
/** Events of one transaction may become visible after later ones: look back this far and skip what was sent. */
const lookBackMs = 10_000
const replayLimit = 500

const recent = `select id, type, entity, entity_id, company_id, user_id from event where id >= $1 order by id limit ${replayLimit}`

const mayHear = (scope: Scope, row: Row): boolean => {
  if (scope.kind === 'all') return true
  if (scope.kind === 'own') return row.user_id === scope.userId
  return row.company_id !== null && scope.companyIds.includes(row.company_id)
}

/** Smallest uuid v7 of an instant: event ids are ordered by the time they were made. */
const idAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const frame = (row: Row) =>
  `id: ${row.id}\nevent: ${row.type}\ndata: ${JSON.stringify({ id: row.id, type: row.type, entity: row.entity, entityId: row.entity_id })}\n\n`

/**
 * Server-sent events: one LISTEN for each process wakes it, ids only travel, and a browser that comes back hears what
 * it missed (api, Live). `onJob` is told when new work was written by any copy of the server.
 */
export const createLive = (deps: {
  db: Database
  listenUrl: string
  log: Log
  realNow: () => Date
  onJob: () => void
}): Live => {
  const open = new Set<Open>()
  let client: pg.Client | null = null
  let stopped = false
  let timers: NodeJS.Timeout[] = []
  let reading: Promise<void> | null = null

  const send = (to: Open, row: Row) => {
    if (to.seen.has(row.id) || !mayHear(to.scope, row)) return
    to.seen.add(row.id)
    if (to.seen.size > replayLimit * 4) to.seen.delete(to.seen.values().next().value ?? '')
    to.reply.raw.write(frame(row))
  }
  const rowsSince = (id: string) => deps.db.read(everything, (sql) => sql.rows<Row>(recent, [id]))
  const publish = async () => {
    if (open.size === 0) return
    const rows = await rowsSince(idAt(deps.realNow().getTime() - lookBackMs))
    for (const row of rows) for (const each of open) send(each, row)
  }
  const publishSoon = () => {
    reading ??= publish()
      .catch((error: unknown) => deps.log.error('Events could not be read', error))
      .finally(() => (reading = null))
  }
  const connect = async () => {
    client = new pg.Client({ connectionString: deps.listenUrl, application_name: 'cardamom-listen' })
    client.on('notification', ({ channel }) => (channel === 'job' ? deps.onJob() : publishSoon()))
    client.on('error', () => undefined)
    client.on('end', () => {
      if (!stopped) timers.push(setTimeout(() => void connect().catch(() => undefined), pollMs))
    })
    await client.connect()
    await client.query('listen event; listen job')
  }
  return {
    start: async () => {
      await connect()
      // Polling stands behind the notifications: a lost one costs two seconds, never an event.
      timers.push(setInterval(publishSoon, pollMs))
      timers.push(
        setInterval(() => open.forEach(({ reply }) => reply.raw.write(': still here\n\n')), heartbeatMs),
      )
    },
    listen: async (listener) => {
      const { reply, lastEventId } = listener
      reply.hijack()
      reply.raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      reply.raw.write('retry: 2000\n\n')
      const mine: Open = { ...listener, seen: new Set() }
      const start = idAt(deps.realNow().getTime())
      const missed = await rowsSince(lastEventId ?? start)
      if (lastEventId) mine.seen.add(lastEventId)
      for (const row of missed) send(mine, row)
      open.add(mine)
      reply.raw.on('close', () => open.delete(mine))
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
