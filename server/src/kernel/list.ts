import type { ListEndpoint } from '@cardamom/contract/list'
import type { InputOf } from '@cardamom/contract/endpoint'
import { sql as fragment, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { accepted, refused, type Answer } from './answer.ts'
import { cappedCount, countCap } from './capped-count.ts'
import { dayBounds } from './day-bounds.ts'
import { filePages } from './file-pages.ts'
import { markOf, readCursor, writeCursor, type Asked, type Position } from './list-cursor.ts'
import type { SessionPrincipal } from './principal.ts'
import type { Queries } from './queries.ts'

/** Who reads a list, in which transaction. */
export type ListReader = {
  readonly sql: Queries
  readonly me: Pick<SessionPrincipal, 'userId' | 'companyId' | 'roleId' | 'sessionId' | 'scope'>
  readonly now: Date
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list joins whatever tables its rows need
type Rows<Row> = SelectQueryBuilder<any, any, Row>
type ItemOf<L extends ListEndpoint> = z.output<L['list']['row']>
type FiltersOf<L extends ListEndpoint> = keyof L['list']['filters'] & string
type SortOf<L extends ListEndpoint> = L['list']['sorts'][number] extends infer S
  ? S extends `-${infer Name}`
    ? Name
    : S & string
  : never

/** Where the rows of a list come from. Columns are written as in a query: `kycCase.changedAt`. */
export type ListSource<L extends ListEndpoint, Row> = {
  /** Selects all columns that `items` reads, with the joins they need and what always holds for the rows. */
  readonly from: (sql: Queries, input: InputOf<L>, reader: ListReader) => Rows<Row>
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
  /** Zone of the reader's days. */
  readonly timeZone?: (reader: ListReader) => Promise<string>
  /** Column that `from` and `to` bound. */
  readonly days?: string
  readonly search?: (words: string, reader: ListReader) => Expression<SqlBool>
  readonly items: (rows: readonly Row[], reader: ListReader) => ItemOf<L>[] | Promise<ItemOf<L>[]>
}

type Positioned<Row> = Row & {
  readonly cursorKey: string
  readonly cursorId: string
  readonly rowCount: number
}

type PageOf<Item> = {
  readonly items: Item[]
  readonly nextCursor: string | null
  readonly count: number
  readonly countIsCapped: boolean
}

export type List<L extends ListEndpoint, Row> = {
  readonly declared: L
  /** One page in the reader's order, with the count of all rows up to 10,000. */
  readonly page: (reader: ListReader, input: InputOf<L>) => Promise<Answer<PageOf<ItemOf<L>>, 'validation'>>
  /** All rows of a filter, for a file: a reader of `db.reader` holds no connection between two pages. */
  readonly pages: (
    reader: ListReader,
    input: Omit<InputOf<L>, 'limit' | 'cursor'>,
  ) => AsyncIterable<readonly Row[]>
}

const wrongCursor = refused('validation', { data: { errors: { cursor: ['invalid'] } } })

const inScope = <L extends ListEndpoint>(
  scope: ListSource<L, never>['scope'],
  me: ListReader['me'],
): Expression<SqlBool> | null => {
  if ('owner' in scope) return fragment<SqlBool>`${fragment.ref(scope.owner)} = ${me.userId}`
  // The companies are named although the policy sees to them: no index serves a policy (architecture §4).
  if (me.scope.kind === 'all') return null
  const companyIds = me.scope.kind === 'own' ? [me.scope.companyId] : [...me.scope.companyIds]
  return fragment<SqlBool>`${fragment.ref(scope.companies)} = any(${companyIds})`
}

const conditionsOf = async <L extends ListEndpoint, Row>(
  { list, path }: L,
  source: ListSource<L, Row>,
  { asked, reader }: { asked: Asked; reader: ListReader },
): Promise<Expression<SqlBool>[]> => {
  const found: (Expression<SqlBool> | null)[] = [inScope(source.scope, reader.me)]
  for (const name of Object.keys(list.filters ?? {})) {
    const value = asked[name]
    if (value === undefined) continue
    const by = source.filters?.[name as FiltersOf<L>] as
      | string
      | ((value: unknown) => Expression<SqlBool>)
      | undefined
    if (by === undefined) throw new Error(`The list ${path} has no rule for its filter ${name}`)
    found.push(typeof by === 'string' ? fragment<SqlBool>`${fragment.ref(by)} = ${value}` : by(value))
  }
  if (asked.from !== undefined || asked.to !== undefined) {
    if (!source.days || !source.timeZone) throw new Error(`The list ${path} has no column for its days`)
    const timeZone = await source.timeZone(reader)
    const at = fragment.ref(source.days)
    if (asked.from) found.push(fragment<SqlBool>`${at} >= ${dayBounds(asked.from, timeZone).from}`)
    if (asked.to) found.push(fragment<SqlBool>`${at} < ${dayBounds(asked.to, timeZone).before}`)
  }
  if (source.search && asked.q) found.push(source.search(asked.q, reader))
  return found.filter((each) => each !== null)
}

/** Values that a column of the order cannot have: the cursor was made up. */
const isUnreadable = (error: unknown): boolean => (error as { code?: string }).code?.startsWith('22') === true

type Read = {
  readonly reader: ListReader
  readonly asked: Asked
  readonly after: Position | null
  /** A file needs no count. */
  readonly isCounted: boolean
}

/** One row more than a page, each with its position, and the count of all of them up to one above the cap. */
const readRows = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: ListSource<L, Row>,
  { reader, asked, after, isCounted }: Read,
): Promise<{ found: Positioned<Row>[]; count: number }> => {
  const { sql } = reader
  const isDown = asked.sort.startsWith('-')
  const column = source.sorts[asked.sort.replace(/^-/, '') as SortOf<L>]
  const key = typeof column === 'string' ? fragment.ref(column) : column
  const id = fragment.ref(source.id)
  const direction = isDown ? 'desc' : 'asc'
  const isPast = isDown ? fragment`<` : fragment`>`
  const conditions = await conditionsOf(declared, source, { asked, reader })
  const rows = conditions.reduce(
    (query, each) => query.where(each),
    source.from(sql, asked as InputOf<L>, reader),
  )
  const counted = cappedCount(sql, rows)
  const positionOf = (past: Position) =>
    column === source.id
      ? fragment<SqlBool>`${id} ${isPast} ${past.id}`
      : fragment<SqlBool>`(${key}, ${id}) ${isPast} (${past.key}, ${past.id})`
  const found = (await rows
    .select([fragment<string>`${key}::text`.as('cursorKey'), fragment<string>`${id}::text`.as('cursorId')])
    .$if(isCounted, (query) => query.select(counted.as('rowCount')))
    .$if(after !== null, (query) => query.where(positionOf(after!)))
    .$if(column !== source.id, (query) => query.orderBy(key, direction))
    .orderBy(id, direction)
    .limit(asked.limit + 1)
    .execute()) as unknown as Positioned<Row>[]
  if (!isCounted) return { found, count: 0 }
  // The first row brings the count along; behind the last page there is none.
  const count = found[0]?.rowCount ?? (after ? (await counted.executeTakeFirstOrThrow()).count : 0)
  return { found, count }
}

/** The rows of a page, and the position of the last one if more follow. */
const cut = <Row>(
  found: readonly Positioned<Row>[],
  limit: number,
): { rows: Positioned<Row>[]; next: Position | null } => {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? { key: last.cursorKey, id: last.cursorId } : null }
}

export type AnyList = List<ListEndpoint, object>
const lists = new WeakMap<object, AnyList>()
const paths = new Set<string>()

/** A list of the contract with its rows: reads pages for the call, and all rows for a file. */
export const list = <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: ListSource<L, Row>,
): List<L, Row> => {
  const made: List<L, Row> = {
    declared,
    page: async (reader, input) => {
      const asked = input as Asked
      const mark = markOf(declared.path, asked)
      const after = asked.cursor === undefined ? null : readCursor(mark, asked.cursor)
      if (asked.cursor !== undefined && after === null) return wrongCursor
      try {
        const { found, count } = await readRows(declared, source, { reader, asked, after, isCounted: true })
        const { rows, next } = cut(found, asked.limit)
        return accepted({
          items: await source.items(rows, reader),
          nextCursor: next && writeCursor(mark, next),
          count: Math.min(count, countCap),
          countIsCapped: count > countCap,
        })
      } catch (error) {
        if (after !== null && isUnreadable(error)) return wrongCursor
        throw error
      }
    },
    pages: (reader, input) =>
      filePages<Positioned<Row>>({
        read: async (last, limit) => {
          const asked: Asked = { ...(input as unknown as Asked), limit }
          const after = last && { key: last.cursorKey, id: last.cursorId }
          const { found } = await readRows(declared, source, { reader, asked, after, isCounted: false })
          return cut(found, limit).rows
        },
      }),
  }
  lists.set(declared, made as never)
  paths.add(declared.path)
  return made
}

/** The list of a call, or null where the call is none. */
export const listOf = (declared: object): AnyList | null => lists.get(declared) ?? null

/** Whether a call with this path is a list. */
export const isListPath = (path: string): boolean => paths.has(path)
