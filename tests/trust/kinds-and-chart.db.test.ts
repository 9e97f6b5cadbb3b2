import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../server/src/kernel/migrate.ts'
import { chart } from '../../server/src/ledger/chart.ts'
import { keyFits, kinds } from '../../server/src/ledger/kinds.ts'
import { kindsAndChartFile, renderKindsAndChart } from '../../tools/kinds-and-chart-sql.ts'
import { existingTestRoles } from '../support/test-roles.ts'
import { makeDataDir } from '../support/data-dir.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

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

test('the file of kinds and chart matches the code (else: node tools/kinds-and-chart-sql.ts)', () => {
  expect(readFileSync(kindsAndChartFile, 'utf8')).toBe(renderKindsAndChart())
})

test('the database has the kinds and the chart of the code', async () => {
  const { rows: stored } = await owner.query('select name, outside, built, module from journal_kind')
  expect(stored.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(
    kinds
      .map(({ kind, outside, later, module }) => ({ name: kind, outside, built: !later, module }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  )
  const { rows: lines } = await owner.query<{ code: string; has_asset: boolean; floor: bigint | null }>(
    'select code, has_asset, floor from chart_line',
  )
  expect(lines).toHaveLength(chart.length)
  for (const { code, currency, floor } of chart)
    expect(lines).toContainEqual({ code, has_asset: currency !== 'usd', floor })
})

test('a pattern of a key accepts what the code accepts', async () => {
  const fillings = ['x', '', 'a:b', 'a_b%c', 'é']
  for (const { kind, key } of kinds) {
    const keys = fillings.flatMap((filling) => {
      const filled = key.replaceAll(/\{\w+\}/g, filling)
      return [filled, `${filled}:reversed`, `${filled}:reversed:reversed`, `x${filled}`, filled.slice(0, -1)]
    })
    const { rows } = await owner.query<{ key: string; fits: boolean }>(
      `select key, key like key_pattern or key like key_pattern || ':reversed' as fits
       from journal_kind, unnest($2::text[]) key where name = $1`,
      [kind, keys],
    )
    expect(rows).toEqual(keys.map((each) => ({ key: each, fits: keyFits(kind, each) })))
  }
})

test('a changed file is applied at the next start', async () => {
  const copy = makeDataDir('kinds')
  const sourceDir = join(import.meta.dirname, '../../server/src')
  cpSync(sourceDir, copy, { recursive: true })
  const file = join(copy, 'ledger/migrations/kinds-and-chart.sql')
  const [line = ''] = /^ {2}\('deposit\.frozen'.*$/m.exec(renderKindsAndChart()) ?? []
  writeFileSync(
    file,
    renderKindsAndChart().replace(line, line.replace('false, false, false', 'false, false, true')),
  )
  const builtOf = async (from: string) => {
    await migrate({ ownerUrl: database.ownerUrl, sourceDir: from, roles: existingTestRoles })
    const { rows } = await owner.query(`select built from journal_kind where name = 'deposit.frozen'`)
    return rows
  }
  expect(await builtOf(copy)).toEqual([{ built: true }])
  expect(await builtOf(sourceDir)).toEqual([{ built: false }])
})
