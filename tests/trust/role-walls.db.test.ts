import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { createTestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { postOneLoad } from '../../server/src/treasury/one-load.test-kit.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** What each login of the product may do by hand, as a thief of it would try. */
let database: TestDatabase
let owner: pg.Client
const logins: Record<string, pg.Client> = {}
beforeAll(async () => {
  database = await createTestDatabase()
  const open = async (connectionString: string) => {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client
  }
  owner = await open(database.ownerUrl)
  logins['cardamom_app'] = await open(database.appUrl)
  logins['cardamom_signer'] = await open(database.signerUrl)
  logins['cardamom_accounts'] = await open(database.accountsUrl)
})
afterAll(async () => {
  for (const client of [owner, ...Object.values(logins)]) await client.end()
  await database.drop()
})

const roles = ['cardamom_app', 'cardamom_signer', 'cardamom_accounts']
/** All functions of the schema that a role may call. A new function that a role may call is added here. */
const callable = {
  cardamom_app: `accept_seller_invitation account_leaves account_parts add_fee_versions adjusted_since archive_quotes audit_block_of audit_leaves audit_lines
    awaits_wallet_load basis_of_shares change_company_parent check_entries claim_kyc_document companies_of_role company_line count_friends_of_referrer decided_allowances
    effective_company effective_fee_schedule effective_limit emergency_maximum_of
    emergency_maximums_of_subtree fee_schedule_source fee_schedule_starts
    fee_versions_near fees_of_subtree find_balances find_company
    find_impersonated find_journal_kinds find_people find_postings find_sessions find_subjects follow_company
    forget_answers
    forget_zero_references friends_of_referrer has_device_profiling has_wallet_load hidden_companies holds_tag immediate_wallet_loads_of installed_at is_key_signed is_restricted journal_heads
      journal_key_of journal_leaves journal_parts last_line_before last_posting_before last_uses_for_seller limit_before
      limits_of_subtree
      lowest_tier_below micros_of misowned_accounts names_of_payers
    open_seller_invitation opened_parts part_hash part_salt people_of_seller plain_text post_batch queued_entries quoted_for_wallet_since
      record_book_check referral_code_exists remove_payin_limit restricted_modules role_sees_company sent_since set_payin_limit
      share_obstacle shared_views shares_of_top_up sum_next_postings tag_changes
    test_people topped_up_since transfer_terms transfers_sides turn_partitions use_grants wallet_facts
    wallet_loads_of wallet_loads_since wallet_loads_waiting wire_of_reference`,
  cardamom_signer: 'append_audit_block append_block forget_batches summarize_postings',
  cardamom_accounts: 'assign_accounts close_accounts set_allowance',
  public: '',
}

/** Trigger functions cannot be called, and a role without tables of its own makes no trigger. */
const callableBy = async (role: string): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select distinct proname as name from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and has_function_privilege($1, oid, 'execute')
     order by 1`,
    [role],
  )
  return rows.map(({ name }) => name)
}

test.each(Object.entries(callable))(
  '%s may call the functions of its duty and no other',
  async (role, names) => {
    expect(await callableBy(role)).toEqual(names.split(/\s+/).filter((name) => name !== ''))
  },
)

/** Two people of two companies, whose names have the same part. */
const [ana, eva] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000e1']
const [one, other] = [houseId, '00000000-0000-7000-8000-0000000000c2']
const insertCompany = `insert into company (id, parent_id, tier, path, slug, name, created_at)
  values ('${other}', '${one}', 2, array['${one}', '${other}']::uuid[], 'walled', 'Walled', now())`
const insertPerson = `insert into app_user (id, company_id, role_id, username, email, password_hash, first_name, last_name,
    referral_code, created_at)
  select $1, $2, 2, 'walled.' || $3::text, 'walled.' || $3 || '@example.com', 'none', 'Walled', $3, 'WAKK' || upper($3), now()`

test('the search finds people of the scope that the caller has set, and nobody else', async () => {
  await owner.query(insertCompany)
  await owner.query(insertPerson, [ana, one, 'a1'])
  await owner.query(insertPerson, [eva, other, 'e1'])
  const app = logins['cardamom_app']
  const foundWith = async (settings: Record<string, string>, most = 10) => {
    await app?.query('begin')
    for (const [name, value] of Object.entries(settings))
      await app?.query('select set_config($1, $2, true)', [name, value])
    const found = await app?.query<{ ids: string[] | null }>(`select find_people('walled', $1) as ids`, [
      most,
    ])
    await app?.query('rollback')
    return found?.rows[0]?.ids?.toSorted() ?? null
  }
  const many = Array.from(
    { length: 1200 },
    (_, n) => `00000000-0000-7000-8001-${String(n).padStart(12, '0')}`,
  )
  expect(await foundWith({})).toEqual([])
  expect(await foundWith({ 'app.companies': '{}' })).toEqual([])
  expect(await foundWith({ 'app.companies': `{${one}}` })).toEqual([ana])
  expect(await foundWith({ 'app.companies': `{${[...many, other].join(',')}}` })).toEqual([eva])
  expect(await foundWith({ 'app.companies': `{${one},${other}}`, 'app.user': eva })).toEqual([eva])
  expect(await foundWith({ 'app.scope': 'all' })).toEqual([ana, eva])
  expect(await foundWith({ 'app.scope': 'all' }, 1)).toBeNull()
  const visible = { 'app.scope': 'visible', 'app.companies': `{${one}}` }
  expect(await foundWith(visible)).toEqual([ana, eva])
  expect(await foundWith({ ...visible, 'app.user': ana })).toEqual([ana])
  await owner.query('update company set visible_to_adm = false where id = any ($1)', [[one, other]])
  expect(await foundWith(visible)).toEqual([ana])
  expect(await foundWith({ 'app.scope': 'visible' })).toEqual([])
  await owner.query('update company set visible_to_adm = true where id = any ($1)', [[one, other]])
})

const forbidden = '42501'
/** The SQLSTATE of a statement's refusal; nothing of it remains. */
const refusalOf = async (role: string, statement: string): Promise<string> => {
  const client = logins[role]
  await client?.query('begin')
  try {
    await client?.query(statement)
    return 'accepted'
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  } finally {
    await client?.query('rollback')
  }
}
const acceptedOf = async (role: string, statements: readonly string[]): Promise<string[]> => {
  const refusals: string[] = []
  for (const statement of statements) {
    const refusal = await refusalOf(role, statement)
    if (refusal !== forbidden) refusals.push(`${refusal}: ${statement}`)
  }
  return refusals
}

/** Calls of all functions that the role may not call. */
const calls = async (role: string): Promise<string[]> => {
  const { rows } = await owner.query<{ call: string }>(
    // A call with constants could be left out by the planner.
    `select format('select %I(%s) from (select %s offset 0) v', proname,
        (select string_agg('a' || n, ', ') from generate_series(1, pronargs) n),
        coalesce((select string_agg(format('null::%s as a%s', format_type(type, null), n), ', ')
          from unnest(proargtypes) with ordinality t (type, n)), '1')) as call
     from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and not proname = any ($1)`,
    [(callable[role as keyof typeof callable] ?? '').split(/\s+/)],
  )
  return rows.map(({ call }) => call)
}

test.each(roles)('%s is refused by every other function', async (role) => {
  const others = await calls(role)
  expect(others.length).toBeGreaterThan(15)
  expect(await acceptedOf(role, others)).toEqual([])
})

/** The tables that the migrations of the ledger made. */
const ledgerTables = async (): Promise<string[]> => {
  const folder = join(import.meta.dirname, '../../server/src/ledger/migrations')
  const text = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const made = text.flatMap((each) => [...each.matchAll(/^create table (\w+)/gm)].map(([, name]) => name))
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1) order by 1`,
    [made],
  )
  return rows.map(({ name }) => name)
}
const changesOf = async (table: string): Promise<string[]> => {
  const { rows } = await owner.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = ''
       and not attisdropped limit 1`,
    [table],
  )
  const column = rows[0]?.column
  return [
    `insert into ${table} default values`,
    `insert into ${table} (${column}) select ${column} from ${table}`,
    `update ${table} set ${column} = ${column}`,
    `delete from ${table}`,
    `truncate ${table}`,
    `merge into ${table} using (select 1) one on false when not matched then insert default values`,
    `copy ${table} to program 'true'`,
    `lock table ${table} in access exclusive mode`,
    `create trigger mine before insert on ${table} for each row execute function history_stays()`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} disable row level security`,
    `alter table ${table} owner to ${roles[0]}`,
    `alter table ${table} add column mine int`,
    `create rule mine as on insert to ${table} do instead nothing`,
    `create policy mine on ${table} using (true)`,
    `create index mine on ${table} (${column})`,
    `drop table ${table} cascade`,
  ]
}

test.each(roles)('%s changes no table of the ledger, and none of their rules', async (role) => {
  const tables = await ledgerTables()
  expect(tables).toEqual(expect.arrayContaining(['account', 'block', 'chart_line', 'journal', 'posting']))
  for (const table of tables) expect(await acceptedOf(role, await changesOf(table))).toEqual([])
})

const powers = [
  `set session_replication_role = 'replica'`,
  `select set_config('session_replication_role', 'replica', true)`,
  'set role cardamom_owner',
  'set session authorization cardamom_owner',
  'create function public.mine() returns int language sql as $$ select 1 $$',
  'create table public.mine (id int)',
  'create schema mine',
  'create role mine',
  'create extension hstore',
  'alter function find_balances(uuid[]) security invoker',
  'alter role cardamom_owner login',
  `select pg_read_file('postgresql.conf')`,
  `select pg_ls_dir('.')`,
  `copy (select 1) to program 'true'`,
  'delete from clock',
  'insert into clock default values',
]
test.each(roles)('%s has no power of an owner', async (role) => {
  const others = roles.filter((each) => each !== role).map((each) => `set role ${each}`)
  const own = ['bypassrls', 'superuser', 'createrole'].map((power) => `alter role ${role} ${power}`)
  expect(await acceptedOf(role, [...powers, ...others, ...own])).toEqual([])
})

test('the app advances the clock in a sandbox only', async () => {
  const sourceDir = join(import.meta.dirname, '../../server/src')
  const started = (isSandbox: boolean) =>
    migrate({ ownerUrl: database.ownerUrl, sourceDir, roles: existingTestRoles, isSandbox })
  const advance = 'update clock set offset_ms = offset_ms + 1'
  await started(false)
  expect(await acceptedOf('cardamom_app', [advance])).toEqual([])
  await started(true)
  expect(await refusalOf('cardamom_app', advance)).toBe('accepted')
})

test('the roles with one duty read no table', async () => {
  const { rows } = await owner.query<{ read: string }>(
    `select format('select from %s', c.oid::regclass) as read from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`,
  )
  expect(rows.length).toBeGreaterThan(60)
  const reads = rows.map(({ read }) => read)
  for (const role of ['cardamom_signer', 'cardamom_accounts'])
    expect(await acceptedOf(role, reads)).toEqual([])
})

test('a login that names no scope reads no row of a tenant or of the ledger', async () => {
  const ledger = await createTestLedger({ ...database, drop: async () => undefined })
  await postOneLoad(ledger)
  const { rows } = await owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity
       and not c.relispartition`,
  )
  for (const { name } of rows) {
    const seen = await logins['cardamom_app']?.query(`select from ${name}`)
    expect([name, seen?.rowCount]).toEqual([name, 0])
  }
  expect(await ledger.count('posting')).toBeGreaterThan(5)
  await ledger.end()
})
