import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMigrations } from '../server/src/kernel/migrate.ts'

type Migration = { readonly name: string; readonly text: string; readonly check: string | null }

/**
 * Whether a migration only creates indexes. Such a migration either works or is undone, and
 * `tests/list-plans` checks whether lists use the indexes.
 */
const addsIndexesOnly = (sql: string): boolean =>
  sql
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
    .every((statement) => /^create (?:unique )?index (?!concurrently)/i.test(statement))

/** A migration is checked where it runs: against the tables and rows of that installation (architecture §3). */
const unchecked = (migrations: readonly Migration[]) =>
  migrations
    .filter(({ text, check }) => !addsIndexesOnly(text) && !/\b(?:has|has_not|assert)\b/.test(check ?? ''))
    .map(({ name }) => name)

test('every migration has a check', () => {
  const migrations = findMigrations(join(import.meta.dirname, '../server/src'))
  expect(migrations.length).toBeGreaterThan(60)
  expect(unchecked(migrations), 'write <name>.check.sql').toEqual([])
})

test('a migration without a check, or with an empty one, is found', () => {
  const checks = {
    none: null,
    empty: '\n',
    comment: '-- nothing to see',
    real: `select pg_temp.has('table', 'a')`,
  }
  const text = 'create table a (id uuid primary key);\ncreate index a_by_id on a (id);'
  const migrations = Object.entries(checks).map(([name, check]) => ({ name, text, check }))
  expect(unchecked(migrations)).toEqual(['none', 'empty', 'comment'])
})

test('a migration that only creates indexes needs no check', () => {
  const named = (name: string, text: string) => ({ name, text, check: null })
  const migrations = [
    named('index', '-- For the list; of a\ncreate index a_by_b on a (b);\ncreate unique index c on a (d);\n'),
    named('concurrent', 'create index concurrently a_by_b on a (b);'),
    named('more', 'create index a_by_b on a (b); drop table c;'),
  ]
  expect(unchecked(migrations)).toEqual(['concurrent', 'more'])
})
