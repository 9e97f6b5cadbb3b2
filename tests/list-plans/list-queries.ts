import type { ListEndpoint } from '@cardamom/contract/list'
import { idAt } from './filled-tables.ts'

type Filter = NonNullable<ListEndpoint['list']['filters']>[string] & ListEndpoint['input']

/** A filter with more values is tried with its first ones only. */
const mostValues = 12

/** Valid values of a filter, as they arrive in a query. */
const samplesOf = (name: string, schema: Filter): string[] => {
  if (name === 'zone') return ['America/Lima']
  const { enum: values, const: only, format } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  if (values) return values.slice(0, mostValues).map(String)
  if (only !== undefined) return [String(only)]
  // A number or an answer arrives as text, which only the parsed value tells.
  const { type } = schema.toJSONSchema({ io: 'output', unrepresentable: 'any' })
  if (type === 'integer') return ['1']
  if (type === 'boolean') return ['true']
  if (format === 'date') return ['2026-01-02']
  return [format === 'uuid' ? idAt(7) : 'text 7']
}

/** Whether a list has no rows without this filter, such as the lines of one wallet. */
const isRequired = (schema: unknown): boolean => !(schema as Filter).safeParse(undefined).success

const filtersOf = ({ list }: Pick<ListEndpoint, 'list'>) =>
  Object.entries(list.filters ?? {}).map(([name, schema]) => ({
    name,
    values: samplesOf(name, schema as Filter),
    isRequired: isRequired(schema),
  }))

/** The filters that every request of a list must have. */
export const requiredFilters = (declared: Pick<ListEndpoint, 'list'>): Record<string, string> =>
  Object.fromEntries(
    filtersOf(declared).flatMap(({ name, values: [value = ''], isRequired: must }) =>
      must ? [[name, value]] : [],
    ),
  )

/** A query, and the filter that it is about. */
export type ListQuery = { readonly about: string; readonly query: Readonly<Record<string, string>> }

/** Texts that lists find by an index of their own: references, addresses and transactions. */
const codes: Readonly<Record<string, readonly string[]>> = {
  '/withdrawals': ['W-7K2M9', '0x7d8e9f'],
  '/settlements': ['S-7K2M9', `0x${'7d8e9f01'.repeat(8)}`],
  '/transfers': ['T-7K2M9', 'text 117'],
  '/reconcile-breaks': ['text 117'],
  '/wallet/transfers': ['T-7K2M9', 'text 117'],
}
const textsOf = ({ path }: Pick<ListEndpoint, 'path'>): readonly string[] => [
  'text 7',
  '12.50',
  ...(codes[path] ?? []),
]

/**
 * Queries that use every order, every filter, the days and the search of a list; the first order with the values of each
 * filter, the others with one. A filter that a request must have is in each of them.
 */
export const queriesOf = (declared: ListEndpoint): ListQuery[] => {
  const { list } = declared
  const required = requiredFilters(declared)
  return list.sorts.flatMap((sort, at) => {
    const filters = filtersOf(declared).flatMap(({ name, values }) =>
      (at === 0 ? values : values.slice(0, 1)).map((value) => ({ about: name, query: { [name]: value } })),
    )
    const narrow = [
      { about: 'rows', query: {} },
      ...filters,
      ...(list.days ? [{ about: 'days', query: { from: '2026-01-02', to: '2026-02-01' } }] : []),
      ...(list.byId ? [{ about: 'id', query: { id: idAt(7) } }] : []),
      ...(list.search ? textsOf(declared).map((q) => ({ about: 'search', query: { q } })) : []),
    ]
    return narrow.map(({ about, query }) => ({ about, query: { sort, ...required, ...query } }))
  })
}
