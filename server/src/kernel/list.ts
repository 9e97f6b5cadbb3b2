import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import { accepted, refused, type Answer } from './answer.ts'
import { countCap } from './capped-count.ts'
import type { CsvColumn } from './csv.ts'
import { filePages } from './file-pages.ts'
import { csvColumnsOf, type ItemOf } from './list-columns.ts'
import { fingerprintOf, readCursor, writeCursor, type RowsRequest } from './list-cursor.ts'
import { cutPage, readRows, stampOf, type PositionedRow } from './list-rows.ts'
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
  /** The file of the list: its rows page by page, its columns and texts. */
  readonly csv: CsvOfList<ItemOf<L>> | null
}

export type CsvOfList<Item> = {
  readonly texts: string
  readonly columns: readonly CsvColumn<Item>[]
  /** All rows of a filter: a reader of `db.reader` holds no connection between two pages. */
  readonly pages: (reader: FileReader, input: object) => AsyncIterable<readonly Item[]>
  /** Zone of the reader's days. */
  readonly timeZone: (reader: FileReader) => Promise<string>
}

const wrongCursor = refused('validation', { data: { errors: { cursor: ['invalid'] } } })

/** Whether the database could not read a value (SQLSTATE 22): the cursor was not written by us. */
const isUnreadable = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('22') === true

/** All rows of a filter, page by page. */
const pagesOf = <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, input }: { reader: ListReader; input: object },
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
    ...(version === undefined
      ? {}
      : { stamp: () => stampOf(declared, { ...source, version }, { reader, request: inputOf(1) }) }),
  })
}

/** The file of a list; null where its declaration or its source has none. */
const csvOf = <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
): CsvOfList<ItemOf<L>> | null => {
  if (!source.csv) return null
  const { texts, columns: _columns, ...own } = source.csv
  const fileSource = { ...source, ...own }
  // The source of a list with a file is typed for a `FileReader` (`ReaderOf`), so it reads nothing else.
  const asListReader = (reader: FileReader) => reader as ListReader
  return {
    texts,
    columns: csvColumnsOf(declared, source.csv),
    pages: async function* (reader, input) {
      for await (const rows of pagesOf(declared, fileSource, { reader: asListReader(reader), input }))
        yield await fileSource.items(rows, asListReader(reader))
    },
    timeZone: (reader) => source.timeZone(asListReader(reader)),
  }
}

export type AnyList = List<ListEndpoint>
const lists = new WeakMap<object, AnyList>()
const paths = new Set<string>()

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
    csv: csvOf(declared, rowSource),
  }
  lists.set(declared, made as never)
  paths.add(declared.path)
  return made
}

/** The list of a call, or null where the call is none. */
export const listOf = (declared: object): AnyList | null => lists.get(declared) ?? null

/** Whether a call with this path is a list. */
export const isListPath = (path: string): boolean => paths.has(path)
