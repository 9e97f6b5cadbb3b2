import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants, type Scope } from '../../server/src/kernel/database.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

/** The rights of the app's role on each table, as the catalogue of the database has them. */
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

/** Tables that every scope may read, and why. */
const shared: Readonly<Record<string, string>> = {
  audit_archive: 'hashes of files, without a row',
  audit_block: 'roots of the whole audit, without a row',
  audit_key: 'keys of people, which only the installation can decrypt',
  block: 'roots of the whole ledger, without a name or an amount',
  card_plan: 'what a card type costs, for everybody',
  card_stock: 'physical cards without a name or a company',
  card_type: 'the catalogue of cards, for everybody',
  chain_block: 'blocks of a public chain',
  chart_line: 'the chart of accounts',
  clock: 'business time of the installation',
  demo_record: 'ids of what a sandbox made for its demo',
  duty_function: 'names of functions and roles',
  incident: 'banners of the installation, without a name',
  issuer_cursor: 'how far the issuer was read',
  job: 'work that is due, written in any scope and claimed by workers alone',
  job_run: 'the last run of each job, by its name',
  journal_kind: 'the kinds of journal',
  key_check: 'the app has no right to it',
  load_day_progress: 'how far the loads of days are summed',
  migration: 'the app has no right to it',
  partitioned_table: 'the app has no right to it',
  plan_table: 'names of tables',
  posting_bound: 'how far the times of a journal may be from now',
  provider_state: 'how each provider answered the installation',
  restore_test: 'times of backups, without a row of them',
  role_tag: 'the tags of each role',
  setting: 'settings of the installation',
  status_transition: 'names of tables and states',
  terms_edition: 'published terms',
  terms_text: 'published terms',
  throttle:
    'counts of tries under a hash; a policy by person reads all people, so lists join the people in scope',
  total_progress: 'how far the totals of the book are',
}
/** Rows that the app adds and never changes or deletes. */
const history =
  `account account_change audit audit_block audit_change audit_leaf block event idempotency journal journal_detail journal_key ledger_batch ledger_break load_history posting
  profiling_consent ref_balance security_event settlement_line signed_entry terms_acceptance terms_edition terms_text unsigned_entry wallet_line`.split(
    /\s+/,
  )

/** Tables that only the owner changes. */
const ofTheOwner =
  `audit_archive book_check chart_line daily_total duty_function journal_kind key_check migration partitioned_table plan_table posting_bound
  role_tag status_transition total_progress`.split(/\s+/)

const tablesOf = async (condition: string): Promise<string[]> => {
  const { rows } = await owner.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${condition} order by 1`,
  )
  return rows.map(({ name }) => name)
}
const rights = (names: string) => `has_table_privilege('cardamom_app', c.oid, '${names}')`
const hasGrantee = `exists (select from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
  and a.attname in ('company_id', 'user_id', 'owner_id', 'actor_id', 'principal'))`

test('every table has row-level security, or is shared for a reason', async () => {
  expect(await tablesOf('not c.relrowsecurity')).toEqual(Object.keys(shared))
  expect(await tablesOf(`not c.relrowsecurity and ${hasGrantee}`)).toEqual(['throttle'])
  const withoutPolicy = 'c.relrowsecurity and not exists (select from pg_policy p where p.polrelid = c.oid)'
  expect(await tablesOf(withoutPolicy)).toEqual([])
})

test('history is append-only, and the app cannot truncate a table', async () => {
  expect(await tablesOf(`not (${rights('update')} or ${rights('delete')})`)).toEqual(
    [...history, ...ofTheOwner].toSorted(),
  )
  expect(await tablesOf(rights('truncate, trigger, references'))).toEqual([])
  expect(await tablesOf(`not ${rights('select, insert, update, delete')}`)).toEqual([
    'key_check',
    'migration',
    'partitioned_table',
  ])
})

test('a role that had all tables by default keeps no more rights than the app', async () => {
  const { rows } = await owner.query(
    `select c.relname, a.privilege_type from pg_class c, aclexplode(c.relacl) a
     where c.oid = any ('{event,idempotency,security_event,migration}'::regclass[]) and a.grantee <> c.relowner
       and a.privilege_type not in ('SELECT', 'INSERT') `,
  )
  expect(rows).toEqual([])
})

const companyA = '01980000-0000-7000-8000-0000000000aa'
const companyB = '01980000-0000-7000-8000-0000000000bb'
const [ana, luis] = ['01980000-0000-7000-8000-0000000000a1', '01980000-0000-7000-8000-0000000000a2']
const ofB: Scope = { kind: 'companies', companyIds: [companyB] }
const ofAna: Scope = { kind: 'own', userId: ana ?? '', companyId: companyA }

const write = (scope: Scope, statement: string) => database.db.write(scope, (sql) => sql.run(statement))
const putEvent = (id: number, company: string | null, user: string | null) =>
  `insert into event (id, type, entity, entity_id, company_id, user_id, at)
   values ('01980000-0000-7000-9000-00000000000${id}', 'card.paused', 'card', '${companyA}',
     ${company === null ? 'null' : `'${company}'`}, ${user === null ? 'null' : `'${user}'`}, 'epoch')`
const eventsIn = async (scope: Scope): Promise<number[]> => {
  const read = (sql: Queries) =>
    sql.rows<{ n: string }>('select right(id::text, 1) as n from event order by 1')
  return (await database.db.read(scope, read)).map(({ n }) => Number(n))
}

test('an event is written in any scope, and read in the scope of its company and person', async () => {
  await write(ofB, putEvent(1, companyA, ana ?? null))
  await write(ofB, putEvent(2, companyA, luis ?? null))
  await write(ofAna, putEvent(3, companyB, null))
  await write(ofAna, putEvent(4, null, null))
  expect(await eventsIn(allTenants)).toEqual([1, 2, 3, 4])
  expect(await eventsIn(ofB)).toEqual([3])
  expect(await eventsIn(ofAna)).toEqual([1])
  expect(await eventsIn({ kind: 'companies', companyIds: [companyA] })).toEqual([1, 2])
  expect((await database.db.pool.query('select 1 from event')).rows).toEqual([])
})

test('an answer under a key is stored in any scope, and no tenant can read it', async () => {
  await write(
    ofAna,
    `insert into idempotency (principal, key, fingerprint, status, body, at)
     values ('user:${ana}', 'key-of-ana', '', 200, '{}', 'epoch')`,
  )
  const read = (scope: Scope) => database.db.read(scope, (sql) => sql.rows('select body from idempotency'))
  expect(await read(allTenants)).toEqual([{ body: '{}' }])
  expect(await read(ofAna)).toEqual([])
  expect(await read(ofB)).toEqual([])
})

test('a removed right is refused', async () => {
  const statements = [
    'delete from security_event',
    'update event set user_id = null',
    'delete from idempotency',
    'select 1 from migration',
    `insert into migration (name, sha256) values ('9999-x', 'x')`,
  ]
  for (const statement of statements)
    await expect(write(allTenants, statement)).rejects.toMatchObject({ code: '42501' })
})
