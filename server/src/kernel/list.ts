import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import { accepted, refused, type Answer } from './answer.ts'
import { countCap } from './capped-count.ts'
import { csvPieces, type CsvColumn, type CsvText } from './csv.ts'
import { streamedCsv, type FileCell, type FileCells } from './file-cells.ts'
import { filePages } from './file-pages.ts'
import { csvColumnsOf, type ItemOf } from './list-columns.ts'
import { readCounts } from './list-counts.ts'
import { fingerprintOf, readCursor, writeCursor, type RowsRequest } from './list-cursor.ts'
import { cutPage, readRows, stampOf, streamValues, type PositionedRow } from './list-rows.ts'
import { fullSource, type FileReader, type ListReader } from './list-source.ts'
import type { ListSource, Source } from './list-source.ts'
import type { DB } from './schema.ts'

type PageOf<Item> = {
  readonly items: Item[]
  readonly nextCursor: string | null
  readonly count: number
  readonly countIsCapped: boolean
}

export type List<L extends ListEndpoint> = {
  readonly declared: L
  /** One page in the reader's order, with the count of all rows up to 10,000. */
  readonly page: (reader: ListReader, input: InputOf<L>) => Promise<Answer<PageOf<ItemOf<L>>, 'validation'>>
  /** How many rows each tab has: see `readCounts`. */
  readonly counts: (reader: ListReader, input: object) => Promise<Record<string, number>>
  /** The file of the list: its rows page by page, its columns and texts. */
  readonly csv: CsvOfList<ItemOf<L>> | null
}

export type CsvOfList<Item> = {
  readonly texts: string
  readonly columns: readonly CsvColumn<Item>[]
  /** All rows of a filter: a reader of `db.reader` holds no connection between two pages. */
  readonly pages: (reader: FileReader, input: object, rowsAtOnce?: number) => AsyncIterable<readonly Item[]>
  /** The file of these columns: as the database sends its rows where the source has `cells`, else from the pages. */
  readonly pieces: (
    reader: FileReader,
    input: object,
    of: { readonly columns: readonly CsvColumn<Item>[]; readonly text: CsvText },
  ) => AsyncIterable<string | Uint8Array>
  /** Zone of the reader's days. */
  readonly timeZone: (reader: FileReader) => Promise<string>
}

const wrongCursor = refused('validation', { data: { errors: { cursor: ['invalid'] } } })

/** Whether the database could not read a value (SQLSTATE 22): the cursor was not written by us. */
const isUnreadable = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('22') === true

type FileRequest = {
  readonly reader: ListReader
  readonly input: object
  readonly rowsAtOnce?: number | undefined
}

/** All rows of a filter, page by page. */
const pagesOf = <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, input, rowsAtOnce }: FileRequest,
): AsyncIterable<readonly PositionedRow<Row>[]> => {
  const { version } = source
  const inputOf = (limit: number) => ({ ...input, limit }) as unknown as RowsRequest
  return filePages<PositionedRow<Row>>({
    read: async (last, limit) => {
      const after = last && { key: last.cursorKey, id: last.cursorId }
      const { found } = await readRows(declared, source, {
        reader,
        request: inputOf(limit),
        after,
        isCounted: false,
      })
      return cutPage(found, limit).rows
    },
    ...(rowsAtOnce === undefined ? {} : { rowsAtOnce }),
    ...(version === undefined
      ? {}
      : { stamp: () => stampOf(declared, { ...source, version }, { reader, request: inputOf(1) }) }),
  })
}

const cellNamed = (cells: FileCells, name: string): FileCell => {
  const cell = cells[name]
  if (!cell) throw new Error(`A file has no cell for its column ${name}`)
  return cell
}

/** The file of a list; null where its declaration or its source has none. */
const csvOf = <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
): CsvOfList<ItemOf<L>> | null => {
  if (!source.csv) return null
  const { texts, columns: _columns, cells, rowsAtOnce: usualRows, ...own } = source.csv
  const fileSource = { ...source, ...own }
  // The source of a list with a file is typed for a `FileReader` (`ReaderOf`), so it reads nothing else.
  const asListReader = (reader: FileReader) => reader as ListReader
  const pages: CsvOfList<ItemOf<L>>['pages'] = async function* (fileReader, input, rowsAtOnce = usualRows) {
    const reader = asListReader(fileReader)
    for await (const rows of pagesOf(declared, fileSource, { reader, input, rowsAtOnce }))
      yield await fileSource.items(rows, reader)
  }
  return {
    texts,
    columns: csvColumnsOf(declared, source.csv),
    pages,
    pieces: (fileReader, input, { columns, text }) => {
      const reader = asListReader(fileReader)
      // A seller may see rows whose companies they may not.
      const isOther = reader.me.scope.kind === 'own' && !('owner' in source.scope)
      if (!cells || isOther) return csvPieces(pages(reader, input), { columns, texts, text })
      const written = columns.map(({ name }) => [name, cellNamed(cells, name)] as const)
      const values = written.map(([, { value }]) => value)
      const rows = streamValues(declared, fileSource, { reader, request: input as RowsRequest, values })
      return streamedCsv({ sql: reader.sql, cells: written, rows, texts, text })
    },
    timeZone: (reader) => source.timeZone(asListReader(reader)),
  }
}

export type AnyList = List<ListEndpoint>
const lists = new WeakMap<object, AnyList>()
const declarations = new Map<string, ListEndpoint>()

/** A list of the contract with its rows: reads pages for the call, and all rows for a file. */
export const list = <L extends ListEndpoint, Row extends object, T extends keyof DB>(
  declared: L,
  source: ListSource<L, Row, T>,
): List<L> => {
  const rowSource = fullSource(declared, source)
  const made: List<L> = {
    declared,
    page: async (reader, input) => {
      const request = input as RowsRequest
      const fingerprint = fingerprintOf(declared.path, request)
      const after = request.cursor === undefined ? null : readCursor(fingerprint, request.cursor)
      if (request.cursor !== undefined && after === null) return wrongCursor
      try {
        const { found, count } = await readRows(declared, rowSource, {
          reader,
          request,
          after,
          isCounted: true,
        })
        const { rows, next } = cutPage(found, request.limit)
        return accepted({
          items: [...(await rowSource.items(rows, reader))],
          nextCursor: next && writeCursor(fingerprint, next),
          count: Math.min(count, countCap),
          countIsCapped: count > countCap,
        })
      } catch (error) {
        if (after !== null && isUnreadable(error)) return wrongCursor
        throw error
      }
    },
    counts: (reader, input) => readCounts(declared, rowSource, { reader, input }),
    csv: csvOf(declared, rowSource),
  }
  lists.set(declared, made as never)
  declarations.set(declared.path, declared)
  return made
}

/** The list of a call, or null where the call is none. */
export const listOf = (declared: object): AnyList | null => lists.get(declared) ?? null

/** The declaration of the list with this path, or null where no list has it. */
export const listWithPath = (path: string): ListEndpoint | null => declarations.get(path) ?? null
