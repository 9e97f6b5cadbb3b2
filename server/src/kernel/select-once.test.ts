import type pg from 'pg'
import { expect, test } from 'vitest'
import { Queries, type Statement } from './queries.ts'
import {
  createQueryCache,
  filled,
  queryOnce,
  selectOnce,
  slot,
  statementOnce,
  type Placeholders,
} from './select-once.ts'

const collecting = () => {
  const sent: Statement[] = []
  const sql = new Queries({
    query: async (statement) => {
      sent.push(statement)
      return { rows: [['u']], fields: [{ name: 'user_id' }], rowCount: 1 } as unknown as pg.QueryResult
    },
  })
  return { sql, sent }
}
const shown = selectOnce((sql) => sql.selectFrom('notification').select('userId'))
const ofCompany = queryOnce((sql) => shown(sql).where('companyId', '=', slot<string>('companyId')))

test('a query that is built once is sent with the values of each call, on its own connection', async () => {
  const [first, second] = [collecting(), collecting()]
  expect(await ofCompany(first.sql, { companyId: 'a' })).toEqual([{ userId: 'u' }])
  await ofCompany(second.sql, { companyId: 'b' })
  const text = 'select "user_id" from "notification" where "company_id" = $1'
  expect(first.sent).toMatchObject([{ text, values: ['a'] }])
  expect(second.sent).toMatchObject([{ text, values: ['b'] }])
})

test('a missing value is an error and not null', async () => {
  const { sql, sent } = collecting()
  await expect(ofCompany(sql, {})).rejects.toThrow('no value for companyId')
  expect(sent).toEqual([])
})

test('queries with the same start do not change each other', async () => {
  const { sql, sent } = collecting()
  await shown(sql).where('id', '=', '1').execute()
  await shown(sql).limit(2).execute()
  expect(sent.map(({ text }) => text)).toEqual([
    'select "user_id" from "notification" where "id" = $1',
    'select "user_id" from "notification" limit $1',
  ])
})

test('a text is cached by start and shape, and built again for another start', () => {
  const { sql } = collecting()
  const save = createQueryCache()
  let built = 0
  const from = (base: ReturnType<typeof shown>, shape: string) =>
    save(base, shape, () => {
      built += 1
      return shape === 'limited' ? base.limit(slot<number>('limit')) : base
    })
  const own = () => sql.selectFrom('notification').select('userId').where('id', '=', String(built))
  expect(filled(from(shown(sql), 'limited'), { limit: 3 }).parameters).toEqual([3])
  expect(filled(from(shown(sql), 'limited'), { limit: 4 }).parameters).toEqual([4])
  expect(built).toBe(1)
  expect(from(shown(sql), 'all').sql).not.toContain('limit')
  expect(built).toBe(2)
  expect(from(own(), 'all').parameters).toEqual(['2'])
  expect(from(own(), 'all').parameters).toEqual(['3'])
})

test('a statement is built when it is declared, and sent with the values of each call', async () => {
  const { sql, sent } = collecting()
  let built = 0
  const markRead = statementOnce((unsent, { id, at }: Placeholders<{ id: string; at: Date | null }>) => {
    built += 1
    return unsent.updateTable('notification').set({ readAt: at }).where('id', '=', id).returning('userId')
  })
  const { rows } = await markRead.send(sql, { id: 'a', at: null })
  await markRead.send(sql, { id: 'b', at: null })
  const text = 'update "notification" set "read_at" = $1 where "id" = $2 returning "user_id"'
  expect(markRead.text).toBe(text)
  expect(sent).toMatchObject([
    { text, values: [null, 'a'] },
    { text, values: [null, 'b'] },
  ])
  expect(rows).toEqual([{ userId: 'u' }])
  expect(built).toBe(1)
})
