import type { Scope } from './database.ts'
import type { Queries } from './queries.ts'

/** An event as the stream tells it: ids only, and the transaction that it came with. */
export type LiveRow = {
  readonly id: string
  readonly type: string
  readonly entity: string
  readonly entity_id: string
  readonly company_id: string | null
  readonly user_id: string | null
  readonly tx: string
}

/** Where a reader stands: all below `tx` is known to it. */
export type LivePlace = { readonly tx: string; readonly idFloor: string }

const pageRows = 500
/** Ids are made before the commit: those of one transaction may be older than others by so much. */
const lookBackMs = 60_000

const columns = 'id, type, entity, entity_id, company_id, user_id, tx::text as tx'
const oldestOpen = 'select pg_snapshot_xmin(pg_current_snapshot())::text as tx'
const placeOf = 'select open_from::text as tx from event where id = $1'
const fresh = `select ${columns} from event
  where tx >= $1::xid8 and ($2::xid8 is null or (tx, id) > ($2::xid8, $3::uuid))
    and ($4 or user_id = any($5::uuid[]) or company_id = any($6::uuid[]))
  order by tx, id limit ${pageRows}`
const missedBy = (whose: string) => `select ${columns} from event
  where ${whose} and tx >= $2::xid8 and id > $3 and ($4::xid8 is null or (tx, id) > ($4::xid8, $5::uuid))
  order by tx, id limit ${pageRows}`
// One constant text for each kind of scope, so that each has its index.
const missed = {
  all: missedBy('$1::uuid[] is null'),
  own: missedBy('user_id = ($1::uuid[])[1]'),
  companies: missedBy('company_id = any($1::uuid[])'),
} as const

/** Smallest uuid v7 of an instant: event ids are ordered by the time they were made. */
const idAt = (ms: number): string => {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}
const msOf = (id: string): number => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)

/** The oldest transaction that is not over: whatever began before it is to be seen from now on. */
export const readOldestOpen = async (sql: Queries): Promise<string> =>
  (await sql.one<{ tx: string }>(oldestOpen)).tx

/** Where who heard this event stands; null: there is no such event. */
export const readPlaceOf = async (sql: Queries, eventId: string): Promise<LivePlace | null> => {
  const found = await sql.maybe<{ tx: string }>(placeOf, [eventId])
  return found && { tx: found.tx, idFloor: idAt(msOf(eventId) - lookBackMs) }
}

/** Whom a look is for, taken together. */
export type Hearers = {
  readonly everybody: boolean
  readonly userIds: readonly string[]
  readonly companyIds: readonly string[]
}

/** A page of what anybody who listens may hear, in the order of transactions. */
export const readFresh = (
  sql: Queries,
  of: { from: string; after: LiveRow | null; hearers: Hearers },
): Promise<LiveRow[]> => {
  const { everybody, userIds, companyIds } = of.hearers
  const { tx = null, id = null } = of.after ?? {}
  return sql.rows<LiveRow>(fresh, [of.from, tx, id, everybody, userIds, companyIds])
}

/** A place as a header carries it; `at` is when everything below its transaction was told. */
export const writePlace = ({ tx, at }: { tx: string; at: Date }): string => `${tx}.${at.getTime()}`

/** The place of a header; null: it names none. */
export const parsePlace = (text: string): LivePlace | null => {
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
  of: { scope: Scope; userId: string; place: LivePlace; after: LiveRow | null },
): Promise<LiveRow[]> => {
  const { tx = null, id = null } = of.after ?? {}
  const { kind } = of.scope
  const read = (whose: keyof typeof missed, ids: readonly string[] | null) =>
    sql.rows<LiveRow>(missed[whose], [ids, of.place.tx, of.place.idFloor, tx, id])
  if (kind === 'all') return read('all', null)
  const own = await read('own', [of.userId])
  if (kind === 'own') return own
  const known = new Set(own.map((row) => row.id))
  const others = await read('companies', of.scope.companyIds)
  return [...own, ...others.filter((row) => !known.has(row.id))].toSorted(byPlace).slice(0, pageRows)
}

/** Whether a page was the last. */
export const isLastPage = (rows: readonly LiveRow[]): boolean => rows.length < pageRows
