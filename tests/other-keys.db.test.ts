import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKillBench, type KillBench } from './kill/kill-bench.ts'
import { startServer } from './kill/server-process.ts'
import { createSeeded } from './simulation/seeded.ts'
import { allowOwnLegs } from './support/any-legs.ts'
import { makeDataDir } from './support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'
import { databaseSettings } from './support/test-roles.ts'

/** The real server, started on one database with the keys of the first start and with others. */
const source = join(import.meta.dirname, '../server/src')
const folder = makeDataDir('other-keys')
const backup = join(folder, 'cardamom.backup')
let first: TestDatabase
let second: TestDatabase
let bench: KillBench
beforeAll(async () => {
  first = await createTestDatabase()
  second = await createTestDatabase({ isEmpty: true })
  bench = await openKillBench(first, createSeeded(6))
})
afterAll(async () => {
  await bench.stop()
  await first.drop()
  await second.drop()
  rmSync(folder, { recursive: true, force: true })
})

const run = (script: string, args: readonly string[], env: Record<string, string>) => {
  const { status, stderr } = spawnSync(process.execPath, [join(source, script), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', ...bench.env, ...env, END_WITH_STDIN: '1' },
  })
  return { status, stderr }
}
const asOwner = async (statement: string): Promise<object[]> => {
  const client = new pg.Client({ connectionString: first.ownerUrl })
  await client.connect()
  try {
    return (await client.query<object>(statement)).rows
  } finally {
    await client.end()
  }
}
const otherKey = () => randomBytes(32).toString('base64')
const refusalOf = (name: string) => ({
  status: 1,
  stderr: `${name} is not the key that this database was first started with: set that key, or use the database that belongs to this key.\n`,
})

test('a second start with another key ends with a sentence that names the key', async () => {
  const server = await startServer({ env: bench.env })
  expect(await server.end()).toBe(0)
  for (const name of ['ENCRYPTION_KEY', 'LEDGER_SIGNING_KEY'])
    expect(run('main.ts', [], { [name]: otherKey() })).toEqual(refusalOf(name))
  const again = await startServer({ env: bench.env })
  expect(await again.end()).toBe(0)
})

test('a start with another key changes nothing: no migration runs, no limit is set', async () => {
  const [last] = await asOwner('select name, sha256 from migration order by name desc limit 1')
  const { name, sha256 } = last as { name: string; sha256: string }
  const limits = `select setconfig from pg_db_role_setting
    where setdatabase = (select oid from pg_database where datname = current_database())`
  // The state of a database before the start of a newer version.
  await asOwner(`delete from migration where name = '${name}'`)
  await asOwner(`do $$ declare role text; begin
    execute format('alter database %I reset all', current_database());
    for role in select r.rolname from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where s.setdatabase = (select oid from pg_database where datname = current_database())
    loop execute format('alter role %I in database %I reset all', role, current_database()); end loop; end $$`)
  expect(run('main.ts', [], { ENCRYPTION_KEY: otherKey() })).toEqual(refusalOf('ENCRYPTION_KEY'))
  expect(await asOwner(`select 1 from migration where name = '${name}'`)).toEqual([])
  expect(await asOwner(limits)).toEqual([])
  await asOwner(`insert into migration (name, sha256) values ('${name}', '${sha256}')`)
})

test('a restored database starts with the keys of the old one, and with no others', async () => {
  const urls = databaseSettings(second)
  // A restore compares the kinds of journals with the product's.
  await allowOwnLegs(first.ownerUrl)
  expect(run('operate.ts', ['backup', backup], {})).toEqual({ status: 0, stderr: '' })
  expect(run('operate.ts', ['restore', backup], urls)).toEqual({ status: 0, stderr: '' })
  expect(run('main.ts', [], { ...urls, ENCRYPTION_KEY: otherKey() })).toEqual(refusalOf('ENCRYPTION_KEY'))
  const restored = await startServer({ env: { ...bench.env, ...urls } })
  expect(await restored.end()).toBe(0)
})
