import type pg from 'pg'

type Column = {
  readonly name: string
  readonly type: string
  readonly isInKey: boolean
  readonly isComputed: boolean
}

/** A table with row-level security and a company in each row. */
export type TenantTable = {
  readonly name: string
  readonly columns: readonly Column[]
  /** The column of the row's owner, where the policy names one. */
  readonly userColumn: string | null
  readonly shownTo: 'person' | 'admins' | 'company'
}

const protectedTables = `
  select c.oid::regclass::text as name, pg_get_expr(p.polqual, p.polrelid) as policy
  from pg_class c join pg_policy p on p.polrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
    and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
    and p.polname = 'tenant'
  order by 1`
const columnsOf = `
  select a.attname as name, t.typname as type, coalesce(a.attnum = any (i.indkey), false) as "isInKey",
    a.attgenerated <> '' as "isComputed"
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity <> 'a'`
const rulesOf = `
  select conname as name from pg_constraint where conrelid = $1::regclass and contype in ('c', 'f', 'p', 'u', 'x')`
/** Keys that the partitions have and their table does not. */
const keysOfPartitions = `
  select conrelid::regclass::text as "partition", conname as name from pg_constraint
  join pg_inherits on inhrelid = conrelid where inhparent = $1::regclass and contype in ('p', 'u') and conparentid = 0`
const uniqueIndexes = `
  select indexrelid::regclass::text as name from pg_index where indrelid = $1::regclass and indisunique and not indisprimary`

const userColumnOf = (policy: string): string | null =>
  /OR \(?(\w+) = \( SELECT [^)]*\(?NULLIF\(current_setting\('app\.user'/.exec(policy)?.[1] ?? null

/** Every table of tenants, as the catalogue of the database has it. */
export const describeTenantTables = async (owner: pg.Client): Promise<TenantTable[]> => {
  const { rows } = await owner.query<{ name: string; policy: string }>(protectedTables)
  const tables: TenantTable[] = []
  for (const { name, policy } of rows) {
    const { rows: columns } = await owner.query<Column>(columnsOf, [name])
    const userColumn = userColumnOf(policy)
    const shownTo = userColumn ? 'person' : policy.includes('app.user') ? 'admins' : 'company'
    tables.push({ name, columns, userColumn, shownTo })
  }
  return tables
}

/** A value of the type, different for each number. */
const valueOf = (type: string, number: number): unknown => {
  if (type === 'uuid') return `01980000-0000-7000-9000-${String(number).padStart(12, '0')}`
  if (/^(int|numeric|float)/.test(type)) return number
  if (/^timestamp|^date/.test(type)) return new Date(Date.UTC(2026, 0, 1 + (number % 300)))
  if (type === 'bytea') return Buffer.from(String(number))
  return String(number)
}

/**
 * Removes every constraint of a table but its policy, so that rows can be inserted that only show who may see
 * them.
 */
const loosen = async (owner: pg.Client, { name, columns }: TenantTable): Promise<void> => {
  const rules = await owner.query<{ name: string }>(rulesOf, [name])
  for (const rule of rules.rows)
    await owner.query(`alter table ${name} drop constraint if exists "${rule.name}" cascade`)
  const keys = await owner.query<{ partition: string; name: string }>(keysOfPartitions, [name])
  for (const key of keys.rows) await owner.query(`alter table ${key.partition} drop constraint "${key.name}"`)
  const unique = await owner.query<{ name: string }>(uniqueIndexes, [name])
  for (const index of unique.rows) await owner.query(`drop index ${index.name}`)
  for (const column of columns.filter(({ isComputed }) => isComputed)) {
    await owner.query(`alter table ${name} alter column "${column.name}" drop expression`)
  }
  for (const column of columns.filter(({ isInKey }) => !isInKey)) {
    await owner.query(`alter table ${name} alter column "${column.name}" drop not null`)
  }
}

/** Inserts one row for each company and person into every table; the database has no other use afterwards. */
export const fillTenantTables = async (
  owner: pg.Client,
  of: { tables: readonly TenantTable[]; rows: readonly { companyId: string; userId: string }[] },
): Promise<void> => {
  await owner.query(`set session_replication_role = replica`)
  let number = 1000
  for (const table of of.tables) {
    await loosen(owner, table)
    for (const { companyId, userId } of of.rows) {
      const fixed: Record<string, string> = { company_id: companyId }
      if (table.userColumn) fixed[table.userColumn] = userId
      const named = table.columns.filter(({ name, isInKey }) => isInKey || name in fixed)
      const values = named.map(({ name, type }) => fixed[name] ?? valueOf(type, (number += 1)))
      const parameters = named.map((_, index) => `$${index + 1}`)
      const names = named.map(({ name }) => `"${name}"`)
      await owner.query(`insert into ${table.name} (${names.join()}) values (${parameters.join()})`, values)
    }
  }
}
