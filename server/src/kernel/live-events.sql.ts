import { eventsForEverybody } from '@cardamom/contract/events'
import { sql as fragment, type ExpressionBuilder, type InferResult, type SqlBool } from 'kysely'
import type { Scope } from './database.ts'
import { firstIdAt as idAt } from './ids.ts'
import { anyOf, type Queries } from './queries.ts'
import type { DB } from './schema.ts'

/** Position of a reader, who knows all events below `tx`. */
export type LiveCursor = { readonly tx: string; readonly idFloor: string }

const pageRows = 500
/** Ids are made before the commit, so those of one transaction may be this much older than others. */
const overlapMs = 60_000

/**
 * A page of events from a transaction on, in the order of transactions. Each kind of reader has its own SQL
 * text.
 */
const events = (
  sql: Queries,
  { from, after }: { from: string; after: { readonly tx: string; readonly id: string } | null },
) => {
  const rows = sql
    .selectFrom('event')
    .select(['event.id', 'event.type', 'event.entity', 'event.entityId', 'event.companyId', 'event.userId'])
    .select(fragment<string>`event.tx::text`.as('tx'))
    .where(fragment<SqlBool>`event.tx >= ${from}::xid8`)
    // `tx` alone is the selected text, in which 10 sorts before 9.
    .orderBy('event.tx')
    .orderBy('event.id')
    .limit(fragment.lit(pageRows))
  if (!after) return rows
  return rows.where(fragment<SqlBool>`(event.tx, event.id) > (${after.tx}::xid8, ${after.id}::uuid)`)
}

/** An event as the stream sends it: ids only, and its transaction. */
export type LiveRow = Readonly<InferResult<ReturnType<typeof events>>[number]>

/** Whether an event goes to every stream. */
export const isForEverybody = ({ type, companyId, userId }: LiveRow): boolean =>
  companyId === null && userId === null && eventsForEverybody.some((each) => each === type)

/** The same in SQL; the index of companies has the few events of none. */
const forEverybody = (eb: ExpressionBuilder<DB, 'event'>) =>
  eb.and([
    eb('event.companyId', 'is', null),
    eb('event.userId', 'is', null),
    eb('event.type', '=', anyOf(eventsForEverybody)),
  ])

const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The oldest open transaction: every transaction before it is visible. */
export const readOldestOpen = async (sql: Queries): Promise<string> => {
  const oldest = fragment<string>`pg_snapshot_xmin(pg_current_snapshot())::text`
  return (await sql.selectNoFrom(oldest.as('tx')).executeTakeFirstOrThrow()).tx
}

/** Position of a reader whose last event is this one; null: there is no such event. */
export const readCursorOf = async (sql: Queries, eventId: string): Promise<LiveCursor | null> => {
  const found = await sql
    .selectFrom('event')
    .select(fragment<string>`open_from::text`.as('tx'))
    .where('id', '=', eventId)
    .executeTakeFirst()
  return found ? { tx: found.tx, idFloor: idAt(msOf(eventId) - overlapMs) } : null
}

/** The readers of one query, combined. */
export type Subscribers = {
  readonly everybody: boolean
  readonly userIds: readonly string[]
  readonly companyIds: readonly string[]
}

/** The longest time that a transaction is open after its first id was made. */
const longestOpenMs = 86_400_000

/**
 * A page of events for all listening readers, in the order of transactions. `toldAt` is when all events below
 * `from` were sent: later ids are of that month or later, so no other month is read.
 */
export const readFresh = (
  sql: Queries,
  of: { from: string; toldAt: Date; after: LiveRow | null; subscribers: Subscribers },
): Promise<LiveRow[]> => {
  const { everybody, userIds, companyIds } = of.subscribers
  const fresh = events(sql, of).where('id', '>', idAt(of.toldAt.getTime() - longestOpenMs))
  if (everybody) return fresh.execute()
  return fresh
    .where((eb) =>
      eb.or([eb('userId', '=', anyOf(userIds)), eb('companyId', '=', anyOf(companyIds)), forEverybody(eb)]),
    )
    .execute()
}

/** A position as text for a header; `at` is when all events below its transaction were sent. */
export const writeLiveCursor = ({ tx, at }: { tx: string; at: Date }): string => `${tx}.${at.getTime()}`

/** The position of a header; null: the header has none. */
export const parseLiveCursor = (text: string): LiveCursor | null => {
  const [, tx, ms] = /^(\d{1,19})\.(\d{1,14})$/.exec(text) ?? []
  return tx === undefined || ms === undefined ? null : { tx, idFloor: idAt(Number(ms) - overlapMs) }
}

const byPosition = (one: LiveRow, other: LiveRow): number => {
  const txs = BigInt(one.tx) - BigInt(other.tx)
  if (txs !== 0n) return txs < 0n ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * A page of the events that one reader missed, in sending order: a reader who received one event received all
 * before it. A reader of companies also receives events about themselves, in any company.
 */
export const readMissed = async (
  sql: Queries,
  {
    scope,
    userId,
    cursor,
    after,
  }: { scope: Scope; userId: string; cursor: LiveCursor; after: LiveRow | null },
): Promise<LiveRow[]> => {
  const missed = events(sql, { from: cursor.tx, after }).where('id', '>', cursor.idFloor)
  if (scope.kind === 'all') return missed.execute()
  const own = await missed.where('userId', '=', userId).execute()
  const common = await missed.where(forEverybody).execute()
  const known = new Set(own.map((row) => row.id))
  const others =
    scope.kind === 'own' ? [] : await missed.where('companyId', '=', anyOf(scope.companyIds)).execute()
  const all = [...own, ...common, ...others.filter((row) => !known.has(row.id))]
  return all.toSorted(byPosition).slice(0, pageRows)
}

/** Whether a page was the last. */
export const isLastPage = (rows: readonly LiveRow[]): boolean => rows.length < pageRows
