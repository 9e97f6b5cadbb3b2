import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries, SqlValue } from './queries.ts'
import type { DB, JsonObject, StateColumns } from './schema.ts'

/** A table of the schema, in camel case. */
export type TableName = keyof DB

/** Values of columns; JSON is passed as text. */
type ColumnValues<Columns> = {
  readonly [Name in keyof Columns]: JsonObject extends Columns[Name]
    ? string | Extract<Columns[Name], null | undefined>
    : Columns[Name]
}

/** One row to insert; table and columns by the names of the schema. */
export type RowInsert = {
  readonly [Table in TableName]: { readonly table: Table; readonly row: ColumnValues<Insertable<DB[Table]>> }
}[TableName]

/** Values that a row is compared with. */
export type GuardOf<Table extends TableName> = Partial<ColumnValues<Selectable<DB[Table]>>>
/** Columns of states: `status`, and the second one of some tables. */
type StateColumnOf<Table> = 'status' | (Table extends keyof StateColumns ? StateColumns[Table] : never)
/** Columns that may be set besides the states. Only a transition changes a state. */
export type ChangeOf<Table extends TableName> = Omit<
  ColumnValues<Updateable<DB[Table]>>,
  'id' | StateColumnOf<Table>
>

declare const isGuarded: unique symbol
/**
 * A change of one row that applies only while every column of `from` still has that value. `guardedUpdate`
 * creates it, or `transition` where the status changes. A plan applies it, or `applyUpdate` in a transaction.
 */
export type GuardedUpdate = {
  readonly table: TableName
  readonly id: string
  readonly from: Readonly<Record<string, SqlValue>>
  readonly set: Readonly<Record<string, SqlValue>>
  readonly [isGuarded]: true
}

/** Creates a guarded update that changes no state. */
export const guardedUpdate = <Table extends TableName>(update: {
  readonly table: Table
  readonly id: string
  readonly from: GuardOf<Table>
  readonly set: ChangeOf<Table>
}): GuardedUpdate => update as unknown as GuardedUpdate

declare const isGuardedSet: unique symbol
/**
 * A change of all rows of a table that have the values of `where` and whose other columns are at most those of
 * `until`. It applies only if `count` rows fit, and if the column of `sum` has that sum over them. Sets of one plan have
 * no row in common. `guardedSet` creates it, and a plan applies it.
 */
export type GuardedSet = {
  readonly table: TableName
  readonly where: Readonly<Record<string, SqlValue>>
  readonly until: Readonly<Record<string, SqlValue>>
  readonly count: number
  readonly sum: { readonly column: string; readonly is: bigint } | null
  readonly set: Readonly<Record<string, SqlValue>>
  readonly [isGuardedSet]: true
}

/** Creates a guarded update of a set of rows. It changes no state. */
export const guardedSet = <Table extends TableName>(update: {
  readonly table: Table
  readonly where: GuardOf<Table>
  readonly until?: GuardOf<Table>
  readonly count: number
  readonly sum?: { readonly column: keyof DB[Table] & string; readonly is: bigint }
  readonly set: ChangeOf<Table>
}): GuardedSet => ({ until: {}, sum: null, ...update }) as unknown as GuardedSet

const snakeNames = new Map<string, string>()
/** The database's name of a table or column. */
export const snakeCase = (name: string): string => {
  let snake = snakeNames.get(name)
  if (snake === undefined) {
    snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    snakeNames.set(name, snake)
  }
  return snake
}

/**
 * Applies a guarded update in a transaction. False: the row has changed since it was read, and nothing was
 * written.
 */
export const applyUpdate = async (sql: Queries, update: GuardedUpdate): Promise<boolean> => {
  const { table, id, from, set } = update
  const values: SqlValue[] = [id]
  const numbered = (value: SqlValue) => `$${values.push(value)}`
  const changes = Object.entries(set).map(([name, value]) => `${snakeCase(name)} = ${numbered(value)}`)
  const guards = Object.entries(from).map(([name, value]) =>
    value === null ? `${snakeCase(name)} is null` : `${snakeCase(name)} = ${numbered(value)}`,
  )
  const where = ['id = $1', ...guards].join(' and ')
  return (await sql.run(`update ${snakeCase(table)} set ${changes.join(', ')} where ${where}`, values)) === 1
}
