import { join } from 'node:path'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants, openDatabase } from './database.ts'
import { isUnreachable } from './lost-database.ts'
import { plannedEachTime, plannedInOrder } from './queries.ts'
import { requireNoTransaction } from './open-transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('the app role owns nothing and cannot turn the clock back', async () => {
  await database.db.write(allTenants, (sql) => sql.run('update clock set offset_ms = 1000'))
  await expect(
    database.db.write(allTenants, (sql) => sql.run('update clock set offset_ms = 10')),
  ).rejects.toThrow('the clock never turns back')
  await expect(
    database.db.write(allTenants, (sql) => sql.run('create table mine (id int)')),
  ).rejects.toThrow()
})

test('money comes back as bigint', async () => {
  const row = await database.db.read(allTenants, (sql) =>
    sql.one<{ amount: bigint; list: bigint[] }>(
      'select 9007199254740993::int8 as amount, array[1,2]::int8[] as list',
    ),
  )
  expect(row).toEqual({ amount: 9007199254740993n, list: [1n, 2n] })
})

test('a scope refuses what is not a uuid', async () => {
  const scope = { kind: 'companies', companyIds: [`x'; drop table job; --`] } as const
  await expect(database.db.read(scope, (sql) => sql.rows('select 1'))).rejects.toThrow('uuids only')
})

test('a connection that is lost between two statements fails only its own transaction', async () => {
  const { db } = database
  const broken = db.write(allTenants, async (sql) => {
    const { pid } = await sql.one<{ pid: number }>('select pg_backend_pid() as pid')
    await db.pool.query('select pg_terminate_backend($1)', [pid])
    await pause(100)
    await sql.run('update clock set offset_ms = offset_ms + 1')
  })
  await expect(broken).rejects.toThrow()
  expect(await db.read(allTenants, (sql) => sql.one('select 1 as one'))).toEqual({ one: 1 })
})

/** A connection to the database that can be cut without a message, as by a broken network. */
const openRoad = async () => {
  const { hostname, port } = new URL(database.appUrl)
  const nearEnds = new Set<Socket>()
  const road = createServer((near) => {
    const folder = decodeURIComponent(hostname)
    const far = folder.startsWith('/')
      ? connect(join(folder, `.s.PGSQL.${port}`))
      : connect(Number(port), hostname)
    nearEnds.add(near)
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      end.on('error', () => undefined)
      end.pipe(other)
    }
  })
  await new Promise<void>((listening) => road.listen(0, '127.0.0.1', listening))
  const url = new URL(database.appUrl)
  url.host = `127.0.0.1:${(road.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut: () => nearEnds.forEach((end) => end.resetAndDestroy()),
    close: () => road.close(),
  }
}

test('after a reset connection, reads and writes report an unreachable database', async () => {
  const road = await openRoad()
  const db = openDatabase({ url: road.url, connections: 1, onIdleError: () => undefined })
  const written = db.write(allTenants, async (sql) => {
    setTimeout(road.cut, 50)
    await sql.run('select pg_sleep(1)')
  })
  await expect(written).rejects.toSatisfy(isUnreachable)
  const read = db.read(allTenants, async (sql) => {
    await sql.one('select 1')
    road.close()
    setTimeout(road.cut, 50)
    await sql.run('select pg_sleep(1)')
  })
  await expect(read).rejects.toSatisfy(isUnreachable)
  await db.close()
})

test('each statement of a read is its own transaction and leaves no scope on the connection', async () => {
  const { db } = database
  const moments = await db.read(allTenants, async (sql) => {
    const now = 'select now()::text as at, txid_current_if_assigned() as id'
    return [await sql.one<{ at: string }>(now), await pause(2), await sql.one<{ at: string }>(now)] as const
  })
  expect(moments[0].at < moments[2].at).toBe(true)
  expect(moments[0]).toMatchObject({ id: null })
})

test('a write of one statement has its scope, and the connection that it shares stays read-only', async () => {
  const { db } = database
  const raise = 'update clock set offset_ms = offset_ms + 1'
  const writes = Array.from({ length: 5 }, () => db.writeAlone(allTenants, (sql) => sql.run(raise)))
  const reads = Array.from({ length: 5 }, () => db.read(allTenants, (sql) => sql.rows('select 1')))
  expect(await Promise.all(writes)).toEqual([1, 1, 1, 1, 1])
  await Promise.all(reads)
  await expect(db.read(allTenants, (sql) => sql.run(raise))).rejects.toThrow('A read wrote')
  const strangers = { kind: 'companies', companyIds: ['00000000-0000-7000-8000-000000000001'] } as const
  expect(await db.writeAlone(strangers, (sql) => sql.run('update app_user set city = null'))).toBe(0)
})

test('a write of one statement is not sent again when its answer is lost', async () => {
  const { db, ownerUrl } = database
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  // The value of a sequence stays when a transaction is rolled back.
  await owner.query('create sequence tries; grant usage, select on tries to public')
  const cut = `select nextval('tries'), pg_terminate_backend(pg_backend_pid())`
  await expect(db.writeAlone(allTenants, (sql) => sql.rows(cut))).rejects.toSatisfy(isUnreachable)
  const { rows } = await owner.query<{ tries: string }>('select last_value as tries from tries')
  await owner.end()
  expect(rows.map(({ tries }) => Number(tries))).toEqual([1])
})

test('an outside service may be called after a transaction, not inside one', async () => {
  const { db } = database
  const call = () => requireNoTransaction('The issuer')
  const [inside, nested] = [async () => call(), async () => pause(1).then(call)]
  for (const use of [inside, nested]) {
    await expect(db.read(allTenants, use)).rejects.toThrow(
      'The issuer was called inside a database transaction',
    )
    await expect(db.write(allTenants, use)).rejects.toThrow('inside a database transaction')
  }
  let later = Promise.resolve()
  await db.write(allTenants, async () => void (later = pause(50).then(call)))
  await later
  call()
})

test('no transaction starts inside another one, which would hold a connection while it waits for a second one', async () => {
  const { db } = database
  const start = () => db.read(allTenants, (sql) => sql.one('select 1 as one'))
  for (const outer of [db.read, db.write]) {
    for (const inner of [db.read, db.write]) {
      const both = outer(allTenants, () => inner(allTenants, (sql) => sql.one('select 1 as one')))
      await expect(both).rejects.toThrow('A second transaction was started inside a database transaction')
    }
  }
  let later: Promise<object> = Promise.resolve({})
  await db.write(allTenants, async () => void (later = pause(50).then(start)))
  expect([await later, await start()]).toEqual([{ one: 1 }, { one: 1 }])
})

test('production only reports a call inside a transaction', async () => {
  const said: string[] = []
  const db = openDatabase({
    url: database.appUrl,
    connections: 1,
    onIdleError: () => undefined,
    onCallInside: ({ message }) => said.push(message),
  })
  const answered = await db.read(allTenants, async () => {
    requireNoTransaction('The chain')
    return 'answered'
  })
  await db.close()
  expect([answered, said]).toEqual(['answered', ['The chain was called inside a database transaction']])
})

test('a page of a file is planned in the order of its rows, and no other statement of the connection is', async () => {
  const { db } = database
  const bitmaps = async (mark: string) =>
    (
      await db
        .reader(allTenants)
        .one<{ value: string }>(`select current_setting('enable_bitmapscan') as value ${mark}`)
    ).value
  expect(await bitmaps('')).toBe('on')
  expect(await bitmaps(plannedInOrder)).toBe('off')
  expect(await bitmaps(plannedEachTime)).toBe('on')
})
