import type { Queries } from '../kernel/database.ts'
import type { IssuerNotice } from '../providers/issuer/port.ts'

const insert = `insert into issuer_event (id, event_id, about, source, body, received_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (event_id) do nothing`
const readCursorOf = 'select cursor from issuer_cursor where name = $1'
const readCursorAtOf = 'select read_at from issuer_cursor where name = $1'
const writeCursorOf = `insert into issuer_cursor (name, cursor, read_at) values ($1, $2, $3)
  on conflict (name) do update set cursor = excluded.cursor, read_at = excluded.read_at`

/** Keeps an event as it came. False: it was kept before. */
export const keepIssuerEvent = async (
  sql: Queries,
  event: {
    id: string
    eventId: string
    about: IssuerNotice['about']
    source: 'webhook' | 'poll'
    /** JSON without card numbers and names. */
    body: string
    at: Date
  },
): Promise<boolean> =>
  (await sql.run(insert, [event.id, event.eventId, event.about, event.source, event.body, event.at])) === 1

/** How far a feed of the issuer was read; null: never, or nothing was in it. */
export const readIssuerCursor = async (sql: Queries, name: string): Promise<string | null> =>
  (await sql.maybe<{ cursor: string | null }>(readCursorOf, [name]))?.cursor ?? null

/** When a feed was read last; null: never. */
export const readIssuerCursorAt = async (sql: Queries, name: string): Promise<Date | null> =>
  (await sql.maybe<{ read_at: Date }>(readCursorAtOf, [name]))?.read_at ?? null

export const writeIssuerCursor = async (
  sql: Queries,
  feed: { name: string; cursor: string | null; at: Date },
): Promise<void> => {
  await sql.run(writeCursorOf, [feed.name, feed.cursor, feed.at])
}
