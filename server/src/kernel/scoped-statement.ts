import pg from 'pg'
import { plannedInOrder, type Statement } from './queries.ts'

/** Settings for row-level security; an empty text means not set. */
export type ScopeSettings = {
  readonly scope: 'all' | 'seller' | 'visible' | ''
  /** Array literal of company ids. */
  readonly companies: string
  readonly user: string
  /** The statement changes rows. By default it may only read. */
  readonly writes?: true
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** @throws TypeError for anything but the id of a row, so that the text of a setting needs no escaping */
export const checkedId = (id: string): string => {
  if (!uuid.test(id)) throw new TypeError('A scope accepts uuids only')
  return id
}

const arrays = new WeakMap<readonly string[], string>()
/** Array literal of ids. It is made once for each list: an administrator's scope may have thousands of companies. */
export const arrayOf = (ids: readonly string[]): string => {
  const text = arrays.get(ids) ?? `{${ids.map(checkedId).join(',')}}`
  arrays.set(ids, text)
  return text
}

/** Name of the prepared statement that sets a scope. */
const setScopeName = 'scope'
/** `concat` accepts all four, and the text is never null, so no row is sent. */
const setScope = `select where concat(set_config('transaction_read_only', 'on', true), set_config('app.scope', $1, true),
  set_config('app.companies', $2, true), set_config('app.user', $3, true)) is null`

/** The same for a page of a file: without the way to read all rows and to sort them. */
const setScopeInOrderName = 'scope in order'
const setScopeInOrder = setScope.replace('concat(', "concat(set_config('enable_bitmapscan', 'off', true), ")

/**
 * The same for a write that is its own transaction. Its commit does not wait for the disk: the log is written in order, so
 * nothing that is committed later is on the disk without it.
 */
const setScopeToWriteName = 'scope to write'
const setScopeToWrite = setScope.replace(
  "set_config('transaction_read_only', 'on', true)",
  "set_config('synchronous_commit', 'off', true)",
)

/** Prepares a new connection for scoped statements. */
export const prepareScope = async (client: pg.ClientBase): Promise<void> => {
  await client.query({ name: setScopeName, text: setScope, values: ['', '', ''] })
  await client.query({ name: setScopeToWriteName, text: setScopeToWrite, values: ['', '', ''] })
  await client.query({ name: setScopeInOrderName, text: setScopeInOrder, values: ['', '', ''] })
}

const scopeNameOf = ({ writes }: ScopeSettings, { text }: Statement): string => {
  if (writes) return setScopeToWriteName
  return text.endsWith(plannedInOrder) ? setScopeInOrderName : setScopeName
}

/** The parts of the driver's query and connection that its types leave out. */
type Wire = {
  readonly bind: (of: { statement: string; values: readonly string[] }) => void
  readonly describe: (of: object) => void
  readonly execute: (of: { portal: string; rows: number }) => void
}
/** The driver's description of a statement's columns: their names and parsers. */
type Columns = {
  readonly fields: unknown
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}
type Result = Columns & { readonly rows: never[]; readonly rowCount: number | null }
declare class DriverQuery {
  constructor(
    config: Statement | string,
    values: unknown[],
    callback: (error: Error | null, result: Result) => void,
  )
  queryMode: 'extended' | undefined
  name: string | undefined
  readonly _result: Result
  _accumulateRows: boolean
  hasBeenParsed(connection: Wire): boolean
  prepare(connection: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: unknown, connection: Wire): void
}
const Query = pg.Query as unknown as typeof DriverQuery

/**
 * Columns of the statements that a connection has prepared. They are not described again for each call,
 * because PostgreSQL refuses a prepared statement whose columns have changed (0A000).
 */
type DescribedConnection = { readonly columns: Map<string, Columns>; readonly withoutDescribe: Wire }
const describedOn = new WeakMap<Wire, DescribedConnection>()
const describedBy = (connection: Wire): DescribedConnection => {
  const known = describedOn.get(connection)
  if (known) return known
  const withoutDescribe = Object.create(connection, { describe: { value: () => undefined } }) as Wire
  const described = { columns: new Map<string, Columns>(), withoutDescribe }
  describedOn.set(connection, described)
  return described
}

/**
 * One read with the settings of its scope, sent together. PostgreSQL runs all messages before a Sync as one
 * transaction, so the settings end with the statement, even when it fails, and the connection has no scope.
 */
export class ScopedStatement extends Query {
  readonly #settings: ScopeSettings
  readonly #scopeName: string
  #isScopeSet = false
  #described: DescribedConnection | null = null

  constructor(
    statement: Statement,
    settings: ScopeSettings,
    callback: (error: Error | null, result: Result) => void,
  ) {
    // The driver would copy a statement's object, descriptor by descriptor.
    super(statement.rowMode ? statement : statement.text, statement.values, callback)
    this.name = statement.name
    this.queryMode = 'extended'
    this.#settings = settings
    this.#scopeName = scopeNameOf(settings, statement)
  }

  override prepare(connection: Wire): void {
    const { scope, companies, user } = this.#settings
    connection.bind({ statement: this.#scopeName, values: [scope, companies, user] })
    connection.execute({ portal: '', rows: 0 })
    this.#described = describedBy(connection)
    const columns = this.hasBeenParsed(connection) && this.#described.columns.get(this.name ?? '')
    if (!columns) return super.prepare(connection)
    Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(this.#described.withoutDescribe)
  }

  override handleRowDescription(message: unknown): void {
    super.handleRowDescription(message)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    if (this.name) this.#described?.columns.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject })
  }

  override handleCommandComplete(message: unknown, connection: Wire): void {
    if (this.#isScopeSet) super.handleCommandComplete(message, connection)
    this.#isScopeSet = true
  }
}

/** Runs one statement in a scope, read-only unless the settings say otherwise, on a connection that `prepareScope` has prepared. */
export const queryScoped = (
  client: pg.ClientBase,
  settings: ScopeSettings,
  statement: Statement,
): Promise<pg.QueryResult> =>
  new Promise((resolve, reject) => {
    const settle = (error: Error | null, result: Result) =>
      error ? reject(error) : resolve(result as unknown as pg.QueryResult)
    client.query(new ScopedStatement(statement, settings, settle) as never)
  })
