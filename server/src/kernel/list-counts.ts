import type { ListEndpoint } from '@cardamom/contract/list'
import { sql as fragment } from 'kysely'
import { cappedCount } from './capped-count.ts'
import type { RowsRequest } from './list-cursor.ts'
import { selectionOf } from './list-rows.ts'
import type { ListReader, Source } from './list-source.ts'
import { plannedEachTime } from './queries.ts'
import { filled } from './select-once.ts'

type Search<L extends ListEndpoint, Row> = NonNullable<Source<L, Row>['search']>

/** The tabs of one call search the same phrase, so it is searched once. */
const searchedOnce = <L extends ListEndpoint, Row>(search: Search<L, Row>): Search<L, Row> => {
  let found: ReturnType<Search<L, Row>> | null = null
  return (phrase, reader) => (found ??= search(phrase, reader))
}

/**
 * How many rows each tab of a list has, up to one above the cap, in one statement. The rows are those of the reader's
 * scope and of the request's other filters; `all` is without the filters of the tabs.
 */
export const readCounts = async <L extends ListEndpoint, Row extends object>(
  declared: L,
  source: Source<L, Row>,
  { reader, input }: { reader: ListReader; input: object },
): Promise<Record<string, number>> => {
  const tabs = Object.entries({ all: {}, ...declared.list.tabs })
  const ofTabs = new Set(tabs.flatMap(([, filters]) => Object.keys(filters)))
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !ofTabs.has(name)))
  const { search } = source
  const once = search === undefined ? source : { ...source, search: searchedOnce(search) }
  const selections = await Promise.all(
    tabs.map(async ([name, filters]) => {
      const request = { ...others, ...filters } as unknown as RowsRequest
      return { name, ...(await selectionOf(declared, once, { request, reader })) }
    }),
  )
  const known = selections.flatMap(({ name, knownCount }) =>
    knownCount === null ? [] : [{ name, knownCount }],
  )
  const counted = selections.filter(({ knownCount }) => knownCount === null)
  const query = reader.sql
    .selectNoFrom(counted.map(({ build }, at) => cappedCount(reader.sql, build()).as(`tab${at}`)))
    .modifyEnd(fragment.raw(plannedEachTime))
  const scope = counted[0]?.scope ?? null
  const { rows } = await reader.sql.executeQuery<Record<string, number>>(filled(query.compile(), { scope }))
  return Object.fromEntries([
    ...known.map(({ name, knownCount }) => [name, knownCount] as const),
    ...counted.map(({ name }, at) => [name, rows[0]?.[`tab${at}`] ?? 0] as const),
  ])
}
