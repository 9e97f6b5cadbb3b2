import {
  type Compilable,
  CompiledQuery,
  createQueryId,
  createSelectQueryBuilder,
  sql as fragment,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import { Queries } from './queries.ts'

/*
 * Building a query and its text needs more time than sending it. The fixed part of a query is built once
 * here. The values of a call are parameters and never part of the text.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- of any tables
type Select<O> = SelectQueryBuilder<any, any, O>

const unsent = new Queries({
  query: async () => {
    throw new Error('A query template cannot be sent')
  },
})
const builtOnce = new WeakSet<object>()

/** The fixed start of many queries with all columns; it is built once. */
export const selectOnce = <DB, TB extends keyof DB, O>(
  build: (sql: Queries) => SelectQueryBuilder<DB, TB, O>,
): ((sql: Queries) => SelectQueryBuilder<DB, TB, O>) => {
  const queryNode = build(unsent).toOperationNode() as Parameters<
    typeof createSelectQueryBuilder
  >[0]['queryNode']
  builtOnce.add(queryNode)
  return (sql) =>
    createSelectQueryBuilder({ queryId: createQueryId(), executor: sql.getExecutor(), queryNode })
}

class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
type Values = Readonly<Record<string, unknown>>

/** A placeholder for a value of each call. */
export const slot = <T>(name: string): RawBuilder<T> => fragment<T>`${new Slot(name)}`

/** The query with the values of a call. Throws when a placeholder has no value. */
export const filled = ({ sql, parameters }: CompiledQuery, values: Values): CompiledQuery =>
  CompiledQuery.raw(
    sql,
    parameters.map((each) => {
      if (!(each instanceof Slot)) return each
      const value = values[each.name]
      if (value === undefined) throw new Error(`A query has no value for ${each.name}`)
      return value
    }),
  )

/**
 * Caches the texts of queries that start with a `selectOnce` query. `shape` names all values that decide the
 * rest of the text. A query with another start is built each time.
 */
export const createQueryCache = () => {
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()
  return (base: Select<unknown>, shape: string, build: () => Select<unknown>): CompiledQuery => {
    const node = base.toOperationNode()
    if (!builtOnce.has(node)) return build().compile()
    const shapes = compiled.get(node) ?? new Map<string, CompiledQuery>()
    compiled.set(node, shapes)
    const query = shapes.get(shape) ?? build().compile()
    shapes.set(shape, query)
    return query
  }
}

/** A placeholder for each value of a statement. */
export type Placeholders<V> = { readonly [N in keyof V]: RawBuilder<V[N]> }
const placeholders = new Proxy({}, { get: (_values, name) => slot(String(name)) })

/** A statement whose text is built once, and the function that sends it with the values of a call. */
export const statementOnce = <V extends Values, O>(
  build: (sql: Queries, value: Placeholders<V>) => Compilable<O>,
) => {
  const query = build(unsent, placeholders as Placeholders<V>).compile()
  return { text: query.sql, send: (sql: Queries, values: V) => sql.executeQuery<O>(filled(query, values)) }
}

/** A query whose calls differ only in the values of its placeholders. */
export const queryOnce = <O>(build: (sql: Queries) => Select<O>) => {
  let query: CompiledQuery | null = null
  return async (sql: Queries, values: Values): Promise<O[]> => {
    query ??= build(unsent).compile()
    return (await sql.executeQuery<O>(filled(query, values))).rows
  }
}
