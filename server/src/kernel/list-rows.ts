import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import { sql as fragment, type Expression, type SqlBool } from 'kysely'
import { cappedCount } from './capped-count.ts'
import { dayBounds } from './day-bounds.ts'
import type { Asked, Position } from './list-cursor.ts'
import { plannedEachTime } from './queries.ts'
import type { FiltersOf, ListReader, SortOf, Source } from './list-source.ts'

export type Positioned<Row> = Row & {
  readonly cursorKey: string
  readonly cursorId: string
  readonly rowCount: number
}

type Asking = { readonly reader: ListReader; readonly asked: Asked }

const inScope = <L extends ListEndpoint>(
  scope: Source<L, never>['scope'],
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
  source: Source<L, Row>,
  { asked, reader }: Asking,
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

/** All rows of a filter, without their order. */
const matching = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  asking: Asking,
) =>
  (await conditionsOf(declared, source, asking)).reduce(
    (query, each) => query.where(each),
    source.from(asking.reader.sql, asking.asked as InputOf<L>, asking.reader),
  )

/** Differs as soon as a row of a filter was added, changed or removed. */
export const stampOf = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row> & { readonly version: string },
  asking: Asking,
): Promise<string> => {
  const { count, versions } = await (
    await matching(declared, source, asking)
  )
    .clearSelect()
    .select(fragment<bigint>`count(*)`.as('count'))
    .select(fragment<bigint>`sum(${fragment.ref(source.version)})`.as('versions'))
    .executeTakeFirstOrThrow()
  return `${count} ${versions}`
}

type Read = Asking & {
  readonly after: Position | null
  /** A file needs no count. */
  readonly isCounted: boolean
}

/** One row more than a page, each with its position, and the count of all of them up to one above the cap. */
export const readRows = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, asked, after, isCounted }: Read,
): Promise<{ found: Positioned<Row>[]; count: number }> => {
  const isDown = asked.sort.startsWith('-')
  const column = source.sorts[asked.sort.replace(/^-/, '') as SortOf<L>]
  const key = typeof column === 'string' ? fragment.ref(column) : column
  const id = fragment.ref(source.id)
  const direction = isDown ? 'desc' : 'asc'
  const isPast = isDown ? fragment`<` : fragment`>`
  const rows = await matching(declared, source, { asked, reader })
  const counted = cappedCount(reader.sql, rows)
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
    .$if(!isCounted, (query) => query.modifyEnd(fragment.raw(plannedEachTime)))
    .execute()) as unknown as Positioned<Row>[]
  if (!isCounted) return { found, count: 0 }
  // The first row brings the count along; behind the last page there is none.
  const count = found[0]?.rowCount ?? (after ? (await counted.executeTakeFirstOrThrow()).count : 0)
  return { found, count }
}

/** The rows of a page, and the position of the last one if more follow. */
export const cut = <Row>(
  found: readonly Positioned<Row>[],
  limit: number,
): { rows: Positioned<Row>[]; next: Position | null } => {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? { key: last.cursorKey, id: last.cursorId } : null }
}
