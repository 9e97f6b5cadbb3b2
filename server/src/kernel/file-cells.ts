import { formatCents } from '@cardamom/contract/money'
import { sql as fragment, type Expression } from 'kysely'
import { csvCell } from '@cardamom/contract/csv-cell'
import { csvHead, type CsvText } from './csv.ts'
import type { Queries, RowPieces } from './queries.ts'

/** Writes the text of a value as a cell, which is no formula and quoted where necessary. */
type CellWriter = (value: string) => string

/** Names by id. An id without a name has an empty cell. */
export type ReadCellNames = (sql: Queries, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** A column of a file whose rows the database sends as it reads them: its value in SQL, and how its text is shown. */
export type FileCell = {
  readonly value: Expression<unknown>
  /** `labels`: the path of the texts of the column's values. */
  readonly writer: (text: CsvText, labels: string) => CellWriter
  readonly names?: ReadCellNames
}

/** Cells by the name of their column: the columns of a list's file, each showing what the cell of an item shows. */
export type FileCells = Readonly<Record<string, FileCell>>

/** Text as it is, also a number or an id. */
export const textCell = (value: Expression<unknown>): FileCell => ({ value, writer: () => csvCell })

/** The same for text that another function makes of the value. */
export const cellBy = (value: Expression<unknown>, show: (value: string) => string): FileCell => ({
  value,
  writer: () => (each) => csvCell(show(each)),
})

/** The names of ids are read for the rows of a piece together, each once. */
export const namedCell = (value: Expression<unknown>, names: ReadCellNames): FileCell => ({
  value,
  writer: () => csvCell,
  names,
})

/** An instant: ISO 8601 with milliseconds. PostgreSQL needs less time for its own form than for this one. */
export const timeCell = (instant: Expression<Date | null>): FileCell => ({
  value: fragment`(${instant} at time zone 'UTC')`,
  writer: () => (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`,
})

/** An amount of USD in cents. */
export const moneyCell = (cents: Expression<bigint | null>): FileCell => ({
  value: cents,
  writer: () => (text) => formatCents(BigInt(text)),
})

export const yesNoCell = (value: Expression<boolean | null>): FileCell => ({
  value,
  writer: (text) => {
    const [yes, no] = [csvCell(text('lists.yes')), csvCell(text('lists.no'))]
    return (each) => (each === 't' ? yes : no)
  },
})

/** One of a few values, shown by the text of the value. `valueOf` makes the list's value of the stored one. */
export const choiceCell = (
  value: Expression<unknown>,
  valueOf: (stored: string) => string = (stored) => stored,
): FileCell => ({
  value,
  writer: (text, labels) => {
    const known = new Map<string, string>()
    return (stored) => {
      const cell = known.get(stored) ?? csvCell(text(`${labels}.${valueOf(stored)}`))
      known.set(stored, cell)
      return cell
    }
  },
})

type WrittenColumn = { readonly write: CellWriter; readonly names: NamesOf | null }
type NamesOf = (sql: Queries, ids: readonly (string | null)[]) => Promise<ReadonlyMap<string, string>>

/** Ids whose names wait for another row. */
const mostRemembered = 50_000

/** Reads the name of each id once, except where a file has very many. */
const rememberNames = (read: ReadCellNames): NamesOf => {
  const known = new Map<string, string>()
  return async (sql, ids) => {
    if (known.size > mostRemembered) known.clear()
    const missing = new Set<string>()
    for (const id of ids) if (id !== null && !known.has(id)) missing.add(id)
    if (missing.size === 0) return known
    const found = await read(sql, [...missing])
    for (const id of missing) known.set(id, found.get(id) ?? '')
    return known
  }
}

const columnsOf = (cells: readonly (readonly [string, FileCell])[], text: CsvText, texts: string) =>
  cells.map(([name, { writer, names }]): WrittenColumn => ({
    write: writer(text, `${texts}.values.${name}`),
    names: names ? rememberNames(names) : null,
  }))

/** Puts the names of a piece's rows in the place of their ids. */
const nameRows = async (
  sql: Queries,
  columns: readonly WrittenColumn[],
  rows: readonly (string | null)[][],
): Promise<void> => {
  for (const [at, { names }] of columns.entries()) {
    if (names === null) continue
    const named = await names(
      sql,
      rows.map((row) => row[at] ?? null),
    )
    for (const row of rows) row[at] = named.get(row[at] ?? '') ?? null
  }
}

/** The file of these columns, of the rows that the database sends. */
export const streamedCsv = async function* (of: {
  sql: Queries
  cells: readonly (readonly [string, FileCell])[]
  rows: RowPieces
  texts: string
  text: CsvText
}): AsyncGenerator<string, void> {
  const { sql, cells, rows, texts, text } = of
  const columns = columnsOf(cells, text, texts)
  const writers = columns.map(({ write }) => write)
  yield csvHead(
    cells.map(([name]) => name),
    { texts, text },
  )
  for await (const piece of rows) {
    await nameRows(sql, columns, piece)
    let lines = ''
    for (const row of piece) {
      for (let at = 0; at < writers.length; at += 1) {
        const value = row[at] ?? null
        if (at > 0) lines += ','
        if (value !== null) lines += writers[at]!(value)
      }
      lines += '\r\n'
    }
    yield lines
  }
}
