import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { sql as fragment } from 'kysely'
import { textsOf } from './row-blocks.test-kit.ts'
import { allTenants, openDatabase, type Database, type Scope } from './database.ts'

let database: TestDatabase
let db: Database
let owner: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, connections: 2, onIdleError: () => undefined })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await db.close()
  await database.drop()
})

const id = '0191d6d8-8f0d-7a3c-8e3d-000000000001'
const own: Scope = { kind: 'own', companyId: id, userId: id }
const streamOf = (
  text: string,
  values: readonly unknown[] = [],
  of: { scope?: Scope; gone?: AbortSignal } = {},
) => {
  const sql = db.reader(of.scope ?? allTenants, of.gone)
  return sql.stream({ ...fragment`select`.compile(sql), sql: text, parameters: values })
}
const rowsOf = async (...of: Parameters<typeof streamOf>) => {
  const rows: (string | null)[][] = []
  for await (const piece of streamOf(...of)) rows.push(...textsOf(piece))
  return rows
}
/** What the server does for a statement with this mark. */
const statesOf = async (mark: string) => {
  const { rows } = await owner.query<{ state: string }>(
    `select concat(state, ' ', wait_event) as state from pg_stat_activity
     where query like '%' || $1::text || '%' and pid <> pg_backend_pid() and state <> 'idle'`,
    [mark],
  )
  return rows.map(({ state }) => state)
}

test('all rows arrive in their order, in pieces', async () => {
  let [next, pieces] = [1, 0]
  for await (const piece of streamOf('select n, null from generate_series(1, 25000) n')) {
    pieces += 1
    for (const row of textsOf(piece)) expect(row).toEqual([String(next++), null])
  }
  expect(next).toBe(25_001)
  expect(pieces).toBeGreaterThan(1)
  // Each piece but the last has at least 1,000 rows.
  expect(pieces).toBeLessThanOrEqual(26)
  expect(await rowsOf('select 1 where false')).toEqual([])
})

test('rows are read in the scope and the role of every read, in a transaction that cannot write', async () => {
  const settings = `select current_user, current_setting('app.scope', true), current_setting('app.companies', true),
    current_setting('app.user', true), current_setting('transaction_read_only')`
  const role = new URL(database.appUrl).username
  expect(await rowsOf(settings, [], { scope: own })).toEqual([[role, '', `{${id}}`, id, 'on']])
  expect(await rowsOf(settings)).toEqual([[role, 'all', '', '', 'on']])
  expect(await rowsOf('select id from company')).not.toEqual([])
  expect(await rowsOf('select id from company', [], { scope: own })).toEqual([])
  const write = `insert into setting (key, value, changed_at) values ('written', '1', 'epoch') returning key`
  await expect(rowsOf(write)).rejects.toMatchObject({ code: '25006' })
})

test('a value never becomes part of the statement', async () => {
  const values = [
    `'; select 1; --`,
    `\\'; drop table company; --`,
    `E'\\x27'`,
    '$1 $2 $$ $a$',
    '/* planned each time */',
    '\u2019\u0301\u{1F600}\uFEFF\u202E',
    '\r\n\t"',
  ]
  for (const value of values) expect(await rowsOf('select $1::text', [value])).toEqual([[value]])
  await expect(rowsOf('select $1::text', ['a\u0000b'])).rejects.toMatchObject({ code: '22021' })
})

test('a slow reader pauses the server, and one who leaves ends the statement', async () => {
  const mark = 'slow reader'
  const rows = streamOf(`select n, repeat('x', 1000) from generate_series(1, 300000) n /* ${mark} */`)
  expect(textsOf((await rows.next()).value ?? []).length).toBeGreaterThanOrEqual(1000)
  // The server cannot send more: neither the kernel nor this process has room for it.
  await expect.poll(() => statesOf(mark), { timeout: 20_000 }).toEqual(['active ClientWrite'])
  await rows.return()
  await expect.poll(() => statesOf(mark), { timeout: 20_000 }).toEqual([])
})

test('a reader who leaves before the first row ends the statement too', async () => {
  const mark = 'before the first row'
  const gone = new AbortController()
  const left = new Error('left')
  const rows = rowsOf(`select pg_sleep(3600) /* ${mark} */`, [], { gone: gone.signal })
  const ended = expect(rows).rejects.toBe(left)
  await expect.poll(() => statesOf(mark), { timeout: 20_000 }).toEqual(['active PgSleep'])
  gone.abort(left)
  await ended
  await expect.poll(() => statesOf(mark), { timeout: 20_000 }).toEqual([])
  await expect(rowsOf('select 1', [], { gone: gone.signal })).rejects.toBe(left)
})

test('a failure after some rows ends the rows with it', async () => {
  const rows = streamOf('select 1 / (15000 - n) from generate_series(1, 30000) n')
  expect(textsOf((await rows.next()).value ?? []).length).toBeGreaterThanOrEqual(1000)
  const others = async () => {
    for await (const _ of rows) continue
  }
  await expect(others()).rejects.toMatchObject({ code: '22012' })
})

test('a file may be made for longer than a call may run, and not without end', async () => {
  const limit = `select extract(epoch from current_setting('statement_timeout')::interval)::int`
  const [[file]] = (await rowsOf(limit)) as [[string]]
  const { value: call } = await db.read(allTenants, (sql) => sql.one<{ value: number }>(`${limit} as value`))
  expect(call).toBeLessThan(60)
  expect(Number(file)).toBe(300)
})

test('a database that cannot be reached is told as for every read', async () => {
  const url = new URL(database.appUrl)
  url.pathname = '/nowhere'
  const failures: unknown[] = []
  const lost = openDatabase({
    url: url.href,
    connections: 1,
    onIdleError: () => undefined,
    onFailure: (error) => failures.push(error),
  })
  const sql = lost.reader(allTenants)
  const rows = sql.stream(fragment`select 1`.compile(sql))
  await expect(rows.next()).rejects.toThrow('The database cannot be reached')
  expect(failures).toHaveLength(1)
  await lost.close()
})
