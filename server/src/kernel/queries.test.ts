import { sql as fragment } from 'kysely'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { anyOf, changedOne, Queries, type Statement } from './queries.ts'

/** Queries whose statements are collected; each returns these rows. */
const collecting = (rows: object[]) => {
  const sent: Statement[] = []
  const sql = new Queries({
    query: async (statement) => {
      sent.push(statement)
      const fields = Object.keys(rows[0] ?? {}).map((name) => ({ name }))
      const arrays = rows.map((row) => Object.values(row) as unknown[])
      return { rows: arrays, fields, rowCount: rows.length } as unknown as pg.QueryResult
    },
  })
  return { sql, sent }
}

test('names are in snake case in statements and in camel case in rows', async () => {
  const { sql, sent } = collecting([{ user_id: 'u', facts: { nested_key: 1 }, read_at: null }])
  const rows = await sql
    .selectFrom('notification as shown')
    .innerJoin('notifiedEvent as event', 'event.eventId', 'shown.eventId')
    .select(['shown.userId', 'shown.facts', 'shown.readAt'])
    .select(fragment<number>`length(${fragment.ref('shown.newsId')}::text)`.as('idLength'))
    .where('shown.companyId', '=', 'c')
    .execute()
  expect(sent[0]?.text).toBe(
    'select "shown"."user_id", "shown"."facts", "shown"."read_at", length("shown"."news_id"::text) as "id_length"' +
      ' from "notification" as "shown" inner join "notified_event" as "event" on "event"."event_id" = "shown"."event_id"' +
      ' where "shown"."company_id" = $1',
  )
  expect(rows).toEqual([{ userId: 'u', facts: { nested_key: 1 }, readAt: null }])
})

test('a quote in a name stays inside of the name', async () => {
  const { sql, sent } = collecting([])
  await sql
    .selectFrom('event')
    .select(fragment<string>`${fragment.ref('a"b')}`.as('x'))
    .execute()
  expect(sent[0]?.text).toBe('select "a""b" as "x" from "event"')
})

test('lists of any length are one statement', async () => {
  const { sql, sent } = collecting([])
  for (const ids of [[], ['a'], ['a', 'b']])
    await sql.deleteFrom('event').where('id', '=', anyOf(ids)).execute()
  expect(new Set(sent.map(({ name }) => name)).size).toBe(1)
  expect(sent.map(({ values }) => values)).toEqual([[[]], [['a']], [['a', 'b']]])
})

test('a change tells whether it touched one row', async () => {
  for (const [rows, isOne] of [
    [[], false],
    [[{}], true],
    [[{}, {}], false],
  ] as const) {
    const { sql } = collecting([...rows])
    const inserted = await sql
      .insertInto('kycDocument')
      .values({ digest: Buffer.of(1), caseId: 'c', at: new Date(0) })
      .executeTakeFirst()
    const updated = await sql.updateTable('kycDocument').set({ caseId: 'c' }).executeTakeFirst()
    const deleted = await sql.deleteFrom('kycDocument').executeTakeFirst()
    expect([inserted, updated, deleted].map(changedOne)).toEqual([isOne, isOne, isOne])
  }
})
