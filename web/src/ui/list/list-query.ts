import type { ListEndpoint, QueryField } from '@cardamom/contract/list'
import type { QueryParams } from '../../kernel/router.tsx'
import { shortestSearch } from '../search-box.tsx'
import type { QueryOf } from './use-list-pages.ts'

type QueriedList = Pick<ListEndpoint, 'queryFields'>

const isAccepted = ({ values, pattern }: QueryField, value: string): boolean =>
  values === null ? pattern === null || new RegExp(pattern).test(value) : values.includes(value)

/** The orders of a list, the default first. */
export const sortsOf = ({ queryFields }: QueriedList): readonly [string, ...string[]] => {
  const [usual = '', ...others] = queryFields.find(({ name }) => name === 'sort')?.values ?? []
  return [usual, ...others]
}

/** The query of an address as the list declares it. Values that the server would refuse are left out. */
export const listQueryOf = <L extends ListEndpoint>(list: L, params: QueryParams): QueryOf<L> => {
  const query: Record<string, string> = {}
  for (const field of list.queryFields) {
    const value = params[field.name]?.trim() ?? ''
    if (value !== '' && isAccepted(field, value)) query[field.name] = value
  }
  const { sort, q, from, to } = query
  if (sort === sortsOf(list)[0]) delete query['sort']
  if (q !== undefined && q.length < shortestSearch) delete query['q']
  if (from !== undefined && to !== undefined && from > to) delete query['to']
  return query as QueryOf<L>
}

/** Names of all parameters that filter a list: every parameter except the order. */
export const narrowingOf = ({ queryFields }: QueriedList): string[] =>
  queryFields.map(({ name }) => name).filter((name) => name !== 'sort')

export const hasSearch = (list: QueriedList): boolean => narrowingOf(list).includes('q')
export const hasDays = (list: QueriedList): boolean => narrowingOf(list).includes('from')

const fixed: readonly string[] = ['sort', 'q', 'from', 'to']
/** The filters of a list, with the fixed values of those that have them. */
export const filtersOf = ({ queryFields }: QueriedList): QueryField[] =>
  queryFields.filter(({ name }) => !fixed.includes(name))
