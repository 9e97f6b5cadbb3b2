import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import { sql as fragment, type Expression, type SqlBool } from 'kysely'
import { cappedCount } from './capped-count.ts'
import { dayBounds } from './day-bounds.ts'
import type { RowsRequest, Position } from './list-cursor.ts'
import type { ListReader, Source } from './list-source.ts'
import { plannedEachTime } from './queries.ts'
import { createQueryCache, filled, slot } from './select-once.ts'

export type PositionedRow<Row> = Row & {
  readonly cursorKey: string
  readonly cursorId: string
  readonly rowCount: number
}

/** Pages without a filter: each is compiled once for its list, order and cursor. */
const compileOnce = createQueryCache()

type ReaderRequest = { readonly reader: ListReader; readonly request: RowsRequest }

/** The value that the scope's column is compared with; null: the reader sees all rows. */
const scopeValueOf = <L extends ListEndpoint>(scope: Source<L, never>['scope'], me: ListReader['me']) => {
  if ('owner' in scope) return me.userId
  if ('shared' in scope || me.scope.kind === 'all') return null
  return me.scope.kind === 'own' ? [me.scope.companyId] : [...me.scope.companyIds]
}

/** The policy compares the companies too, but no index serves a policy (architecture §4). */
const inScope = <L extends ListEndpoint>(scope: Source<L, never>['scope']): Expression<SqlBool> => {
  if ('shared' in scope) return fragment<SqlBool>`true`
  return 'owner' in scope
    ? fragment<SqlBool>`${fragment.ref(scope.owner)} = ${slot('scope')}`
    : fragment<SqlBool>`${fragment.ref(scope.companies)} = any(${slot('scope')})`
}

/** The request's conditions, without scope and order. */
const conditionsOf = async <L extends ListEndpoint, Row>(
  { list, path }: L,
  source: Source<L, Row>,
  { request, reader }: ReaderRequest,
): Promise<Expression<SqlBool>[]> => {
  const found: Expression<SqlBool>[] = []
  for (const name of Object.keys(list.filters ?? {})) {
    const value = request[name]
    if (value === undefined) continue
    const by = source.filters[name] as string | ((value: unknown) => Expression<SqlBool>)
    found.push(typeof by === 'string' ? fragment<SqlBool>`${fragment.ref(by)} = ${value}` : by(value))
  }
  if (request.from !== undefined || request.to !== undefined) {
    if (!source.days) throw new Error(`The list ${path} has no column for its days`)
    const timeZone = await source.timeZone(reader)
    const at = fragment.ref(source.days)
    const { dayBound = (instant: Date) => instant } = source
    if (request.from)
      found.push(fragment<SqlBool>`${at} >= ${dayBound(dayBounds(request.from, timeZone).from)}`)
    if (request.to) found.push(fragment<SqlBool>`${at} < ${dayBound(dayBounds(request.to, timeZone).before)}`)
  }
  if (request.id !== undefined) found.push(fragment<SqlBool>`${fragment.ref(source.id)} = ${request.id}`)
  if (source.search && request.q) found.push(source.search(request.q, reader))
  return found
}

/**
 * The query of all rows of a filter, without an order; `scope` is the value for the placeholder of `filled`.
 */
const selectionOf = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  readerRequest: ReaderRequest,
) => {
  const { request, reader } = readerRequest
  const scope = scopeValueOf(source.scope, reader.me)
  const conditions = await conditionsOf(declared, source, readerRequest)
  const from = source.from(reader.sql, request as InputOf<L>, reader)
  const all = () => (scope === null ? conditions : [inScope(source.scope), ...conditions])
  return {
    from,
    scope,
    hasConditions: conditions.length > 0,
    build: () => all().reduce((query, each) => query.where(each), from),
  }
}

/** Changes when a row of a filter is added, changed or removed. */
export const stampOf = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row> & { readonly version: string },
  readerRequest: ReaderRequest,
): Promise<string> => {
  const { scope, build } = await selectionOf(declared, source, readerRequest)
  const query = build()
    .clearSelect()
    .select(fragment<bigint>`count(*)`.as('count'))
    .select(fragment<bigint>`sum(${fragment.ref(source.version)})`.as('versions'))
  type Stamp = { count: bigint; versions: bigint | null }
  const { rows } = await readerRequest.reader.sql.executeQuery<Stamp>(filled(query.compile(), { scope }))
  return `${rows[0]?.count} ${rows[0]?.versions}`
}

type PageRequest = ReaderRequest & {
  readonly after: Position | null
  /** A file needs no count. */
  readonly isCounted: boolean
}

/** One row more than a page, each with its position, and the count of all rows up to one above the cap. */
export const readRows = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, request, after, isCounted }: PageRequest,
): Promise<{ found: PositionedRow<Row>[]; count: number }> => {
  const { sql } = reader
  const { from, scope, hasConditions, build } = await selectionOf(declared, source, { request, reader })
  const page = () => {
    const isDown = request.sort.startsWith('-')
    const name = request.sort.replace(/^-/, '')
    const column = source.sorts[name]
    if (column === undefined) throw new Error(`The list ${declared.path} has no order ${name}`)
    const key = typeof column === 'string' ? fragment.ref(column) : column
    const id = fragment.ref(source.id)
    const direction = isDown ? 'desc' : 'asc'
    const isPast = isDown ? fragment`<` : fragment`>`
    const position =
      column === source.id
        ? fragment<SqlBool>`${id} ${isPast} ${slot('id')}`
        : fragment<SqlBool>`(${key}, ${id}) ${isPast} (${slot('key')}, ${slot('id')})`
    const rows = build()
    return rows
      .select([fragment<string>`${key}::text`.as('cursorKey'), fragment<string>`${id}::text`.as('cursorId')])
      .$if(isCounted, (query) => query.select(cappedCount(sql, rows).as('rowCount')))
      .$if(after !== null, (query) => query.where(position))
      .$if(column !== source.id, (query) => query.orderBy(key, direction))
      .orderBy(id, direction)
      .limit(slot<number>('limit'))
      .$if(!isCounted, (query) => query.modifyEnd(fragment.raw(plannedEachTime)))
  }
  const shape = `${declared.path} ${request.sort} ${scope === null} ${after === null} ${isCounted}`
  const query = hasConditions ? page().compile() : compileOnce(from, shape, page)
  const values = { scope, ...after, limit: request.limit + 1 }
  const { rows: found } = await sql.executeQuery<PositionedRow<Row>>(filled(query, values))
  if (!isCounted) return { found, count: 0 }
  // The count is a column of the rows, so after the last page it is read alone.
  if (found[0] || !after) return { found, count: found[0]?.rowCount ?? 0 }
  const counted = filled(cappedCount(sql, build()).compile(), values)
  const count = (await sql.executeQuery<{ count: number }>(counted)).rows[0]?.count ?? 0
  return { found, count }
}

/** The rows of a page, and the position of the last one if more follow. */
export const cutPage = <Row>(
  found: readonly PositionedRow<Row>[],
  limit: number,
): { rows: PositionedRow<Row>[]; next: Position | null } => {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, next: last ? { key: last.cursorKey, id: last.cursorId } : null }
}
