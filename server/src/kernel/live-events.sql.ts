import { sql as fragment, type InferResult, type SqlBool } from 'kysely'
import type { Scope } from './database.ts'
import { firstIdAt as idAt } from './ids.ts'
import { anyOf, type Queries } from './queries.ts'

/** Where a reader stands: all below `tx` is known to it. */
export type LiveCursor = { readonly tx: string; readonly idFloor: string }

const pageRows = 500
/** Ids are made before the commit: those of one transaction may be older than others by so much. */
const lookBackMs = 60_000

/** A page of events from a transaction on, in the order of transactions: a text of its own for each kind of reader. */
const events = (
  sql: Queries,
  { from, after }: { from: string; after: { readonly tx: string; readonly id: string } | null },
) => {
  const rows = sql
    .selectFrom('event')
    .select(['event.id', 'event.type', 'event.entity', 'event.entityId', 'event.companyId', 'event.userId'])
    .select(fragment<string>`event.tx::text`.as('tx'))
    .where(fragment<SqlBool>`event.tx >= ${from}::xid8`)
    // `tx` alone is the selected text, in which 10 stands before 9.
    .orderBy('event.tx')
    .orderBy('event.id')
    .limit(fragment.lit(pageRows))
  if (!after) return rows
  return rows.where(fragment<SqlBool>`(event.tx, event.id) > (${after.tx}::xid8, ${after.id}::uuid)`)
}

/** An event as the stream tells it: ids only, and the transaction that it came with. */
export type LiveRow = Readonly<InferResult<ReturnType<typeof events>>[number]>

const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The oldest transaction that is not over: whatever began before it is to be seen from now on. */
export const readOldestOpen = async (sql: Queries): Promise<string> => {
  const oldest = fragment<string>`pg_snapshot_xmin(pg_current_snapshot())::text`
  return (await sql.selectNoFrom(oldest.as('tx')).executeTakeFirstOrThrow()).tx
}

/** Where who heard this event stands; null: there is no such event. */
export const readCursorOf = async (sql: Queries, eventId: string): Promise<LiveCursor | null> => {
  const found = await sql
    .selectFrom('event')
    .select(fragment<string>`open_from::text`.as('tx'))
    .where('id', '=', eventId)
    .executeTakeFirst()
  return found ? { tx: found.tx, idFloor: idAt(msOf(eventId) - lookBackMs) } : null
}

/** Whom a look is for, taken together. */
export type Subscribers = {
  readonly everybody: boolean
  readonly userIds: readonly string[]
  readonly companyIds: readonly string[]
}

/** No transaction is open for so long after the first of its ids was made. */
const longestOpenMs = 86_400_000

/**
 * A page of what anybody who listens may hear, in the order of transactions. `toldAt` is when everything below `from` was
 * told: the ids that follow are of that month or later, and no other month is read.
 */
export const readFresh = (
  sql: Queries,
  of: { from: string; toldAt: Date; after: LiveRow | null; subscribers: Subscribers },
): Promise<LiveRow[]> => {
  const { everybody, userIds, companyIds } = of.subscribers
  const fresh = events(sql, of).where('id', '>', idAt(of.toldAt.getTime() - longestOpenMs))
  if (everybody) return fresh.execute()
  return fresh
    .where((eb) => eb.or([eb('userId', '=', anyOf(userIds)), eb('companyId', '=', anyOf(companyIds))]))
    .execute()
}

/** A place as a header carries it; `at` is when everything below its transaction was told. */
export const writeLiveCursor = ({ tx, at }: { tx: string; at: Date }): string => `${tx}.${at.getTime()}`

/** The place of a header; null: it names none. */
export const parseLiveCursor = (text: string): LiveCursor | null => {
  const [, tx, ms] = /^(\d{1,19})\.(\d{1,14})$/.exec(text) ?? []
  return tx === undefined || ms === undefined ? null : { tx, idFloor: idAt(Number(ms) - lookBackMs) }
}

const byPlace = (one: LiveRow, other: LiveRow): number => {
  const txs = BigInt(one.tx) - BigInt(other.tx)
  if (txs !== 0n) return txs < 0n ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/**
 * A page of what one reader missed, in the order in which it is told: whoever heard one of it heard all before. Who hears
 * of companies hears of themselves too, whichever company they are of.
 */
export const readMissed = async (
  sql: Queries,
  { scope, userId, place, after }: { scope: Scope; userId: string; place: LiveCursor; after: LiveRow | null },
): Promise<LiveRow[]> => {
  const missed = events(sql, { from: place.tx, after }).where('id', '>', place.idFloor)
  if (scope.kind === 'all') return missed.execute()
  const own = await missed.where('userId', '=', userId).execute()
  if (scope.kind === 'own') return own
  const known = new Set(own.map((row) => row.id))
  const others = await missed.where('companyId', '=', anyOf(scope.companyIds)).execute()
  return [...own, ...others.filter((row) => !known.has(row.id))].toSorted(byPlace).slice(0, pageRows)
}

/** Whether a page was the last. */
export const isLastPage = (rows: readonly LiveRow[]): boolean => rows.length < pageRows
