import {
  CamelCasePlugin,
  type CompiledQuery,
  type DatabaseConnection,
  type DeleteResult,
  DefaultQueryExecutor,
  type InsertResult,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type RawBuilder,
  sql as fragment,
  type UpdateResult,
} from 'kysely'
import type pg from 'pg'
import type { RowBlock } from './row-blocks.ts'
import type { DB } from './schema.ts'

export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Buffer
  | null
  | readonly (string | bigint | number | Date | Buffer | null)[]

/** The largest number of named prepared statements per connection. */
const mostNames = 2_000
const names = new Map<string, string>()
/**
 * Marks a statement that is planned for its values each time. A generic plan may read all rows of many
 * companies for each page of a file.
 */
export const plannedEachTime = '/* planned each time */'
/**
 * The same for a page of a file, whose rows are read in their order. The planner expects that a policy leaves few rows, so
 * it would read all rows of a person and sort them for each page.
 */
export const plannedInOrder = `/* in order */ ${plannedEachTime}`

/** Statements are prepared once per connection. Statements above the limit are sent without a name. */
const nameOf = (text: string): string | undefined => {
  if (text.endsWith(plannedEachTime)) return undefined
  let name = names.get(text)
  if (!name && names.size < mostNames) {
    name = `s${names.size}`
    names.set(text, name)
  }
  return name
}

export type Statement = {
  readonly text: string
  readonly values: unknown[]
  readonly name?: string
  /** Rows are arrays in the order of the result's fields. */
  readonly rowMode?: 'array'
}

/** Rows of a large answer, many in one piece. */
export type RowPieces = AsyncGenerator<readonly RowBlock[], void>

/** Sends statements: a connection, or a test that reads them. */
export type SqlClient = {
  readonly query: (statement: Statement) => Promise<pg.QueryResult>
  /** The rows of a large answer, for files. */
  readonly stream?: (statement: Statement) => RowPieces
}

const statementOf = (text: string, values: readonly unknown[]): Statement => {
  const name = nameOf(text)
  return { text, values: [...values], ...(name ? { name } : {}) }
}

const send = async <R extends object>(client: SqlClient, text: string, values: readonly unknown[]) => {
  const result = await client.query(statementOf(text, values))
  return { rows: result.rows as R[], count: result.rowCount ?? 0 }
}

type Fields = readonly { readonly name: string }[]
type Shape = { readonly names: readonly string[]; readonly empty: object }
/** Names of the columns that a connection has described once. */
const shapes = new WeakMap<Fields, Shape>()
const shapeOf = (fields: Fields): Shape => {
  const known = shapes.get(fields)
  if (known) return known
  const names = fields.map(({ name }) => propertyOf(name))
  const shape = { names, empty: Object.fromEntries(names.map((name) => [name, null as unknown])) }
  shapes.set(fields, shape)
  return shape
}

/** Rows with the names of the code. JSON in them has its stored keys. */
const inCamelCase = <R>({ rows, fields }: { rows: unknown[]; fields: Fields }): R[] => {
  if (rows.length === 0) return []
  const { names, empty } = shapeOf(fields)
  return (rows as unknown[][]).map((values) => {
    // Filling a copy needs half the time of adding one property after another.
    const row: Record<string, unknown> = { ...empty }
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
    return row as R
  })
}

const connectionOf = (client: SqlClient): DatabaseConnection => ({
  executeQuery: async <R>({ sql: text, parameters }: CompiledQuery) => {
    const result = await client.query({ ...statementOf(text, parameters), rowMode: 'array' })
    return { rows: inCamelCase<R>(result), numAffectedRows: BigInt(result.rowCount ?? 0) }
  },
  streamQuery: () => {
    throw new Error('Rows are read in pages, not streamed')
  },
})

const refuseToConnect = () => {
  throw new Error('A transaction runs its queries on its own connection')
}
const dialect = new PostgresDialect({ pool: refuseToConnect })
/** Kysely's naming rules. The plugin itself would copy each query's tree and each row once more. */
class Names extends CamelCasePlugin {
  columnOf(property: string): string {
    return this.snakeCase(property)
  }

  propertyOf(column: string): string {
    return this.camelCase(column)
  }
}
const naming = new Names()
const properties = new Map<string, string>()
const propertyOf = (column: string): string => {
  let property = properties.get(column)
  if (property === undefined) properties.set(column, (property = naming.propertyOf(column)))
  return property
}

const identifiers = new Map<string, string>()
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    const known = identifiers.get(name)
    if (known !== undefined) return known
    const identifier = super.sanitizeIdentifier(naming.columnOf(name))
    identifiers.set(name, identifier)
    return identifier
  }
}

const base = {
  config: { dialect },
  dialect,
  driver: dialect.createDriver(),
}
const executor = new DefaultQueryExecutor(new SnakeCaseCompiler(), new PostgresAdapter(), {
  provideConnection: refuseToConnect,
})

/**
 * Runs statements inside one transaction. Kysely builds them from the types of the schema, in camel case. Raw
 * SQL (`rows`, `one`, `maybe`, `run`), in snake case, is for statements whose plan must be exact.
 */
export class Queries extends Kysely<DB> {
  readonly #client: SqlClient

  constructor(client: SqlClient) {
    const connection = connectionOf(client)
    super({
      ...base,
      executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
    })
    this.#client = client
  }

  async rows<R extends object>(text: string, values: readonly SqlValue[] = []): Promise<R[]> {
    return (await send<R>(this.#client, text, values)).rows
  }

  async maybe<R extends object>(text: string, values: readonly SqlValue[] = []): Promise<R | null> {
    return (await send<R>(this.#client, text, values)).rows[0] ?? null
  }

  /** Returns the only row. Throws when there is none or more than one. */
  async one<R extends object>(text: string, values: readonly SqlValue[] = []): Promise<R> {
    const { rows } = await send<R>(this.#client, text, values)
    if (rows.length !== 1) throw new Error(`Expected one row, found ${rows.length}`)
    return rows[0] as R
  }

  /** All rows of a query as they arrive, read at one instant. Only the reader of a file has them. */
  stream({ sql: text, parameters }: CompiledQuery): RowPieces {
    const { stream } = this.#client
    if (!stream) throw new Error('Rows are streamed outside of transactions only')
    return stream({ text, values: [...parameters] })
  }

  /** Runs a change and returns the number of changed rows. */
  async run(text: string, values: readonly SqlValue[] = []): Promise<number> {
    return (await send(this.#client, text, values)).count
  }
}

/** Whether an insert, update or delete changed exactly one row. */
export const changedOne = (result: InsertResult | UpdateResult | DeleteResult): boolean => {
  if ('numUpdatedRows' in result) return result.numUpdatedRows === 1n
  if ('numDeletedRows' in result) return result.numDeletedRows === 1n
  return result.numInsertedOrUpdatedRows === 1n
}

/** The values as one parameter, so the statement has the same text and plan for lists of any length. */
export const anyOf = <T extends string | number | bigint>(values: readonly T[]): RawBuilder<T> =>
  fragment<T>`any(${[...values]})`

/**
 * Writes a constant into the statement's text, because a partial index serves no condition on a parameter.
 */
export const constant = <const T extends string>(value: T): RawBuilder<T> => fragment.lit(value)
