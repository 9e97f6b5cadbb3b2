import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import type { Expression, SelectQueryBuilder, SelectType, SqlBool } from 'kysely'
import type { FileCells } from './file-cells.ts'
import type { FileColumns, ItemOf } from './list-columns.ts'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'
import type { DB } from './schema.ts'

/**
 * The person who fetches the file of a list. The file's address needs no session, so fewer facts are known
 * than for the reader of a page.
 */
export type FileReader = {
  readonly sql: Queries
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'scope' | 'may'>
  readonly now: Date
}

/** The person who reads a page of a list. */
export type ListReader = FileReader & {
  readonly me: Pick<SessionPrincipal, 'roleId' | 'sessionId' | 'impersonatorId'>
}
/**
 * A list with a file has one source for pages and file, so the source may use only the facts that both
 * readers have.
 */
type ReaderOf<L extends ListEndpoint> = L['list'] extends { csv: object } ? FileReader : ListReader

// oxlint-disable-next-line typescript/no-explicit-any -- a list joins any tables
type Rows<Row> = SelectQueryBuilder<any, any, Row>
export type FiltersOf<L extends ListEndpoint> = keyof L['list']['filters'] & string
export type SortOf<L extends ListEndpoint> = L['list']['sorts'][number] extends infer S
  ? S extends `-${infer Name}`
    ? Name
    : S & string
  : never

/** A column of a table, as a query names it: `kycCase.changedAt`. */
type ColumnName = string
/** The names of a table's columns. With `Value`, only those whose values all have this type. */
type ColumnsOf<T extends keyof DB, Value = unknown> = {
  [C in keyof DB[T]]: SelectType<DB[T][C]> extends Value ? C : never
}[keyof DB[T]]
/** A column for each name. A name that is a column of the table itself may be left out. */
type NamedValues<Names extends string, Own, Value> = { readonly [N in Exclude<Names, Own>]: Value } & {
  readonly [N in Extract<Names, Own>]?: Value
}
/** A part of a source. It may be left out when it has no required name. */
type Optional<Part extends string, T> =
  Record<never, never> extends T ? { readonly [P in Part]?: T } : { readonly [P in Part]: T }

/** The key of an order. It is never null, and an index has it together with the scope's column and `id`. */
type SortKey = ColumnName | Expression<unknown>
/** The column that equals the filter's value, or the condition for the value. */
type FilterRule = ColumnName | ((value: never) => Expression<SqlBool>)
/** Whose rows the list has: those of the reader's companies, the reader's own, or rows that belong to nobody. */
type ListScope =
  | {
      readonly companies: ColumnName
      /** The column of the person; sellers then read the rows of the people whom their codes brought. */
      readonly people?: ColumnName
    }
  | { readonly owner: ColumnName }
  | { readonly shared: true }
/** The field that the declaration's `days` names. */
type DayOf<L extends ListEndpoint> = L['list'] extends { days: infer Day extends string } ? Day : never

/** The rows that contain a phrase: known by their ids, or so many that a page is full soon. */
export type FoundRows = {
  readonly where: Expression<SqlBool>
  /** How many they are, up to one above the cap; null: they are counted with the page. */
  readonly count: number | null
}

/** The parts of a source that are the same for every table. */
type SourceParts<L extends ListEndpoint, Row, Reader> = {
  /** Selects all columns that `items` reads, with their joins and the list's fixed conditions. */
  readonly from: (sql: Queries, input: InputOf<L>, reader: Reader) => Rows<Row>
  /** A unique column; it orders rows with equal keys. The default is `<table>.id`. */
  readonly id?: ColumnName
  /** The reader's time zone; `from` and `to` are days in it. The default is UTC, as administrators read times. */
  readonly timeZone?: (reader: Reader) => Promise<string>
  /** The value of the days' column at an instant, where the column is an id that is made with the time. */
  readonly dayBound?: (instant: Date) => string
  /** The table is divided by months, so an index of a company has as many parts. */
  readonly isInMonths?: true
  readonly search?: (phrase: string, reader: Reader) => Expression<SqlBool> | Promise<FoundRows>
  readonly items: (
    rows: readonly Row[],
    reader: Reader,
  ) => readonly ItemOf<L>[] | Promise<readonly ItemOf<L>[]>
  /**
   * A column that increases with every change of a row. A file needs it where a change may alter the order of
   * rows.
   */
  readonly version?: ColumnName
  /** The file, for a list that declares one. */
  readonly csv?: ListFile<L, Row>
}

/**
 * The rows of a list. Columns are written as in a query: `kycCase.changedAt`. An order, a filter or the days without
 * a column use the table's column of the same name.
 */
export type ListSource<L extends ListEndpoint, Row, T extends keyof DB, Reader = ReaderOf<L>> = SourceParts<
  L,
  Row,
  Reader
> & {
  readonly table: T & string
  /**
   * `companies` means the table's `companyId`, `owner` its `userId`. Another column is declared by its name. `shared`: the
   * rows belong to the installation, and everybody with the list's tag reads them.
   */
  readonly scope: 'companies' | 'owner' | 'shared' | ListScope
} & Optional<'sorts', NamedValues<SortOf<L>, ColumnsOf<T, NonNullable<unknown>>, SortKey>> &
  Optional<'filters', NamedValues<FiltersOf<L>, ColumnsOf<T>, FilterRule>> &
  (DayOf<L> extends ColumnsOf<T> ? { readonly days?: ColumnName } : { readonly days: ColumnName })

/** A CSV file. It has its own `from` and `items` where its rows differ from those of a page. */
type ListFile<L extends ListEndpoint, Row> = Partial<
  Pick<SourceParts<L, Row, FileReader>, 'from' | 'items'>
> & {
  /** The part of the catalogue with `fileName` and `fields.<name>`. */
  readonly texts: string
  readonly columns: FileColumns<ItemOf<L>>
  /**
   * The cells of all columns as the database sends them, for readers of companies and of their own rows, who make the large
   * files. They show the same as those of `items`, row by row.
   */
  readonly cells?: FileCells
  /** Rows that are read at once where each of them is much work. */
  readonly rowsAtOnce?: number
}

/** A source with all its columns. A reader of pages may read any list. */
export type Source<L extends ListEndpoint, Row> = SourceParts<L, Row, ListReader> & {
  readonly id: ColumnName
  readonly scope: ListScope
  readonly sorts: Readonly<Record<string, SortKey>>
  readonly filters: Readonly<Record<string, FilterRule>>
  readonly days: ColumnName | undefined
  readonly timeZone: (reader: ListReader) => Promise<string>
}

type AnySourceParts<L extends ListEndpoint, Row> = SourceParts<L, Row, ListReader> & {
  readonly table: string
  readonly scope: 'companies' | 'owner' | 'shared' | ListScope
  readonly sorts?: Readonly<Record<string, SortKey>>
  readonly filters?: Readonly<Record<string, FilterRule>>
  readonly days?: ColumnName
}

/** Adds the columns that a source leaves out. */
export const fullSource = <L extends ListEndpoint, Row, T extends keyof DB>(
  { list: { days, filters = {}, sorts } }: L,
  source: ListSource<L, Row, T>,
): Source<L, Row> => {
  // The type of `source` has checked the names.
  const own = source as unknown as AnySourceParts<L, Row>
  const { table, scope } = own
  const columnsOf = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, `${table}.${name}`]))
  const scopes = {
    companies: { companies: `${table}.companyId` },
    owner: { owner: `${table}.userId` },
    shared: { shared: true },
  } as const
  return {
    timeZone: () => Promise.resolve('UTC'),
    id: `${table}.id`,
    ...own,
    scope: typeof scope === 'string' ? scopes[scope] : scope,
    sorts: { ...columnsOf(sorts.map((sort) => sort.replace(/^-/, ''))), ...own.sorts },
    filters: { ...columnsOf(Object.keys(filters)), ...own.filters },
    days: own.days ?? (days === undefined ? undefined : `${table}.${days}`),
  }
}
