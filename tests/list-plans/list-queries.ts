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
  return format === 'uuid' ? idAt(7) : 'true'
}

/** Queries that use every order, every filter, the days and the search of a list. */
export const queriesOf = ({ list }: ListEndpoint): Record<string, string>[] => {
  const narrow = [
    {},
    ...Object.entries(list.filters ?? {}).map(([name, schema]) => ({
      [name]: sampleOf(schema as Filter),
    })),
    ...(list.days ? [{ from: '2026-01-02', to: '2026-02-01' }] : []),
    ...(list.byId ? [{ id: idAt(7) }] : []),
    ...(list.search ? [{ q: 'coffee' }, { q: '12.50' }] : []),
  ]
  return list.sorts.flatMap((sort) => narrow.map((filter) => ({ sort, ...filter })))
}
