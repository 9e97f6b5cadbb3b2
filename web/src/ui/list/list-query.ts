import type { ListEndpoint } from '@cardamom/contract/list'
import { z } from 'zod'
import type { QueryParams } from '../../kernel/router.tsx'
import { shortestSearch } from '../search-box.tsx'
import type { QueryOf } from './use-list-pages.ts'

const paging: readonly string[] = ['limit', 'cursor']

/** The address's query as the list's own schemas read it. What they refuse is left out. */
export const listQueryOf = <L extends ListEndpoint>(list: L, params: QueryParams): QueryOf<L> => {
  const fields = Object.entries(list.input.shape as Readonly<Record<string, z.ZodType>>).filter(
    ([name]) => !paging.includes(name),
  )
  const query: Record<string, string> = {}
  for (const [name, schema] of fields) {
    const value = params[name]?.trim() ?? ''
    if (value !== '' && schema.safeParse(value).success) query[name] = value
  }
  const { sort, q, from, to } = query
  if (sort === list.list.sorts[0]) delete query['sort']
  if (q !== undefined && q.length < shortestSearch) delete query['q']
  if (from !== undefined && to !== undefined && from > to) delete query['to']
  return query as QueryOf<L>
}

/** Names of all that narrows a list: everything that can stand in its query but the order. */
export const narrowingOf = (list: ListEndpoint): string[] =>
  Object.keys(list.input.shape).filter((name) => ![...paging, 'sort'].includes(name))

export type ListFilter = {
  readonly name: string
  /** Null: anything that is not one of a few, such as an id. */
  readonly values: readonly string[] | null
}

/** The filters of a list, with the values of those that have a few. */
export const filtersOf = ({ list }: ListEndpoint): ListFilter[] =>
  Object.entries(list.filters ?? {}).map(([name, schema]) => {
    const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
    return { name, values: inner instanceof z.ZodEnum ? inner.options.map(String) : null }
  })
