import type { InputOf } from '@cardamom/contract/endpoint'
import type { ListEndpoint } from '@cardamom/contract/list'
import { sql as fragment, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { cappedCount } from './capped-count.ts'
import { dayBounds } from './day-bounds.ts'
import type { RowsRequest, Position } from './list-cursor.ts'
import type { ListReader, Source } from './list-source.ts'
import { plannedEachTime, plannedInOrder, type RowPieces } from './queries.ts'
import { inScope, scopeValueOf, wayOf } from './list-scope.ts'
import { arrayOf } from './scoped-statement.ts'
import { createQueryCache, filled, slot } from './select-once.ts'

export type PositionedRow<Row> = Row & {
  readonly cursorKey: string
  readonly cursorId: string
  readonly rowCount: number
}

/** Pages without a filter: each is compiled once for its list, order and cursor. */
const compileOnce = createQueryCache()

type ReaderRequest = { readonly reader: ListReader; readonly request: RowsRequest }

/** The request's conditions, without scope and order. */
const conditionsOf = async <L extends ListEndpoint, Row>(
  { list, path }: L,
  source: Source<L, Row>,
  { request, reader }: ReaderRequest,
): Promise<{ conditions: Expression<SqlBool>[]; knownCount: number | null; isFound: boolean }> => {
  const found: Expression<SqlBool>[] = []
  const { me } = reader
  if (me.scope.kind === 'own' && me.scope.isSeller && 'companies' in source.scope && source.scope.people)
    found.push(
      fragment<SqlBool>`${fragment.ref(source.scope.people)} in (select people_of_seller(${me.userId}::uuid))`,
    )
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
  const all = { conditions: found, knownCount: null, isFound: false }
  if (!source.search || !request.q) return all
  const searched = await source.search(request.q, reader)
  if (!('where' in searched)) return { ...all, conditions: [...found, searched] }
  // Another condition may leave fewer rows.
  const knownCount = found.length === 0 ? searched.count : null
  return { conditions: [...found, searched.where], knownCount, isFound: true }
}

/**
 * The query of all rows of a filter, without an order; `scope` is the value for the placeholder of `filled`.
 */
export const selectionOf = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  readerRequest: ReaderRequest,
) => {
  const { request, reader } = readerRequest
  const scope = scopeValueOf(source.scope, reader.me)
  const { conditions, knownCount, isFound } = await conditionsOf(declared, source, readerRequest)
  const way = wayOf(source, request, { value: scope, isFound })
  const from = source.from(reader.sql, request as InputOf<L>, reader)
  return {
    from,
    way,
    /**
     * Whether days limit the rows. Without their values the planner expects few rows between them, and would read those of
     * all companies.
     */
    isOfDays: request.from !== undefined || request.to !== undefined,
    // The text of a long list of ids is made once, not for each statement.
    scope: scope === null || typeof scope === 'string' ? scope : arrayOf(scope),
    hasConditions: conditions.length > 0,
    knownCount,
    /** The rows of the whole scope, or where `by` is true. */
    build: (by?: Expression<SqlBool>) => {
      const whose = by ?? (scope === null ? null : inScope(source.scope, way))
      return [...(whose ? [whose] : []), ...conditions].reduce((query, each) => query.where(each), from)
    },
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

type PageRequest = ReaderRequest & { readonly after: Position | null }

// oxlint-disable-next-line typescript/no-explicit-any -- rows of any table
type AnyRows = SelectQueryBuilder<any, any, any>

/** The key of the order of a request, and its id. */
const orderOf = <L extends ListEndpoint, Row>({ path }: L, source: Source<L, Row>, request: RowsRequest) => {
  const isDown = request.sort.startsWith('-')
  const name = request.sort.replace(/^-/, '')
  const column = source.sorts[name]
  if (column === undefined) throw new Error(`The list ${path} has no order ${name}`)
  const key = typeof column === 'string' ? fragment.ref(column) : fragment`${column}`
  return { isDown, isId: column === source.id, key, id: fragment.ref(source.id) }
}
type Order = ReturnType<typeof orderOf>

const inOrder = (rows: AnyRows, { isDown, isId, key, id }: Order): AnyRows => {
  const direction = isDown ? 'desc' : 'asc'
  return rows.$if(!isId, (query) => query.orderBy(key, direction)).orderBy(id, direction)
}

/** The rows after a position in an order, as many as `limit` says. */
const afterPosition = (rows: AnyRows, order: Order, after: Position | null): AnyRows => {
  const { isDown, isId, key, id } = order
  const isPast = isDown ? fragment`<` : fragment`>`
  const position = isId
    ? fragment<SqlBool>`${id} ${isPast} ${slot('id')}`
    : fragment<SqlBool>`(${key}, ${id}) ${isPast} (${slot('key')}, ${slot('id')})`
  const following = after === null ? rows : rows.where(position)
  return inOrder(following, order).limit(slot<number>('limit'))
}

/** Each row with its position. */
const positioned = (rows: AnyRows, { key, id }: Order): AnyRows =>
  rows.select([fragment<string>`${key}::text`.as('cursorKey'), fragment<string>`${id}::text`.as('cursorId')])

type Selection = Awaited<ReturnType<typeof selectionOf>>

/** The rows of a page, merged of the first rows of each company. */
const mergedRows = (
  { from, build }: Pick<Selection, 'from' | 'build'>,
  companyId: string,
  { order, after }: { order: Order; after: Position | null },
): AnyRows => {
  const { isDown, key, id } = order
  const ofCompany = build(fragment<SqlBool>`${fragment.ref(companyId)} = each_company.id`).clearSelect()
  const first = afterPosition(ofCompany.select([key.as('key'), id.as('id')]), order, after)
  const direction = isDown ? fragment`desc` : fragment`asc`
  const ids = fragment`array(select found.id from unnest(${slot('scope')}::uuid[]) each_company(id)
    cross join lateral (${first}) found order by found.key ${direction}, found.id ${direction} limit ${slot('limit')})`
  return inOrder(from.where(fragment<SqlBool>`${id} = any(${ids})`), order)
}

/** One row more than a page, each with its position, and the count of all rows up to one above the cap. */
export const readRows = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  // A file needs no count.
  { reader, request, after, isCounted: wantsCount }: PageRequest & { readonly isCounted: boolean },
): Promise<{ found: PositionedRow<Row>[]; count: number }> => {
  const { sql } = reader
  const selection = await selectionOf(declared, source, { request, reader })
  const { from, scope, way, isOfDays, hasConditions, knownCount, build } = selection
  const isCounted = wantsCount && knownCount === null
  const page = () => {
    const rows = build()
    const order = orderOf(declared, source, request)
    const isMerged = way === 'merged' && 'companies' in source.scope
    const shown = isMerged
      ? mergedRows(selection, source.scope.companies, { order, after })
      : afterPosition(rows, order, after)
    return positioned(shown, order)
      .$if(isCounted, (query) => query.select(cappedCount(sql, rows).as('rowCount')))
      .$if(!wantsCount || way === 'merged', (query) => query.modifyEnd(fragment.raw(plannedInOrder)))
      .$if(wantsCount && way !== 'merged' && (!isCounted || way === 'large' || isOfDays), (query) =>
        query.modifyEnd(fragment.raw(plannedEachTime)),
      )
  }
  const scoped = scope === null ? 'all' : way
  const shape = `${declared.path} ${request.sort} ${scoped} ${after === null} ${isCounted} ${wantsCount}`
  const query = hasConditions ? page().compile() : compileOnce(from, shape, page)
  const values = { scope, ...after, limit: request.limit + 1 }
  const { rows: found } = await sql.executeQuery<PositionedRow<Row>>(filled(query, values))
  if (!isCounted) return { found, count: knownCount ?? 0 }
  // The count is a column of the rows, so after the last page it is read alone.
  if (found[0] || !after) return { found, count: found[0]?.rowCount ?? 0 }
  const countOnly = cappedCount(sql, build()).$if(isOfDays, (each) =>
    each.modifyEnd(fragment.raw(plannedEachTime)),
  )
  const counted = filled(countOnly.compile(), values)
  const count = (await sql.executeQuery<{ count: number }>(counted)).rows[0]?.count ?? 0
  return { found, count }
}

/** The values of all rows of a file, in its order. The database sends them as it reads them. */
export const streamValues = async function* <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, request, values }: ReaderRequest & { readonly values: readonly Expression<unknown>[] },
): RowPieces {
  const { scope, way, build } = await selectionOf(declared, source, { request, reader })
  const selected = values.map((value, at) => fragment`${value}`.as(`cell${at}`))
  const rows = inOrder(build().clearSelect().select(selected), orderOf(declared, source, request))
  // The rows of several companies have no index in their common order.
  const hasOrder = way === 'one' || way === 'hashed' || scope === null
  const query = hasOrder ? rows.modifyEnd(fragment.raw(plannedInOrder)) : rows
  yield* reader.sql.stream(filled(query.compile(), { scope }))
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
