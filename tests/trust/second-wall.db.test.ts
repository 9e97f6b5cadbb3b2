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
  // Ana was in this company before.
  { companyId: companyB, userId: ana },
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
  expect(await counts({ kind: 'all' })).toEqual(expected(() => ['A', 'A', 'B', 'B']))
})

test('a company sees only its own rows, even without a condition in the statement', async () => {
  expect(await counts({ kind: 'companies', companyIds: [companyA] })).toEqual(expected(() => ['A', 'A']))
  expect(await counts({ kind: 'companies', companyIds: [companyB] })).toEqual(expected(() => ['B', 'B']))
})

test('a scope without companies sees nothing, and neither does a missing scope', async () => {
  expect(await counts({ kind: 'companies', companyIds: [] })).toEqual(expected(() => []))
  for (const { name } of tables) {
    const { rows } = await database.db.pool.query(`select 1 from ${name}`)
    expect(`${name} ${rows.length}`).toBe(`${name} 0`)
  }
})

test('a person sees their own rows of all companies and the rows for everybody of theirs, and no others', async () => {
  const own: Scope = { kind: 'own', userId: ana, companyId: companyA }
  const wanted = { person: ['A', 'B'], admins: [], company: ['A', 'A'] }
  expect(await counts(own)).toEqual(expected(({ shownTo }) => wanted[shownTo]))
})

const admitted = (own: string): Scope => ({
  kind: 'companies',
  companyIds: [companyA, companyB],
  allButHidden: { own },
})
const hide = async (id: string) => {
  await owner.query('insert into company (id, company_id, visible_to_adm) values ($1, $1, false)', [id])
  return () => owner.query('delete from company where id = $1 and not visible_to_adm', [id])
}

test('an administrator of the visible companies sees no row of a hidden one, but of their own', async () => {
  const elsewhere = '01980000-0000-7000-8000-0000000000cc'
  const entryId = '01980000-0000-7000-8000-0000000000dd'
  const none = tables.find(({ name }) => name === 'audit')
  await owner.query('insert into audit (id, company_id) values ($1, null)', [entryId])
  const withoutCompany = () =>
    database.db.read(admitted(elsewhere), (sql) =>
      sql.rows(`select id from ${none?.name} where company_id is null`),
    )
  expect(await counts(admitted(elsewhere))).toEqual(expected(() => ['A', 'A', 'B', 'B']))
  expect(await withoutCompany()).toEqual([])
  const show = await hide(companyB)
  expect(await counts(admitted(elsewhere))).toEqual(expected(() => ['A', 'A']))
  const ofOwn = await counts(admitted(companyB))
  const { company: _hidden, ...others } = ofOwn
  expect(others).toEqual(
    Object.fromEntries(
      Object.entries(expected(() => ['A', 'A', 'B', 'B'])).filter(([name]) => name !== 'company'),
    ),
  )
  expect(await withoutCompany()).toEqual([])
  await show()
  await owner.query('delete from audit where id = $1', [entryId])
})

test('a scope of the visible companies with a person shows nothing', async () => {
  const read = async (name: string) => {
    const client = await database.db.pool.connect()
    try {
      await client.query(`begin; set local app.scope = 'visible'; set local app."user" = '${luis}'`)
      return (await client.query(`select 1 from ${name} where company_id = '${companyB}'`)).rows.length
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  for (const { name } of tables) expect(`${name} ${await read(name)}`).toBe(`${name} 0`)
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
  expect(card).toEqual(['A', 'A', 'B', 'B'])
})
