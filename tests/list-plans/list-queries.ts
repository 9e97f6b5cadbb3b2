import type { ListEndpoint } from '@cardamom/contract/list'
import { idAt } from './filled-tables.ts'

type Filter = NonNullable<ListEndpoint['list']['filters']>[string] & ListEndpoint['input']

/** A value that a filter takes, as it arrives in a query. */
const sampleOf = (schema: Filter): string => {
  const { enum: values, format } = schema.toJSONSchema({ io: 'input', unrepresentable: 'any' })
  if (values) return String(values[0])
  return format === 'uuid' ? idAt(7) : 'true'
}

/** Queries that make a list use every order, every filter, its days and its search. */
export const queriesOf = ({ list }: ListEndpoint): Record<string, string>[] => {
  const narrow = [
    {},
    ...Object.entries(list.filters ?? {}).map(([name, schema]) => ({
      [name]: sampleOf(schema as Filter),
    })),
    ...(list.days ? [{ from: '2026-01-02', to: '2026-02-01' }] : []),
    ...(list.search ? [{ q: 'coffee' }, { q: '12.50' }] : []),
  ]
  return list.sorts.flatMap((sort) => narrow.map((filter) => ({ sort, ...filter })))
}
