import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Source } from './syntax-tree.ts'
import { foreignTables, foreignTablesOfMigrations, readExceptions, readOwners } from './table-owners.ts'

const root = join(import.meta.dirname, '..')
const read = (pattern: string): Source[] =>
  globSync(pattern, { cwd: root })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const migrations = read('server/src/*/migrations/*.sql')
const owners = readOwners(migrations)
const exceptions = readExceptions(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))
const sources = read('server/src/**/*.ts').filter(
  ({ path }) => !/\.(test|test-kit)\.ts$|kernel\/schema\.ts$/.test(path),
)

const planted = `
  // select from account
  const text = \`select k.id from "card" k, load l
    join app_user u on u.id = k.user_id where exists (\${'select 1 from kyc_case'})\`
  const change = fragment\`update seller set active = \${true}\`
  const insert = 'insert into share (id) values ($1)'
  const built = (sql: Queries) => sql.selectFrom('emailChange as change')
    .leftJoin('job', 'job.id', 'change.id')
    .where((eb) => eb.exists(eb.selectFrom(['journal', 'posting as leg'])))
  const row = { table: 'ledgerBreak', row: {} }
  const mine = sql.deleteFrom('notification').using('session')
`

test('a table that was renamed belongs to the module that renamed it', () => {
  const text = 'create table old (id uuid);\nalter table old rename to new;\n'
  const path = 'server/src/access/migrations/0001-planted.sql'
  expect([...readOwners([{ path, text }])]).toEqual([
    ['old', 'access'],
    ['new', 'access'],
  ])
})

test('a planted file is found with every table that is not its own', () => {
  const found = foreignTables([{ path: 'server/src/notifications/planted.ts', text: planted }], owners)
  const tables = new Set(found.map((each) => / (\w+) of /.exec(each)?.[1]))
  const inText = 'card load app_user kyc_case seller share'
  const built = 'email_change job journal posting ledger_break session'
  expect(tables).toEqual(new Set(`${inText} ${built}`.split(' ')))
  expect(found).toContain('server/src/notifications/planted.ts: job of kernel')
})

test('a table is named only by the module whose migration made it', () => {
  expect(owners.size).toBeGreaterThan(50)
  expect(sources.length).toBeGreaterThan(200)
  expect(foreignTables(sources, owners)).toEqual([])
})

test('a migration names only tables of its module, and those that architecture §4 lists', () => {
  expect(exceptions.size).toBeGreaterThan(5)
  expect(foreignTablesOfMigrations(migrations, owners, exceptions)).toEqual([])
})

test('a planted migration is found with every table that is not its own', () => {
  const text = `
    -- select from load
    create table planted (id uuid primary key references app_user);
    insert into plan_table values ('planted');
    update kyc_case set note = (select 1 from seller s);
    alter table only card add column planted int;
    create index planted_index on share (id);
    create trigger planted before insert or update on journal for each row execute function planted();
    create function planted() returns int language sql as $$ delete from job; select 1 from company $$;
  `
  const path = 'server/src/notifications/migrations/1399-planted.sql'
  const allowed = new Set(['* plan_table', 'notifications/1399 company', 'notifications/1398 job'])
  const found = foreignTablesOfMigrations([{ path, text }], owners, allowed)
  const tables = found.map((each) => / (\w+) of /.exec(each)?.[1] ?? each)
  const foreign = 'kyc_case seller job card share journal'.split(' ')
  expect(tables).toEqual([...foreign, 'unused: notifications/1398 job'])
})
