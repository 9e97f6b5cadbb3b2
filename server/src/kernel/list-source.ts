import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { CsvColumns } from './csv.ts'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'

/**
 * The person who fetches the file of a list. The file's address needs no session, so fewer facts are known
 * than for the reader of a page.
 */
export type FileReader = {
  readonly sql: Queries
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'scope'>
  readonly now: Date
}

/** The person who reads a page of a list. */
export type ListReader = FileReader & { readonly me: Pick<SessionPrincipal, 'roleId' | 'sessionId'> }
/**
 * A list with a file has one source for pages and file, so the source may use only the facts that both
 * readers have.
 */
type ReaderOf<L extends ListEndpoint> = L['list'] extends { csv: object } ? FileReader : ListReader

// oxlint-disable-next-line typescript/no-explicit-any -- a list joins any tables
type Rows<Row> = SelectQueryBuilder<any, any, Row>
export type ItemOf<L extends ListEndpoint> = z.output<L['list']['row']>
export type FiltersOf<L extends ListEndpoint> = keyof L['list']['filters'] & string
export type SortOf<L extends ListEndpoint> = L['list']['sorts'][number] extends infer S
  ? S extends `-${infer Name}`
    ? Name
    : S & string
  : never

/** The rows of a list. Columns are written as in a query: `kycCase.changedAt`. */
export type ListSource<L extends ListEndpoint, Row, Reader = ReaderOf<L>> = {
  /** Selects all columns that `items` reads, with their joins and the list's fixed conditions. */
  readonly from: (sql: Queries, input: InputOf<L>, reader: Reader) => Rows<Row>
  /** A unique column; it orders rows with equal keys. */
  readonly id: string
  /**
   * The key of each order. It is never null, and an index has it together with the scope's column and `id`.
   */
  readonly sorts: Readonly<Record<SortOf<L>, string | Expression<unknown>>>
  /** Whose rows the list has: those of the reader's companies, or the reader's own. */
  readonly scope: { readonly companies: string } | { readonly owner: string }
  /** The column that equals the filter's value, or the condition for the value. */
  readonly filters?: {
    readonly [F in FiltersOf<L>]-?: string | ((value: never) => Expression<SqlBool>)
  }
  /** The reader's time zone; `from` and `to` are days in it. */
  readonly timeZone?: (reader: Reader) => Promise<string>
  /** The column that `from` and `to` limit. */
  readonly days?: string
  readonly search?: (words: string, reader: Reader) => Expression<SqlBool>
  readonly items: (rows: readonly Row[], reader: Reader) => ItemOf<L>[] | Promise<ItemOf<L>[]>
  /**
   * A column that increases with every change of a row. A file needs it where a change may move a row in an
   * order.
   */
  readonly version?: string
  /** The file, for a list that declares one. */
  readonly csv?: ListFile<L, Row>
}

/** A CSV file. It has its own `from` and `items` where its rows differ from those of a page. */
type ListFile<L extends ListEndpoint, Row> = Partial<
  Pick<ListSource<L, Row, FileReader>, 'from' | 'items'>
> & {
  /** The part of the catalogue with `fileName` and `columns.<name>`. */
  readonly texts: string
  readonly columns: CsvColumns<ItemOf<L>>
}

/** A source for reading: the reader of a page may read any list. */
export type Source<L extends ListEndpoint, Row> = ListSource<L, Row, ListReader>
