import { faultOf, isAfter, orderOf } from './book-fields.ts'
import { bookFormat, bookTables, type BookRow, type Counts, type LineSpec } from './book-format.ts'

/** What is wrong with a line of an exported book, as the end of a sentence; null: nothing (money §10). */

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A line as text, and the object that it has. Null: it has none. */
export const readLine = (bytes: Buffer): { text: string; row: BookRow } | null => {
  if (bytes.at(-1) !== 10) return null
  try {
    const text = decoder.decode(bytes)
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? { text, row: value as BookRow } : null
  } catch {
    return null
  }
}

/**
 * Of a name that a line has twice, one reader takes the first value and another the last, and blocks sign only one of
 * them. So a line must be the text that an export writes.
 */
const textFault = (text: string, written: unknown): string | null =>
  `${JSON.stringify(written)}\n` === text
    ? null
    : 'is not as an export writes it: a name twice, other fields or another order of them, spaces, escapes, or another line end'

const objectOf = (value: unknown): BookRow =>
  typeof value === 'object' && value !== null ? (value as BookRow) : {}
const countsOf = (stated: unknown): BookRow =>
  Object.fromEntries(Object.keys(bookTables).map((name) => [name, objectOf(stated)[name]]))

const isInstant = (value: unknown): boolean => {
  const at = new Date(typeof value === 'string' ? value : Number.NaN)
  return !Number.isNaN(at.getTime()) && at.toISOString() === value
}

/** The first line. Its counts and its newest block are compared at the end of the file. */
export const headerFault = (row: BookRow, text: string): string | null => {
  const { line, format, version, at, newestBlock, counts } = row
  if (line !== 'book' || format !== bookFormat.format) return 'is not the first line of an exported book'
  if (version !== bookFormat.version)
    return `has version ${String(version)} of the format, and this version of Cardamom reads version ${bookFormat.version}`
  if (!isInstant(at)) return 'has an `at` that is not a time with milliseconds and a Z'
  const { height, hash } = objectOf(newestBlock)
  const newest = newestBlock === null ? null : { height, hash }
  return textFault(text, { line, ...bookFormat, at, newestBlock: newest, counts: countsOf(counts) })
}

/** What is wrong with the counts of the first or last line. */
export const countFault = (stated: unknown, found: Counts): string | null => {
  const counts = objectOf(stated)
  const name = Object.keys(bookTables).find((each) => counts[each] !== (found[each] ?? 0))
  return name === undefined
    ? null
    : `says ${String(counts[name])} ${name}, and the file has ${found[name] ?? 0}`
}

export const newestFault = (stated: unknown, found: BookRow | null): string | null => {
  const { height, hash } = objectOf(stated)
  return height === found?.['height'] && hash === found?.['hash']
    ? null
    : 'names another newest block than the file has'
}

/** The last line, against what was read before it. */
export const trailerFault = (
  { line, counts, sha256 }: BookRow,
  text: string,
  found: { counts: Counts; sha256: string },
): string | null => {
  if (sha256 !== found.sha256) return 'has another SHA-256 than the lines before it: the file was changed'
  return countFault(counts, found.counts) ?? textFault(text, { line, counts: countsOf(counts), sha256 })
}

const partsFault = (name: string, of: { part: LineSpec['table']; rows: unknown }): string | null => {
  const { part, rows } = of
  if (!Array.isArray(rows)) return `has no list \`${name}\``
  if (part.key.length === 0 && rows.length > 1) return `has more than one row of \`${name}\``
  let before: BookRow | null = null
  for (const each of rows as BookRow[]) {
    const fault = faultOf(part, each)
    if (fault) return `${fault}, among its ${name}`
    if (before && !isAfter(part, each, before))
      return `has ${name} that are not in the order of ${orderOf(part)}`
    before = each
  }
  return null
}

/** A line between them. @param before the line before it, if that is of the same kind */
export const rowFault = (
  { line, table, parts }: LineSpec,
  of: { row: BookRow; text: string; before: BookRow | null },
): string | null => {
  const { row, text, before } = of
  const lists = Object.entries(parts)
  const own = faultOf(table, row, { first: ['line'], last: Object.keys(parts) })
  if (own) return own
  for (const [name, part] of lists) {
    const fault = partsFault(name, { part, rows: row[name] })
    if (fault) return fault
  }
  if (before && !isAfter(table, row, before))
    return `does not follow the line before it: lines \`${line}\` are in the order of ${orderOf(table)}`
  return textFault(text, row)
}
