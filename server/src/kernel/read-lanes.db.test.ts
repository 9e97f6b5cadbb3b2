import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants, openDatabase, type Database, type Scope } from './database.ts'
import type { Queries } from './queries.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.appUrl, connections: 2, onIdleError: () => undefined })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const idAt = (n: number) => `0191d6d8-8f0d-7a3c-8e3d-${n.toString(16).padStart(12, '0')}`
const scopeAt = (n: number): Scope => {
  if (n % 4 === 0) return allTenants
  if (n % 4 === 1) return { kind: 'companies', companyIds: [] }
  if (n % 4 === 2) return { kind: 'companies', companyIds: [idAt(n), idAt(n + 1)] }
  return { kind: 'own', companyId: idAt(n), userId: idAt(n + 2) }
}
const settings = `select current_setting('app.scope', true) as scope, current_setting('app.companies', true) as companies,
  current_setting('app.user', true) as "user", current_setting('transaction_read_only') as "readOnly", $1::int as n`
const seenBy = (scope: Scope, n: number) => {
  const own = { readOnly: 'on', n }
  if (scope.kind === 'all') return { scope: 'all', companies: '', user: '', ...own }
  if (scope.kind === 'own') {
    return { scope: '', companies: `{${scope.companyId}}`, user: scope.userId, ...own }
  }
  return { scope: '', companies: `{${scope.companyIds.join(',')}}`, user: '', ...own }
}

/** Statements that disturb the connection between the reads, each in another way. */
const failures = [
  'select 1 / (n - n) from generate_series(1, 1) n',
  'select nothing from nowhere',
  `select pg_cancel_backend(pg_backend_pid())`,
  `insert into setting (key, value, changed_at) values ('written', '1', 'epoch')`,
  `select set_config('app.scope', 'all', false), 1 / (n - n) from generate_series(1, 1) n`,
]

test('reads that share connections each see their own scope, whatever fails between them', async () => {
  const reads = Array.from({ length: 600 }, async (_, n) => {
    if (n % 7 === 3) await pause(n % 5)
    const scope = scopeAt(n)
    if (n % 5 === 4) {
      const failure = failures[((n / 5) % failures.length) | 0] ?? ''
      await expect(db.read(scope, (sql) => sql.rows(failure))).rejects.toThrow()
    }
    const seen = await db.read(scope, async (sql) => [
      await sql.one(settings, [n]),
      ...(await Promise.all([sql.one(settings, [n]), sql.one(settings, [n])])),
    ])
    const own = seenBy(scope, n)
    expect(seen).toEqual([own, own, own])
  })
  await Promise.all(reads)
})

test('a scope that a statement sets for the session ends with the next statement', async () => {
  await db.read(allTenants, (sql) => sql.rows(`select set_config('app.scope', 'all', false)`))
  const scope: Scope = { kind: 'companies', companyIds: [] }
  for (let n = 0; n < 20; n += 1) {
    expect(await db.read(scope, (sql) => sql.one(settings, [n]))).toEqual(seenBy(scope, n))
  }
})

test('reads on a lost connection run again on another one', async () => {
  const pids = () =>
    db.read(allTenants, (sql) => sql.one<{ pid: number }>('select pg_backend_pid() as pid, pg_sleep(0.05)'))
  const { pid } = await pids()
  const under = [pids(), pids(), pids()]
  await database.db.write(allTenants, (sql) => sql.rows('select pg_terminate_backend($1)', [pid]))
  for (const read of await Promise.all(under)) expect(read.pid).toBeGreaterThan(0)
  expect((await pids()).pid).not.toBe(pid)
  expect(seenBy(allTenants, 1)).toEqual(await db.read(allTenants, (sql) => sql.one(settings, [1])))
})

test('a slow read does not delay later reads', async () => {
  const slow = db.read(allTenants, (sql) => sql.one('select pg_sleep(1.5)'))
  await pause(50)
  const startedMs = performance.now()
  for (let n = 0; n < 10; n += 1) await db.read(allTenants, (sql) => sql.one(settings, [n]))
  expect(performance.now() - startedMs).toBeLessThan(1200)
  await slow
})

test('a write in a read fails as a bug of our code', async () => {
  const write = db.read(allTenants, (sql) =>
    sql.run(`insert into setting (key, value, changed_at) values ('written', '1', 'epoch')`),
  )
  await expect(write).rejects.toThrow('A read wrote')
})

test('a connection is replaced when its state differs from what the driver expects', async () => {
  const ofOneLane = openDatabase({ url: database.appUrl, connections: 1, onIdleError: () => undefined })
  const scope: Scope = { kind: 'companies', companyIds: [] }
  const read = <T>(from: Database, use: (sql: Queries) => Promise<T>) => from.read(scope, use)
  const named = `select name from pg_prepared_statements where statement = $1`
  await read(db, (sql) => sql.one(settings, [1]))
  const { name } = await read(db, (sql) => sql.one<{ name: string }>(named, [settings]))
  for (const disturbance of [
    [`prepare ${name} as select 1`],
    ['begin', 'select 1 / 0'],
    ['deallocate all'],
  ]) {
    for (const text of disturbance) await read(ofOneLane, (sql) => sql.run(text)).catch(() => undefined)
    const reads = [2, 3, 4].map((n) => read(ofOneLane, (sql) => sql.one(settings, [n])))
    expect(await Promise.all(reads)).toEqual([2, 3, 4].map((n) => seenBy(scope, n)))
  }
  await ofOneLane.close()
})

test('a read whose columns change between two calls fails or returns the new columns', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(
    'create table shifting (stored text, amount int8); grant select on shifting to cardamom_app',
  )
  await owner.query(`insert into shifting values ('kept', 5)`)
  const read = () => db.read(allTenants, (sql) => sql.rows('select * from shifting'))
  for (let times = 0; times < 3; times += 1) expect(await read()).toEqual([{ stored: 'kept', amount: 5n }])
  await owner.query(`alter table shifting drop column stored, add column word text default 'new'`)
  const seen = await Promise.allSettled([read(), read(), read()])
  for (const each of seen) {
    if (each.status === 'fulfilled') expect(each.value).toEqual([{ amount: 5n, word: 'new' }])
    else expect(each.reason).toMatchObject({ code: '0A000' })
  }
  await owner.end()
})
