import type { ListEndpoint } from '@cardamom/contract/list'
import { idAt } from './filled-tables.ts'

type Filter = NonNullable<ListEndpoint['list']['filters']>[string] & ListEndpoint['input']

/** A valid value of a filter, as it arrives in a query. */
const sampleOf = (schema: Filter): string => {
  const { enum: values, format } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  if (values) return String(values[0])
  // A number arrives as text, which only the parsed value tells.
  const { type } = schema.toJSONSchema({ io: 'output', unrepresentable: 'any' })
  if (type === 'integer') return '1'
  if (format === 'date') return '2026-01-02'
  return format === 'uuid' ? idAt(7) : 'true'
}

/** Whether a list has no rows without this filter, such as the lines of one wallet. */
const isRequired = (schema: unknown): boolean => !(schema as Filter).safeParse(undefined).success

const samplesOf = ({ list }: Pick<ListEndpoint, 'list'>) =>
  Object.entries(list.filters ?? {}).map(
    ([name, schema]) =>
      [name, name === 'zone' ? 'America/Lima' : sampleOf(schema as Filter), isRequired(schema)] as const,
  )

/** The filters that every request of a list must have. */
export const requiredFilters = (declared: Pick<ListEndpoint, 'list'>): Record<string, string> =>
  Object.fromEntries(samplesOf(declared).flatMap(([name, sample, must]) => (must ? [[name, sample]] : [])))

/**
 * Queries that use every order, every filter, the days and the search of a list. A filter that a request must have is in
 * each of them.
 */
export const queriesOf = (declared: ListEndpoint): Record<string, string>[] => {
  const { list } = declared
  const required = requiredFilters(declared)
  const narrow = [
    {},
    ...samplesOf(declared).map(([name, sample]) => ({ [name]: sample })),
    ...(list.days ? [{ from: '2026-01-02', to: '2026-02-01' }] : []),
    ...(list.byId ? [{ id: idAt(7) }] : []),
    ...(list.search ? [{ q: 'coffee' }, { q: '12.50' }] : []),
  ]
  return list.sorts.flatMap((sort) => narrow.map((filter) => ({ sort, ...required, ...filter })))
}
