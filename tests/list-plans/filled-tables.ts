import type pg from 'pg'

/** The number of companies, and the most rows of each table: unique keys may refuse some. */
export const companyCount = 2000
const rowsPerTable = 12_000
const fewestRows = 1000

/** The id of the n-th row of every table, counted from 1; ids grow with time as real ones do. It was made on 2026-01-05. */
export const idAt = (n: number): string => `019b8b74-1800-7000-8000-${n.toString(16).padStart(12, '0')}`

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
    (select array_agg(w.word[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''', 'g') w(word)
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY%') as values
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.oid = $1::regclass order by a.attnum`
const rulesOf = `select conrelid::regclass::text as "table", conname as name from pg_constraint
  where conrelid = $1::regclass and contype in ('c', 'f')`

const uuidOf = (n: string) => `('019b8b74-1800-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`
/** Row n belongs to the person and the company of this number. */
const ownerNumber = `(n - 1) % ${companyCount} + 1`
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
/** Columns without an empty value, although they may be null: lists read the rows of their owners and states. */
const always = /^(company_id|user_id|owner_id|card_holder_id|load_id|status|kind|blocked_until)$/
const pick = (...values: readonly string[]) =>
  `(array[${values.map((each) => `'${each}'`).join(',')}])[n / ${companyCount} % ${values.length} + 1]`
/** Values that filters compare, of columns without a check. */
const valueOfColumn: Readonly<Record<string, string>> = {
  'account.asset': `'text ' || n`,
  'account.class': `'L'`,
  'account.code': pick('wallet.regular.available', 'wallet.immediate.available', 'crypto.deposits'),
  // A company has wallets of its own, and the others are those of its people.
  'account.owner_id': `case when n <= ${companyCount} then ${uuidOf('n')} else ${uuidOf('n + 100000')} end`,
  // A sixth of the people of each company.
  'app_user.has_referrals': `n / ${companyCount} % 6 = 1`,
  'app_user.time_zone': `'America/Lima'`,
  'approval.kind': pick(
    'changePermissions',
    'recordTreasuryOperation',
    'adjustWallet',
    'createTransfer',
    'createTopUp',
  ),
  'audit.action': pick('POST /sessions', 'PATCH /me/profile', 'POST /loads'),
  'audit.object_id': `'text ' || n`,
  'card.card_type_id': '(select id from card_type order by id limit 1)',
  'card_transaction.category': pick('groceries', 'cafes', 'fuel'),
  // A load has one open refund.
  'load_refund.load_id': uuidOf('n'),
  // Open refunds are few: they are paid within minutes.
  'load_refund.status': `case n % 12 when 0 then 'requested' when 1 then 'queued' when 2 then 'sending' else 'confirmed' end`,
  'note.kind': pick('user', 'company', 'card'),
  // One run is under way at a time.
  'reconcile_run.status': `case n when 7 then 'reading' else 'done' end`,
  'session.created_at': `timestamptz '2026-01-31 12:00Z' + n * interval '1 second'`,
  'session.last_used_at': `timestamptz '2026-01-31 23:59Z'`,
  'terms_acceptance.version': 'n % 3 + 1',
  // A sixth of the lockouts is open.
  'throttle.blocked_until': `timestamptz '2026-01-28' + case when n / ${companyCount} = 1 then 6 else 0 end * interval '1 day' + n * interval '1 second'`,
}

const valueOf = ({ table, name, type, alone, values }: Column): string => {
  // Test people and companies of the operator are few.
  if (name === 'is_test' || name === 'operator_owned') return 'n % 100 = 0'
  const own = valueOfColumn[`${table}.${name}`]
  if (own !== undefined) return own
  if (values) return pick(...values)
  if (name === 'tier') return 'n % 4 + 1'
  if (name === 'mention_ids') return `array[${uuidOf(ownerNumber)}]`
  // Refusals are few.
  if (name === 'outcome') return `case when n % 100 = 0 then 'refused' else 'done' end`
  if (alone) return ofType[type] ?? `''`
  // One person of each company, with one card, gets the rows that may exist several times.
  if (type === 'uuid' && name !== 'id') return uuidOf(ownerNumber)
  const value = type.endsWith('[]') ? `'{}'` : ofType[type]
  if (value === undefined) throw new Error(`No value for ${type}, of ${name}`)
  return value
}

/** No filter compares these columns. */
const mayStayEmpty = ({ table, name, type, required, values }: Column): boolean => {
  if (required || always.test(name) || valueOfColumn[`${table}.${name}`] !== undefined) return false
  return type === 'text' ? values === null : /^(jsonb|bytea|real)$|\[\]$/.test(type)
}
/** A third of the values that may be null are, and a different third in each column. */
const filledOf = (column: Column, at: number): string => {
  const { table, name, required, type } = column
  if (required || always.test(name) || valueOfColumn[`${table}.${name}`] !== undefined) return valueOf(column)
  return `case when (n + ${at}) % 3 > 0 then (${valueOf(column)})::${type} end`
}

const fill = async (client: pg.Client, table: string): Promise<void> => {
  const { rows: columns } = await client.query<Column>(columnsOf, [table])
  const { rows: rules } = await client.query<{ table: string; name: string }>(rulesOf, [table])
  // The meaning of the rows does not matter here, only their number and their owners.
  const drops = rules.map((rule) => `drop constraint if exists "${rule.name}" cascade`)
  for (const drop of drops) await client.query(`alter table ${table} ${drop}`)
  await client.query(`alter table ${table} disable trigger user`)
  const filled = columns.filter((column) => !mayStayEmpty(column))
  const names = filled.map(({ name }) => `"${name}"`).join(', ')
  const values = filled.map(filledOf).join(', ')
  await client.query(
    `insert into ${table} (${names}) select ${values} from generate_series(1, ${rowsPerTable}) n on conflict do nothing`,
  )
  await client.query(`analyze ${table}`)
  const { rows } = await client.query<{ count: bigint }>(`select count(*) from ${table}`)
  const count = Number(rows[0]?.count)
  if (count < fewestRows) throw new Error(`${table} has ${count} rows only`)
}

/** The stock of the installation has few cards: its lists may read all of them. */
const fewStockCards = `insert into card_stock (id, import_id, card_type_id, serial, bin, last_digits, expiry, created_at)
  select ${uuidOf('n')}, ${uuidOf('1')}, (select id from card_type order by id limit 1), 'CRD-' || 1000 + n, '411111', '0042',
    '12/99', timestamptz '2026-01-15' + n * interval '1 minute' from generate_series(1, 60) n`

/** Fills every table whose rows lists read, whatever its columns are; returns the names. */
export const fillTables = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string }>(readTables)
  for (const { name } of rows) await fill(client, name)
  await client.query(fewStockCards)
  const { rows: months } = await client.query<{ name: string }>(filledMonths)
  return [...rows, ...months].map(({ name }) => name)
}
