import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDataDir } from '../../../tests/support/data-dir.ts'
import { existingTestRoles } from '../../../tests/support/test-roles.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { findMigrations, migrate } from './migrate.ts'

let database: TestDatabase
const sourceDir = join(import.meta.dirname, '..')
const again = () => migrate({ ownerUrl: database.ownerUrl, sourceDir, roles: existingTestRoles })

const asOwner = async (statement: string, values: string[] = []) => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  await client.query(statement, values)
  await client.end()
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('an up-to-date schema is not changed, also by copies that start together', async () => {
  expect(await Promise.all([again(), again(), again()])).toEqual([0, 0, 0])
})

test('a database of a newer version is refused with a sentence', async () => {
  await asOwner(`insert into migration (name, sha256) values ('9999-of-tomorrow', 'x')`)
  await expect(again()).rejects.toThrow('made by a newer version of Cardamom (it has 9999-of-tomorrow)')
  await asOwner(`delete from migration where name = '9999-of-tomorrow'`)
})

test('a migration that was changed after it was applied is refused', async () => {
  const [first] = findMigrations(sourceDir)
  await asOwner('update migration set sha256 = $2 where name = $1', [first?.name ?? '', 'changed'])
  await expect(again()).rejects.toThrow('was changed after it was applied')
  await asOwner('update migration set sha256 = $2 where name = $1', [first?.name ?? '', first?.sha256 ?? ''])
  expect(await again()).toBe(0)
})

test('every table of a tenant is protected, and the app owns none', async () => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relrowsecurity
       and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped)`,
  )
  const owned = await client.query(`select 1 from pg_class where relowner = 'cardamom_app'::regrole`)
  await client.end()
  expect(rows.map(({ name }) => name)).toEqual([])
  expect(owned.rows).toEqual([])
})

test('a migration whose check fails is undone, and the start ends with the reason', async () => {
  const copy = makeDataDir('migrations')
  cpSync(sourceDir, copy, { recursive: true })
  const folder = join(copy, 'kernel/migrations')
  mkdirSync(folder, { recursive: true })
  const withCheck = (check: string) => {
    writeFileSync(join(folder, '9998-trial.sql'), 'create table trial (id uuid primary key, size int)')
    writeFileSync(join(folder, '9998-trial.check.sql'), check)
    return migrate({ ownerUrl: database.ownerUrl, sourceDir: copy, roles: existingTestRoles })
  }
  const wrong = {
    [`select pg_temp.has('column', 'trial.size trial.colour')`]: 'column trial.colour is missing',
    [`select pg_temp.has_not('column', 'trial.size')`]: 'column trial.size is left',
    [`select pg_temp.has('wall', 'trial')`]: 'wall trial is missing',
    [`select pg_temp.has('history', 'trial')`]: 'history trial is missing',
    [`select pg_temp.has('shape', 'trial')`]: 'shape trial is missing',
    [`select pg_temp.has('table', ' ')`]: 'a check names nothing',
    [`do $$ begin assert false, 'no rows'; end $$`]: 'no rows',
  }
  for (const [check, message] of Object.entries(wrong))
    await expect(withCheck(check)).rejects.toThrow(`Migration 9998-trial failed: ${message}`)
  await asOwner('create table trial (id uuid)')
  await asOwner('drop table trial')
  expect(await withCheck(`select pg_temp.has('table', 'trial')`)).toBe(1)
})
