import { createHash } from 'node:crypto'

/** The parsed query of a list. */
export type RowsRequest = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly sort: string
  readonly q?: string | undefined
  readonly id?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
} & Readonly<Record<string, unknown>>

/** A row's position in an order: the text of its key, and its id. */
export type Position = { readonly key: string; readonly id: string }

/** The same for queries that have the same rows in the same order: list, filters and order, without the page. */
export const fingerprintOf = (path: string, request: RowsRequest): string => {
  const deciding = Object.entries(request)
    .filter(([name]) => name !== 'limit' && name !== 'cursor')
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, deciding]))
    .digest('base64url')
    .slice(0, 8)
}

/** An opaque cursor that only the query of the fingerprint accepts (api §1). */
export const writeCursor = (fingerprint: string, { key, id }: Position): string =>
  Buffer.from(JSON.stringify([fingerprint, key, id])).toString('base64url')

/** The position of a cursor; null when the cursor is damaged, or of another list, order or filter. */
export const readCursor = (fingerprint: string, cursor: string): Position | null => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (!Array.isArray(parts) || parts.length !== 3) return null
    const [, key, id] = parts as unknown[]
    if (typeof key !== 'string' || typeof id !== 'string') return null
    // Decoding ignores foreign characters, so the whole cursor is compared.
    return cursor === writeCursor(fingerprint, { key, id }) ? { key, id } : null
  } catch {
    return null
  }
}
