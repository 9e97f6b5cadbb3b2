import { createHash } from 'node:crypto'
import { sql as fragment, type SelectQueryBuilder } from 'kysely'
import { accepted, refused, type Answer } from './answer.ts'
import type { Queries } from './queries.ts'
import type { DB } from './schema.ts'

/** Counts stop here: people read "10,000+" (architecture §4). */
export const countCap = 10_000

/** The number of rows of a query, at most one more than the cap. */
export const countUpToCap = async <Table extends keyof DB>(
  sql: Queries,
  rows: SelectQueryBuilder<DB, Table, object>,
): Promise<number> => {
  const counted = rows.select(fragment.lit(1).as('one')).limit(fragment.lit(countCap + 1))
  const { count } = await sql
    .selectFrom(counted.as('counted'))
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The list that a cursor belongs to, with whatever else decides which rows are in it. */
export type ListFilter = { readonly list: string } & Readonly<Record<string, unknown>>

const markOf = (filter: ListFilter) =>
  createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 8)

/** An opaque cursor: the last id of a page, bound to the filter that it was made with (api §2). */
const cursorOf = (lastId: string, filter: ListFilter): string =>
  Buffer.from(`${markOf(filter)} ${lastId}`).toString('base64url')

const cursorForm = /^[\w-]{8} ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The id to go on after; null: from the start. A damaged cursor, or one of another list or filter, is refused. */
export const idOfCursor = (
  cursor: string | undefined,
  filter: ListFilter,
): Answer<string | null, 'validation'> => {
  if (cursor === undefined) return accepted(null)
  const [, id] = cursorForm.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  // Decoding skips characters that are none of its own, so the cursor is compared as a whole.
  return id !== undefined && cursor === cursorOf(id, filter)
    ? accepted(id)
    : refused('validation', { data: { errors: { cursor: ['invalid'] } } })
}

/** One page out of `limit + 1` rows that were read. */
export const pageFrom = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  of: { limit: number; filter: ListFilter; count: number },
): { items: Row[]; nextCursor: string | null; count: number; countIsCapped: boolean } => {
  const items = rows.slice(0, of.limit)
  const last = items.at(-1)
  return {
    items,
    nextCursor: rows.length > of.limit && last ? cursorOf(last.id, of.filter) : null,
    count: Math.min(of.count, countCap),
    countIsCapped: of.count > countCap,
  }
}
