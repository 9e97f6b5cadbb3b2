import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyQueries, companyQueriesOfSql } from '../../tools/company-queries.ts'
import type { Source } from '../../tools/syntax-tree.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/**
 * A table of tenants whose rows a query finds by their company has an index that starts with the company.
 * Every other has one that starts with the person, or is listed here with the key of its queries.
 */
const queriedOtherwise: Readonly<Record<string, string>> = {
  account_change: 'account_id',
  archived_quote: 'address',
  audit_change: 'entity_id',
  card_call: 'card_id',
  card_comparison: 'issuer_card_id',
  challenge: 'session_id',
  credit_decision: 'issuer_transfer_id',
  download: 'token_hash',
  issuer_history_row: 'issuer_card_id',
  issuer_transfer: 'load_id',
  kyc_attempt: 'case_id',
  kyc_event: 'case_id',
  kyc_session: 'provider',
  kyc_step: 'case_id',
  // of the whole book, newest first
  ledger_break: 'at',
  load_history: 'load_id',
  // its id is the person's
  load_limit_use: 'id',
  load_part: 'load_id',
  load_part_payment: 'load_part_id',
  load_refund: 'load_id',
  load_reversal: 'load_id',
  notified_event: 'event_id',
  payment_break: 'at',
  posting: 'account_id',
  proof_use: 'proof_hash',
  reconciliation_finding: 'first_at',
  ref_balance: 'account_id',
  session_token: 'token_hash',
  step_up_grant: 'grant_hash',
  wallet_check: 'load_id',
}
let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

type Index = { readonly table: string; readonly name: string; readonly columns: readonly string[] }
/**
 * Indexes over all rows of the tables with a company; partial indexes serve a single query and are left out. Some indexes
 * of a table with partitions are on its partitions only, so those of its default partition count too. Columns that an index
 * only includes are no keys.
 */
const indexesOfTenants = `select coalesce(h.inhparent, c.oid)::regclass::text as "table", i.indexrelid::regclass::text as name,
    array(select a.attname::text from unnest(i.indkey::int2[]) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
      where k.number > 0 and k.place <= i.indnkeyatts order by k.place) as columns
  from pg_class c join pg_index i on i.indrelid = c.oid left join pg_inherits h on h.inhrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT')
    and (i.indpred is null or i.indpred::text like '%NULLTEST%')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)
  order by 1, 2`
const readIndexes = async () => (await owner.query<Index>(indexesOfTenants)).rows
const persons = ['user_id', 'owner_id', 'actor_id']

/** Tables without an index that starts with the company or the person. */
const withoutBoth = (indexes: readonly Index[]): string[] => {
  const firsts = Map.groupBy(indexes, ({ table }) => table)
  return [...firsts].flatMap(([table, each]) =>
    each.some(({ columns: [first = ''] }) => first === 'company_id' || persons.includes(first))
      ? []
      : [table],
  )
}

test('every tenant table has an index that starts with the company or the person, or is listed with its own', async () => {
  const indexes = await readIndexes()
  expect(withoutBoth(indexes)).toEqual(Object.keys(queriedOtherwise))
  for (const [table, column] of Object.entries(queriedOtherwise)) {
    const firsts = indexes.filter((each) => each.table === table).map(({ columns }) => columns[0])
    expect(firsts, table).toContain(column)
  }
})

test('an index with the company starts with the company or the person', async () => {
  const misplaced = (await readIndexes()).filter(
    ({ columns: [first = '', ...others] }) => others.includes('company_id') && !persons.includes(first),
  )
  expect(misplaced).toEqual([])
})

const root = join(import.meta.dirname, '../..')
const serverFiles = (): Source[] =>
  globSync('server/src/**/*.ts', { cwd: root })
    .filter((path) => !/\.(test|test-kit)\.ts$|kernel\/schema\.ts$/.test(path))
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
/** All but the one that writes the policies: no index serves a policy. */
const functionsOfDatabase = `select proname as path, prosrc as text from pg_proc
  where pronamespace = 'public'::regnamespace and prosrc like '%company_id%' and prosrc not like '%create policy%' order by 1`

/** Queries by company in the server's sources and in the functions of the database. */
const readCompanyQueries = async (files: readonly Source[]) => {
  const tenantTables = new Set((await readIndexes()).map(({ table }) => table))
  const { rows: functions } = await owner.query<Source>(functionsOfDatabase)
  return [
    ...companyQueries(files, tenantTables),
    ...functions.flatMap((each) => companyQueriesOfSql(each, tenantTables)),
  ]
}
/** Tables that a query finds by company, although no index starts with it. */
const withoutCompany = async (files: readonly Source[]) => {
  const indexed = new Set(
    (await readIndexes()).flatMap(({ table, columns }) => (columns[0] === 'company_id' ? [table] : [])),
  )
  const queries = await readCompanyQueries(files)
  return queries.filter(({ table, isNarrower }) => table === null || (!isNarrower && !indexed.has(table)))
}

test('a table whose rows a query finds by their company has an index that starts with it', async () => {
  const files = serverFiles()
  expect(files.length).toBeGreaterThan(200)
  const queries = await readCompanyQueries(files)
  const tables = new Set(queries.flatMap(({ table, isNarrower }) => (isNarrower ? [] : [table])))
  const named =
    'account app_user approval audit balance_allowance card card_transaction company email_change emergency_maximum ' +
    'event fee_schedule holder kyc_case load load_day note payin_limit reconcile_break reconcile_run seller_code seller_invitation ' +
    'settlement share ' +
    'terms_acceptance ' +
    'top_up treasury_operation wallet_adjustment wallet_load_batch wallet_transfer withdrawal'
  expect(tables).toEqual(new Set(named.split(' ')))
  expect(await withoutCompany(files)).toEqual([])
})

test('each way to compare the company is found in a planted file', async () => {
  const text = `
    const rows = (sql: Queries) => sql.selectFrom('load as one').selectAll()
    const list = { scope: { companies: 'kycStep.companyId' }, filters: { companyId: 'kycAttempt.companyId' } }
    const built = (sql: Queries) => sql.selectFrom('challenge').where('companyId', '=', id)
    const either = sql.selectFrom('download').where((eb) => eb.or([eb('companyId', '=', id)]))
    const later = sql.deleteFrom('kycEvent').$if(wanted, (query) => query.where('companyId', 'in', ids))
    const another = async (sql: Queries) => rows(sql).where('one.companyId', '=', id).execute()
    const joined = sql.selectFrom('card').innerJoin('cardCall as call', 'call.companyId', 'card.companyId')
    const text = \`select 1 from posting p where p.company_id = any(\${ids})\`
    const whole = sql.updateTable('company').set({ name }).where(fragment.ref('walletCheck.companyId'), '=', id)
    const person = sql.selectFrom('sessionToken').where('userId', '=', me).where('companyId', '=', mine)
    const company = sql.selectFrom('card').innerJoin('company', 'company.id', 'card.companyId').select('card.companyId')
    const unknown = query.where('companyId', '=', id)`
  const found = await withoutCompany([{ path: 'planted', text }])
  const tables = 'kyc_step kyc_attempt challenge download kyc_event card_call posting wallet_check'
  expect(new Set(found.map(({ table }) => table))).toEqual(new Set([...tables.split(' '), null]))
  const queries = await readCompanyQueries([{ path: 'planted', text }])
  expect(queries).toContainEqual({ path: 'planted', table: 'load', isNarrower: false })
  expect(queries).toContainEqual({ path: 'planted', table: 'session_token', isNarrower: true })
})

test('a table without its index by company is found', async () => {
  for (const { table, name, columns } of await readIndexes())
    if (table === 'card' && ['company_id', ...persons].includes(columns[0] ?? ''))
      await owner.query(`drop index ${name}`)
  expect(withoutBoth(await readIndexes())).toContain('card')
  await owner.query('drop index treasury_operation_by_company')
  const tables = (await withoutCompany(serverFiles())).map(({ table }) => table)
  expect(new Set(tables)).toEqual(new Set(['card', 'treasury_operation']))
})
