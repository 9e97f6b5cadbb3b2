import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMigrations } from '../server/src/kernel/migrate.ts'

/** A migration is checked where it runs: against the tables and rows of that installation (architecture §3). */
const unchecked = (migrations: readonly { name: string; check: string | null }[]) =>
  migrations.filter(({ check }) => !/\b(?:has|has_not|assert)\b/.test(check ?? '')).map(({ name }) => name)

test('every migration has its check beside it', () => {
  const migrations = findMigrations(join(import.meta.dirname, '../server/src'))
  expect(migrations.length).toBeGreaterThan(60)
  expect(unchecked(migrations), 'write <name>.check.sql').toEqual([])
})

test('a migration without a check, or with one that looks at nothing, is found out', () => {
  const checks = {
    none: null,
    empty: '\n',
    comment: '-- nothing to see',
    real: `select pg_temp.has('table', 'a')`,
  }
  const migrations = Object.entries(checks).map(([name, check]) => ({ name, check }))
  expect(unchecked(migrations)).toEqual(['none', 'empty', 'comment'])
})
