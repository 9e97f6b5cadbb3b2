/** How the columns of a book are written in JSON, and how they are read again. */

type ColumnType = 'uuid' | 'text' | 'char' | 'bool' | 'int4' | 'int8' | 'bytea' | 'timestamptz' | 'jsonb'
/** A question mark: the value may be null. */
export type FieldType = ColumnType | `${ColumnType}?`

export type BookTable = {
  readonly name: string
  /** The columns that its rows are ordered by; together they are unique. */
  readonly key: readonly string[]
  /** Without the journal's id, for the parts of a journal. */
  readonly columns: Readonly<Record<string, FieldType>>
}

type Type = {
  /** Its type among the columns of a JSON text. */
  readonly inJson: string
  readonly write: (column: string) => string
  readonly read: (column: string) => string
  readonly holds: (value: unknown) => boolean
  /** What a value must be, for a sentence. */
  readonly says: string
}

const same = (column: string) => column
const most = { int4: 2 ** 31, int8: 2n ** 63n } as const
const matches =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === 'string' && pattern.test(value)
const isWhole = matches(/^(?:0|-?[1-9]\d{0,18})$/)
const isTime = matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)

/** Whether the text is an instant of the calendar: a February has no 30th. */
const isInstant = (value: unknown): boolean => {
  if (!isTime(value)) return false
  const at = new Date(`${value.slice(0, 19)}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 19) === value.slice(0, 19)
}
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean =>
  typeof value === 'string' && !value.includes('\0') && value.isWellFormed()

/** Names in the order of jsonb: the shorter first, then by their bytes. */
const byStoredOrder = (one: string, other: string): number => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length - right.length || left.compare(right)
}

/** A number of jsonb: all its digits, without an exponent, and no zero below zero. */
const isStoredNumber = (source: string): boolean =>
  /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(source) && !/^-[0.]*$/.test(source)

/**
 * Whether the text is a JSON object as PostgreSQL writes it. It stores no zero sign, and of a name that is there twice
 * the last value.
 */
const isStoredObject = (value: unknown): boolean => {
  if (!isText(value) || !(value as string).startsWith('{')) return false
  // The reviver has the values of an object as the texts that it returned for them.
  const write = (_name: string, each: unknown, { source = '' }: { source?: string } = {}): string => {
    if (Array.isArray(each)) return `[${each.join(', ')}]`
    if (isObject(each)) {
      const names = Object.keys(each).toSorted(byStoredOrder)
      const pairs = names.map((name) => `${isText(name) ? JSON.stringify(name) : ''}: ${String(each[name])}`)
      return `{${pairs.join(', ')}}`
    }
    if (typeof each === 'number') return isStoredNumber(source) ? source : ''
    return typeof each === 'string' && !isText(each) ? '' : JSON.stringify(each)
  }
  try {
    return (JSON.parse(value as string, write) as unknown) === value
  } catch {
    return false
  }
}

const types: Readonly<Record<ColumnType, Type>> = {
  uuid: {
    inJson: 'uuid',
    write: same,
    read: same,
    holds: matches(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    says: 'an id in lower case',
  },
  text: { inJson: 'text', write: same, read: same, holds: isText, says: 'a text' },
  char: {
    inJson: 'text',
    write: (column) => `${column}::text`,
    read: (column) => `${column}::"char"`,
    holds: matches(/^[A-Za-z]$/),
    says: 'one letter',
  },
  bool: {
    inJson: 'bool',
    write: same,
    read: same,
    holds: (value) => typeof value === 'boolean',
    says: 'true or false',
  },
  int4: {
    inJson: 'int4',
    write: same,
    read: same,
    holds: (value) => Number.isInteger(value) && Math.abs(value as number) < most.int4,
    says: 'a whole number',
  },
  int8: {
    inJson: 'int8',
    write: (column) => `${column}::text`,
    read: same,
    holds: (value) => isWhole(value) && BigInt(value) >= -most.int8 && BigInt(value) < most.int8,
    says: 'a text with a whole number of 64 bits',
  },
  bytea: {
    inJson: 'text',
    write: (column) => `encode(${column}, 'hex')`,
    read: (column) => `decode(${column}, 'hex')`,
    holds: matches(/^(?:[0-9a-f]{2})*$/),
    says: 'hex digits in lower case',
  },
  timestamptz: {
    inJson: 'timestamptz',
    write: (column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    read: same,
    holds: isInstant,
    says: 'a time with six digits of microseconds and a Z',
  },
  jsonb: {
    inJson: 'text',
    write: (column) => `${column}::text`,
    read: (column) => `${column}::jsonb`,
    holds: isStoredObject,
    says: 'a text with a JSON object as PostgreSQL writes it',
  },
}

const typeOf = (field: FieldType): Type => types[field.replace('?', '') as ColumnType]
const nameOf = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

type Field = { readonly name: string; readonly type: FieldType }
const fields = new WeakMap<BookTable, readonly Field[]>()

/** The fields of a row in its JSON. A book has millions of rows. */
export const fieldsOf = (table: BookTable): readonly Field[] => {
  let own = fields.get(table)
  if (!own) {
    own = Object.entries(table.columns).map(([column, type]) => ({ name: nameOf(column), type }))
    fields.set(table, own)
  }
  return own
}

/** The columns as a select list whose names are those of the JSON. */
export const writtenColumns = ({ columns }: BookTable): string =>
  Object.entries(columns)
    .map(([column, field]) => `${typeOf(field).write(`t.${column}`)} as "${nameOf(column)}"`)
    .join(', ')

/** Inserts the rows of a JSON list, the only parameter. Rows of parts have the id of their journal too. */
export const insertOf = ({ name, columns }: BookTable, isPart: boolean): string => {
  const own = Object.entries(columns)
  const all: readonly (readonly [string, FieldType])[] = isPart ? [['journal_id', 'uuid'], ...own] : own
  const described = all.map(([column, field]) => `"${nameOf(column)}" ${typeOf(field).inJson}`)
  const read = all.map(([column, field]) => typeOf(field).read(`r."${nameOf(column)}"`))
  return `insert into ${name} (${all.map(([column]) => column).join(', ')})
    select ${read.join(', ')} from json_to_recordset($1::json) r (${described.join(', ')})`
}

/**
 * What is wrong with a row, as the end of a sentence; null: nothing.
 * @param others fields before and after the columns
 */
export const faultOf = (
  table: BookTable,
  row: unknown,
  { first, last }: { readonly first: readonly string[]; readonly last: readonly string[] } = {
    first: [],
    last: [],
  },
): string | null => {
  if (!isObject(row)) return 'is no object'
  const columns = fieldsOf(table)
  for (const { name, type } of columns) {
    if (!Object.hasOwn(row, name)) return `has no \`${name}\``
    const value = row[name]
    if (value === null && type.endsWith('?')) continue
    if (!typeOf(type).holds(value)) return `has a \`${name}\` that is not ${typeOf(type).says}`
  }
  const names = [...first, ...columns.map(({ name }) => name), ...last]
  const own = Object.keys(row)
  const unknown = own.find((name) => !names.includes(name))
  if (unknown !== undefined) return `has a field \`${unknown}\` that this format does not have`
  return own.join() === names.join() ? null : 'has its fields in another order'
}

const isBelow = (type: FieldType | undefined, one: unknown, other: unknown): boolean =>
  type === 'int8' ? BigInt(one as string) < BigInt(other as string) : (one as string) < (other as string)

/** Whether a row comes after another one in the order of the table; rows of a table without a key have no order. */
export const isAfter = (
  { key, columns }: BookTable,
  row: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): boolean => {
  const column = key.find((each) => before[nameOf(each)] !== row[nameOf(each)])
  if (column === undefined) return key.length === 0
  return isBelow(columns[column], before[nameOf(column)], row[nameOf(column)])
}

/** The fields of a table's order, for a sentence. */
export const orderOf = ({ key }: BookTable): string => key.map((column) => `\`${nameOf(column)}\``).join(', ')
