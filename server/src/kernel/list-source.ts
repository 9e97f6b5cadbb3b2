import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { Expression, SelectQueryBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { CsvColumns } from './csv.ts'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'

/** Who fetches the file of a list. The file's address needs no session, so less is known than of the reader of a page. */
export type FileReader = {
  readonly sql: Queries
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'scope'>
  readonly now: Date
}

/** Who reads a list. */
export type ListReader = FileReader & { readonly me: Pick<SessionPrincipal, 'roleId' | 'sessionId'> }
/** A list with a file has one source for pages and file, so it reads only what is known of both readers. */
type ReaderOf<L extends ListEndpoint> = L['list'] extends { csv: object } ? FileReader : ListReader

// oxlint-disable-next-line typescript/no-explicit-any -- a list joins whatever tables its rows need
type Rows<Row> = SelectQueryBuilder<any, any, Row>
export type ItemOf<L extends ListEndpoint> = z.output<L['list']['row']>
export type FiltersOf<L extends ListEndpoint> = keyof L['list']['filters'] & string
export type SortOf<L extends ListEndpoint> = L['list']['sorts'][number] extends infer S
  ? S extends `-${infer Name}`
    ? Name
    : S & string
  : never

/** Where the rows of a list come from. Columns are written as in a query: `kycCase.changedAt`. */
export type ListSource<L extends ListEndpoint, Row, Reader = ReaderOf<L>> = {
  /** Selects all columns that `items` reads, with the joins they need and what always holds for the rows. */
  readonly from: (sql: Queries, input: InputOf<L>, reader: Reader) => Rows<Row>
  /** Unique column; it orders rows whose other key is the same. */
  readonly id: string
  /** Key of each order. It is never null, and an index has it with the scope's column and `id`. */
  readonly sorts: Readonly<Record<SortOf<L>, string | Expression<unknown>>>
  /** Whose rows: those of the reader's companies, or those of the reader. */
  readonly scope: { readonly companies: string } | { readonly owner: string }
  /** Column that equals the filter's value, or the condition that the value stands for. */
  readonly filters?: {
    readonly [F in FiltersOf<L>]-?: string | ((value: never) => Expression<SqlBool>)
  }
  /** The reader's time zone: `from` and `to` are days in it. */
  readonly timeZone?: (reader: Reader) => Promise<string>
  /** Column that `from` and `to` bound. */
  readonly days?: string
  readonly search?: (words: string, reader: Reader) => Expression<SqlBool>
  readonly items: (rows: readonly Row[], reader: Reader) => ItemOf<L>[] | Promise<ItemOf<L>[]>
  /** Column that grows with every change of a row, where a change may move a row in an order: a file needs it. */
  readonly version?: string
  /** The file of a list that declares one. */
  readonly csv?: ListFile<L, Row>
}

/** A CSV file. Its own `from` and `items` are for rows that differ from those of a page. */
type ListFile<L extends ListEndpoint, Row> = Partial<
  Pick<ListSource<L, Row, FileReader>, 'from' | 'items'>
> & {
  /** Where the catalogue has `fileName` and `columns.<name>`. */
  readonly texts: string
  readonly columns: CsvColumns<ItemOf<L>>
}

/** A source as it is read: a reader of pages may read any list. */
export type Source<L extends ListEndpoint, Row> = ListSource<L, Row, ListReader>
