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

/** Whether the text is a JSON object whose names and texts PostgreSQL stores: it stores no zero sign. */
const isJsonObject = (value: unknown): boolean => {
  if (!isText(value)) return false
  let isStored = true
  try {
    const parsed = JSON.parse(value as string, (name, each: unknown) => {
      isStored &&= isText(name) && (typeof each !== 'string' || isText(each))
      return each
    }) as unknown
    return isObject(parsed) && isStored
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
    holds: isJsonObject,
    says: 'a text with a JSON object',
  },
}

const typeOf = (field: FieldType): Type => types[field.replace('?', '') as ColumnType]
const nameOf = (column: string): string =>
  column.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The fields of a row in its JSON. */
export const fieldsOf = ({
  columns,
}: BookTable): readonly { readonly name: string; readonly type: FieldType }[] =>
  Object.entries(columns).map(([column, type]) => ({ name: nameOf(column), type }))

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
 * @param others fields beside the columns
 */
export const faultOf = ({ columns }: BookTable, row: unknown, others: readonly string[]): string | null => {
  if (!isObject(row)) return 'is no object'
  const names = new Set(others)
  for (const [column, field] of Object.entries(columns)) {
    const name = nameOf(column)
    names.add(name)
    if (!Object.hasOwn(row, name)) return `has no \`${name}\``
    const value = row[name]
    if (value === null && field.endsWith('?')) continue
    if (!typeOf(field).holds(value)) return `has a \`${name}\` that is not ${typeOf(field).says}`
  }
  const unknown = Object.keys(row).find((name) => !names.has(name))
  return unknown === undefined ? null : `has a field \`${unknown}\` that this format does not have`
}
