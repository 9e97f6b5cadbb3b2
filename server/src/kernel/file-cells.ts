import { sql as fragment, type Expression } from 'kysely'
import { csvCell } from '@cardamom/contract/csv-cell'
import { csvHead, type CsvText } from './csv.ts'
import { CsvBytes } from './csv-bytes.ts'
import type { Queries, RowPieces } from './queries.ts'
import { RowPositions, type RowBlock } from './row-blocks.ts'

/** Writes the bytes of a value as a cell, which is no formula and quoted where necessary. */
type CellWriter = (file: CsvBytes, bytes: Buffer, start: number, end: number) => void

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

const writeText: CellWriter = (file, bytes, start, end) => file.text(bytes, start, end)
const cellOf = (text: string): Buffer => Buffer.from(csvCell(text))

/** Text as it is, also a number or an id. */
export const textCell = (value: Expression<unknown>): FileCell => ({ value, writer: () => writeText })

/** The same for text that another function makes of the value. */
export const cellBy = (value: Expression<unknown>, show: (value: string) => string): FileCell => ({
  value,
  writer: () => (file, bytes, start, end) => file.write(cellOf(show(bytes.toString('utf8', start, end)))),
})

/** A first and last name, without the space that is left where one of them is empty. */
export const nameCell = (value: Expression<string | null>): FileCell => ({
  value,
  writer: () => (file, bytes, start, end) => {
    // Spaces of other writing systems have more than one byte.
    const isTrimmed =
      bytes[start]! > 0x20 && bytes[start]! < 0x80 && bytes[end - 1]! > 0x20 && bytes[end - 1]! < 0x80
    if (isTrimmed) file.text(bytes, start, end)
    else file.write(cellOf(bytes.toString('utf8', start, end).trim()))
  },
})

/** The names of ids are read for the rows of a piece together, each once. */
export const namedCell = (value: Expression<unknown>, names: ReadCellNames): FileCell => ({
  value,
  writer: () => writeText,
  names,
})

/** An instant: ISO 8601 with milliseconds. PostgreSQL needs less time for its own form than for this one. */
export const timeCell = (instant: Expression<Date | null>): FileCell => ({
  value: fragment`(${instant} at time zone 'UTC')`,
  writer: () => (file, bytes, start, end) => file.instant(bytes, start, end),
})

/** An amount of USD in cents. */
export const moneyCell = (cents: Expression<bigint | null>): FileCell => ({
  value: cents,
  writer: () => (file, bytes, start, end) => file.cents(bytes, start, end),
})

export const yesNoCell = (value: Expression<boolean | null>): FileCell => ({
  value,
  writer: (text) => {
    const [yes, no] = [cellOf(text('lists.yes')), cellOf(text('lists.no'))]
    const isYes = 't'.charCodeAt(0)
    return (file, bytes, start) => file.write(bytes[start] === isYes ? yes : no)
  },
})

/** One of a few values, shown by the text of the value. `valueOf` makes the list's value of the stored one. */
export const choiceCell = (
  value: Expression<unknown>,
  valueOf: (stored: string) => string = (stored) => stored,
): FileCell => ({
  value,
  writer: (text, labels) => {
    const known = new Map<string, Buffer>()
    return (file, bytes, start, end) => {
      const stored = bytes.toString('latin1', start, end)
      const cell =
        known.get(stored) ?? cellOf(text(`${labels}.${valueOf(bytes.toString('utf8', start, end))}`))
      known.set(stored, cell)
      file.write(cell)
    }
  },
})

type NamesOf = (sql: Queries, ids: readonly (string | null)[]) => Promise<ReadonlyMap<string, Buffer>>
type WrittenColumn = { readonly write: CellWriter; readonly names: NamesOf | null }

/** Ids whose names wait for another row. */
const mostRemembered = 50_000

/** Reads the name of each id once, except where a file has very many. */
const rememberNames = (read: ReadCellNames): NamesOf => {
  const known = new Map<string, Buffer>()
  return async (sql, ids) => {
    if (known.size > mostRemembered) known.clear()
    const missing = new Set<string>()
    for (const id of ids) if (id !== null && !known.has(id)) missing.add(id)
    if (missing.size === 0) return known
    const found = await read(sql, [...missing])
    for (const id of missing) known.set(id, cellOf(found.get(id) ?? ''))
    return known
  }
}

const columnsOf = (cells: readonly (readonly [string, FileCell])[], text: CsvText, texts: string) =>
  cells.map(([name, { writer, names }]): WrittenColumn => ({
    write: writer(text, `${texts}.values.${name}`),
    names: names ? rememberNames(names) : null,
  }))

type Piece = {
  readonly blocks: readonly RowBlock[]
  readonly positions: Int32Array
  readonly columns: number
}

/** The ids of a column of a piece, row after row. */
const idsOf = ({ blocks, positions, columns }: Piece, column: number): (string | null)[] => {
  const ids: (string | null)[] = []
  let position = column * 2
  for (const { bytes, starts } of blocks)
    for (let row = 0; row < starts.length; row += 1) {
      const end = positions[position + 1]!
      ids.push(end < 0 ? null : bytes.toString('latin1', positions[position], end))
      position += columns * 2
    }
  return ids
}

const noName = Buffer.alloc(0)
/** The names of a piece's rows in each column of ids. */
const readRowNames = async (
  sql: Queries,
  columns: readonly WrittenColumn[],
  piece: Piece,
): Promise<readonly (readonly Buffer[] | null)[]> => {
  const named: (readonly Buffer[] | null)[] = []
  for (const [column, { names }] of columns.entries()) {
    if (names === null) {
      named.push(null)
      continue
    }
    const ids = idsOf(piece, column)
    const found = await names(sql, ids)
    named.push(ids.map((id) => (id === null ? noName : (found.get(id) ?? noName))))
  }
  return named
}

const [comma, carriageReturn, lineFeed] = [0x2c, 0x0d, 0x0a]

/** Adds the lines of a piece. */
const writeRows = (
  file: CsvBytes,
  columns: readonly WrittenColumn[],
  { blocks, positions, named }: Piece & { readonly named: readonly (readonly Buffer[] | null)[] },
): void => {
  let [line, position] = [0, 0]
  for (const { bytes, starts } of blocks) {
    for (let row = 0; row < starts.length; row += 1) {
      for (let column = 0; column < columns.length; column += 1) {
        if (column > 0) file.byte(comma)
        const names = named[column]
        const end = positions[position + 1]!
        if (names) file.write(names[line]!)
        else if (end >= 0) columns[column]!.write(file, bytes, positions[position]!, end)
        position += 2
      }
      file.byte(carriageReturn)
      file.byte(lineFeed)
      line += 1
    }
  }
}

/** The file of these columns, of the rows that the database sends. The bytes of a piece are valid until the next one. */
export const streamedCsv = async function* (of: {
  sql: Queries
  cells: readonly (readonly [string, FileCell])[]
  rows: RowPieces
  texts: string
  text: CsvText
}): AsyncGenerator<string | Uint8Array, void> {
  const { sql, cells, rows, texts, text } = of
  const columns = columnsOf(cells, text, texts)
  yield csvHead(
    cells.map(([name]) => name),
    { texts, text },
  )
  const file = new CsvBytes()
  const reader = new RowPositions()
  for await (const blocks of rows) {
    const piece = { blocks, positions: reader.read(blocks), columns: columns.length }
    writeRows(file, columns, { ...piece, named: await readRowNames(sql, columns, piece) })
    yield file.flush()
  }
}
