import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { allTenants } from './database.ts'
import { readFresh, readMissed } from './live-events.sql.ts'
import { Queries, type Statement } from './queries.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const idAt = (cursor: number) => `00000000-0000-7000-8000-${String(cursor).padStart(12, '0')}`
const userId = idAt(1)

test('events are sent in the order of their transactions, also where the numbers get longer', async () => {
  await database.db.write(allTenants, async (sql) => {
    const event = { type: 'noise.made', entity: 'noise', entityId: userId, userId, at: new Date(0) }
    const of = (tx: string, cursor: number) => ({ ...event, tx, id: idAt(cursor) })
    await sql
      .insertInto('event')
      .values([of('9', 13), of('10', 12), of('9', 14), of('100', 11)])
      .execute()
  })
  const order = ['9', '9', '10', '100']
  const subscribers = { everybody: false, userIds: [userId], companyIds: [] }
  const cursor = { tx: '1', idFloor: idAt(0) }
  await database.db.read(allTenants, async (sql) => {
    const fresh = await readFresh(sql, { from: '1', toldAt: new Date(0), after: null, subscribers })
    expect(fresh.map(({ tx }) => tx)).toEqual(order)
    const missed = await readMissed(sql, { scope: allTenants, userId, cursor, after: fresh[1] ?? null })
    expect(missed.map(({ tx }) => tx)).toEqual(order.slice(2))
  })
})

/** The tables that a statement's plan for all values touches when it runs. */
const tablesRead = async (read: (sql: Queries) => Promise<unknown>) => {
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  try {
    const plans: string[] = []
    const explain = async ({ text, values }: Statement) => {
      await client.query(`prepare asked as ${text}`)
      const literals = values.map((value) =>
        pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
      )
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain (analyze, costs off, timing off) execute asked(${literals.join(', ')})`,
      )
      plans.push(...rows.map((row) => row['QUERY PLAN']))
      return { rows: [], fields: [], rowCount: 0, command: '', oid: 0 }
    }
    await client.query('set plan_cache_mode = force_generic_plan')
    await read(new Queries({ query: explain }))
    return [...new Set(plans.flatMap((line) => / on (event\w*) event/.exec(line)?.[1] ?? []))]
  } finally {
    await client.end()
  }
}

test('new events are read from the month of the last read on, not from every month', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'event'::regclass`,
  )
  await owner.end()
  expect(rows.length).toBeGreaterThan(2)
  const subscribers = { everybody: false, userIds: [userId], companyIds: [] }
  const readFrom = (toldAt: Date) =>
    tablesRead((sql) => readFresh(sql, { from: '1', toldAt, after: null, subscribers }))
  expect((await readFrom(new Date(0))).length).toBe(rows.length)
  const months = rows.map(({ name }) => name).filter((name) => /\d{6}|\d{4}_\d\d/.test(name))
  const last = months.toSorted().at(-1) ?? ''
  const [, year, month] = /(\d{4})_?(\d\d)$/.exec(last) ?? []
  const seen = await readFrom(new Date(Date.UTC(Number(year), Number(month) - 1, 15)))
  expect(seen).toEqual([last, 'event_other'])
})
