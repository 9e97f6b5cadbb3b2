import { instantText } from '@cardamom/contract/wire'
import { snakeCase, type GuardedSet, type GuardedUpdate, type RowInsert } from '../kernel/guarded-update.ts'
import type { SqlValue } from '../kernel/queries.ts'

/** A row of an insert or a guarded update: its group, and its values as JSON texts without the brackets. */
export type PreparedRow = { readonly group: string; readonly head: string; readonly values: string }

/** An element of a PostgreSQL array literal. */
export const arrayElement = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`

const scalarText = (value: string | number | bigint | boolean | Date | Buffer): string => {
  if (value instanceof Date) return instantText(value)
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  return String(value)
}

/** A value as text in its column's type, or null. */
const sqlText = (value: SqlValue): string | null => {
  if (value === null) return null
  if (Array.isArray(value)) {
    const list = value as readonly (string | bigint | number | Date | Buffer | null)[]
    return `{${list.map((each) => (each === null ? 'NULL' : arrayElement(scalarText(each)))).join(',')}}`
  }
  return scalarText(value as Exclude<SqlValue, null | readonly unknown[]>)
}

const texts = (values: readonly (SqlValue | undefined)[]): string =>
  JSON.stringify(values.map((value) => sqlText(value ?? null))).slice(1, -1)

const inDatabase = (names: readonly string[]) => JSON.stringify(names.map(snakeCase))
/** Heads by table and columns; plans of one kind always have the same heads. */
const heads = new Map<string, string>()
const headOf = (key: string, write: () => string): string => {
  let head = heads.get(key)
  if (head === undefined) {
    head = write()
    heads.set(key, head)
  }
  return head
}

export const prepareInsert = ({ table, row: typed }: RowInsert): PreparedRow => {
  const row = typed as Readonly<Record<string, SqlValue>>
  const columns = Object.keys(row).toSorted()
  const head = headOf(
    `insert ${table} ${columns.join()}`,
    () => `"table":${JSON.stringify(snakeCase(table))},"columns":${inDatabase(columns)}`,
  )
  return { group: head, head, values: texts(columns.map((name) => row[name])) }
}

export const prepareUpdate = ({ table, id, from, set }: GuardedUpdate): PreparedRow => {
  const guards = Object.keys(from).toSorted()
  const changes = Object.keys(set).toSorted()
  const head = headOf(
    `update ${table} ${guards.join()} ${changes.join()}`,
    () =>
      `"table":${JSON.stringify(snakeCase(table))},"from":${inDatabase(guards)},"set":${inDatabase(changes)}`,
  )
  const values = [id, ...guards.map((name) => from[name]), ...changes.map((name) => set[name])]
  return { group: head, head, values: texts(values) }
}

export const prepareSet = ({ table, where, until, count, sum, set }: GuardedSet): PreparedRow => {
  const [equal, bounds, changes] = [where, until, set].map((columns) => Object.keys(columns).toSorted())
  const head = headOf(
    `set ${table} ${equal!.join()} ${bounds!.join()} ${changes!.join()} ${sum?.column ?? ''}`,
    () =>
      `"table":${JSON.stringify(snakeCase(table))},"equal":${inDatabase(equal!)},"until":${inDatabase(bounds!)},` +
      `"set":${inDatabase(changes!)},"sum":${sum ? JSON.stringify(snakeCase(sum.column)) : 'null'}`,
  )
  const values = [
    null,
    count,
    sum?.is,
    ...equal!.map((name) => where[name]),
    ...bounds!.map((name) => until[name]),
    ...changes!.map((name) => set[name]),
  ]
  return { group: head, head, values: texts(values) }
}
