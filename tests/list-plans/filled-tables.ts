import type pg from 'pg'

/** The number of companies, and the most rows of each table: unique keys may refuse some. */
export const companyCount = 2000
const rowsPerTable = 12_000
const fewestRows = 1000

/** The id of the n-th row of every table, counted from 1; ids grow with time as real ones do. */
export const idAt = (n: number): string => `01990000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

type Column = {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Whether each value must be unique. */
  readonly alone: boolean
  /** The values that the column's check allows; null if any value is allowed. */
  readonly values: readonly string[] | null
}

/** Tables of a tenant, and counters of tries, which belong to a person and not to a company. */
const readTables = `select c.oid::regclass::text as name from pg_class c
  where c.relname = 'throttle' or c.relrowsecurity and not c.relispartition
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id')
  order by 1`
/** Plans name the months that they read. The plan of an empty month does not matter. */
const filledMonths = `select oid::regclass::text as name from pg_class where relispartition and relkind = 'r' and reltuples > 0`
const columnsOf = `select c.oid::regclass::text as "table", a.attname as name, format_type(a.atttypid, null) as type,
    a.attnotnull as required,
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and i.indnkeyatts = 1
      and i.indpred is null and i.indkey[0] = a.attnum) as alone,
    (select array_agg(w.word[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([a-z_]+)''', 'g') w(word)
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY%') as words
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.oid = $1::regclass order by a.attnum`
const rulesOf = `select conrelid::regclass::text as "table", conname as name from pg_constraint
  where conrelid = $1::regclass and contype in ('c', 'f')`

const uuidOf = (n: string) => `('01990000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
const ofType: Readonly<Record<string, string>> = {
  uuid: uuidOf('n'),
  text: `'text ' || n`,
  bytea: `decode(lpad(to_hex(n), 16, '0'), 'hex')`,
  '"char"': `'A'`,
  jsonb: `'[]'`,
  boolean: 'n % 2 = 0',
  smallint: 'n % 10 + 1',
  integer: 'n',
  bigint: 'n',
  xid8: `n::text::xid8`,
  numeric: 'n',
  date: `date '2026-01-01' + n % 300`,
  'timestamp with time zone': `timestamptz '2026-01-01' + n * interval '1 minute'`,
}
/** Columns that are filled although they may be null, because lists search in them. */
const always = /^(company_id|user_id|owner_id|load_id|card_id|status|kind|blocked_until)$/

const valueOf = ({ name, type, alone, values }: Column): string => {
  // Test people are few.
  if (name === 'is_test') return 'n % 100 = 0'
  if (values) {
    const list = values.map((word) => `'${word}'`).join(',')
    return `(array[${list}])[(n / ${companyCount}) % ${values.length} + 1]`
  }
  // Refusals are few.
  if (name === 'outcome') return `case when n % 100 = 0 then 'refused' else 'done' end`
  if (alone) return ofType[type] ?? `''`
  // One person of each company, with one card, gets the rows that may exist several times.
  if (/^(company|user|owner|card)_id$/.test(name)) return uuidOf(`n % ${companyCount} + 1`)
  const value = type.endsWith('[]') ? `'{}'` : ofType[type]
  if (value === undefined) throw new Error(`No value for ${type}, of ${name}`)
  return value
}

const fill = async (client: pg.Client, table: string): Promise<void> => {
  const { rows: columns } = await client.query<Column>(columnsOf, [table])
  const { rows: rules } = await client.query<{ table: string; name: string }>(rulesOf, [table])
  // The meaning of the rows does not matter here, only their number and their owners.
  const drops = rules.map((rule) => `drop constraint if exists "${rule.name}" cascade`)
  for (const drop of drops) await client.query(`alter table ${table} ${drop}`)
  await client.query(`alter table ${table} disable trigger user`)
  const filled = columns.filter(({ required, name }) => required || always.test(name))
  const names = filled.map(({ name }) => `"${name}"`).join(', ')
  const values = filled.map(valueOf).join(', ')
  await client.query(
    `insert into ${table} (${names}) select ${values} from generate_series(1, ${rowsPerTable}) n on conflict do nothing`,
  )
  await client.query(`analyze ${table}`)
  const { rows } = await client.query<{ count: bigint }>(`select count(*) from ${table}`)
  const count = Number(rows[0]?.count)
  if (count < fewestRows) throw new Error(`${table} has ${count} rows only`)
}

/** Fills every table whose rows lists read, whatever its columns are; returns the names. */
export const fillTables = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(readTables)
  for (const { name } of rows) await fill(client, name)
  const { rows: months } = await client.query<{ name: string }>(filledMonths)
  return [...rows, ...months].map(({ name }) => name)
}
