import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Scope } from '../../server/src/kernel/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { describeTenantTables, fillTenantTables, type TenantTable } from './tenant-tables.ts'

const companyA = '01980000-0000-7000-8000-0000000000aa'
const companyB = '01980000-0000-7000-8000-0000000000bb'
const [ana, luis, eva] = ['a1', 'a2', 'b1'].map((end) => `01980000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
]
const rowsOfEach = [
  { companyId: companyA, userId: ana },
  { companyId: companyA, userId: luis },
  { companyId: companyB, userId: eva },
]

let database: TestDatabase
let owner: pg.Client
let tables: TenantTable[]

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  tables = await describeTenantTables(owner)
  await fillTenantTables(owner, { tables, rows: rowsOfEach })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Reads a whole table as the app without any condition, as if the checks of the code were missing. */
const readBare = (scope: Scope, { name }: TenantTable) =>
  database.db.read(scope, (sql) =>
    sql.rows<{ company_id: string }>(`select company_id from ${name} where company_id = any ($1)`, [
      [companyA, companyB],
    ]),
  )
const counts = async (scope: Scope): Promise<Record<string, string[]>> => {
  const seen: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await readBare(scope, table)
    seen[table.name] = rows.map(({ company_id }) => (company_id === companyA ? 'A' : 'B')).toSorted()
  }
  return seen
}
const expected = (of: (table: TenantTable) => string[]) =>
  Object.fromEntries(tables.map((table) => [table.name, of(table)]))

test('the tenant tables have rows of two companies', async () => {
  expect(tables.length).toBeGreaterThan(30)
  expect(await counts({ kind: 'all' })).toEqual(expected(() => ['A', 'A', 'B']))
})

test('a company sees only its own rows, even without a condition in the statement', async () => {
  expect(await counts({ kind: 'companies', companyIds: [companyA] })).toEqual(expected(() => ['A', 'A']))
  expect(await counts({ kind: 'companies', companyIds: [companyB] })).toEqual(expected(() => ['B']))
})

test('a scope without companies sees nothing, and neither does a missing scope', async () => {
  expect(await counts({ kind: 'companies', companyIds: [] })).toEqual(expected(() => []))
  for (const { name } of tables) {
    const { rows } = await database.db.pool.query(`select 1 from ${name}`)
    expect(`${name} ${rows.length}`).toBe(`${name} 0`)
  }
})

test('a person sees their own rows and the rows for everybody of their company, and no others', async () => {
  const own: Scope = { kind: 'own', userId: ana, companyId: companyA }
  const wanted = { person: ['A'], admins: [], company: ['A', 'A'] }
  expect(await counts(own)).toEqual(expected(({ shownTo }) => wanted[shownTo]))
})

test('no row of others can be changed or removed', async () => {
  const denied = '42501'
  for (const { name } of tables) {
    for (const statement of [`update ${name} set company_id = company_id`, `delete from ${name}`]) {
      const touched = await database.db
        .write({ kind: 'companies', companyIds: [companyB] }, (sql) =>
          sql.run(`${statement} where company_id = $1`, [companyA]),
        )
        .catch((error: unknown) => (error as { code?: string }).code)
      expect([`${name}: 0`, `${name}: ${denied}`]).toContain(`${name}: ${touched}`)
    }
  }
})

test('the test finds missing row-level security', async () => {
  await owner.query('alter table card disable row level security')
  const { card } = await counts({ kind: 'companies', companyIds: [companyB] })
  await owner.query('alter table card enable row level security')
  expect(card).toEqual(['A', 'A', 'B'])
})
