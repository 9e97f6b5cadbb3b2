import { createHash } from 'node:crypto'

/** Counts stop here: people read "10,000+" (money §5). */
export const countCap = 10_000

const markOf = (filter: unknown) =>
  createHash('sha256').update(JSON.stringify(filter)).digest('base64url').slice(0, 8)

/** An opaque cursor: the last id of a page, bound to the filter that it was made with (api). */
export const cursorOf = (lastId: string, filter: unknown): string =>
  Buffer.from(`${markOf(filter)} ${lastId}`).toString('base64url')

/** The id to go on after; undefined: from the start; null: the cursor belongs to another filter. */
export const idOfCursor = (cursor: string | undefined, filter: unknown): string | undefined | null => {
  if (cursor === undefined) return undefined
  const [mark, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  return mark === markOf(filter) && /^[0-9a-f-]{36}$/.test(id ?? '') ? (id as string) : null
}

/** One page out of `limit + 1` rows that were read. */
export const pageFrom = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  of: { limit: number; filter: unknown; count: number },
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
