import type { Queries } from '../kernel/queries.ts'
import type { IssuerNotice } from '../providers/issuer/port.ts'

const insert = `insert into issuer_event (id, event_id, trace_id, about, source, body, received_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`
const readCursorOf = 'select cursor from issuer_cursor where name = $1'
const writeCursorOf = `insert into issuer_cursor (name, cursor, read_at) values ($1, $2, $3)
  on conflict (name) do update set cursor = excluded.cursor, read_at = excluded.read_at`

/** Stores an event as it came. False: it is stored already, by what happened or by its delivery. */
export const keepIssuerEvent = async (
  sql: Queries,
  event: {
    id: string
    eventId: string
    /** Of the delivery; null when we asked. */
    traceId: string | null
    about: IssuerNotice['about']
    source: 'webhook' | 'poll'
    /** JSON without card numbers and names. */
    body: string
    at: Date
  },
): Promise<boolean> =>
  (await sql.run(insert, [
    event.id,
    event.eventId,
    event.traceId,
    event.about,
    event.source,
    event.body,
    event.at,
  ])) === 1

/** How far a feed of the issuer was read; null: never, or nothing was in it. */
export const readIssuerCursor = async (sql: Queries, name: string): Promise<string | null> =>
  (await sql.maybe<{ cursor: string | null }>(readCursorOf, [name]))?.cursor ?? null

export const writeIssuerCursor = async (
  sql: Queries,
  feed: { name: string; cursor: string | null; at: Date },
): Promise<void> => {
  await sql.run(writeCursorOf, [feed.name, feed.cursor, feed.at])
}
