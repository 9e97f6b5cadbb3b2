import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'

/** Rows of tables without monthly partitions are deleted after 13 months, and no younger row is. */
let product: TestProduct
let owner: pg.Client
beforeAll(async () => {
  product = await createTestProduct()
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

const dayMs = 24 * 3_600_000
const put = async (daysAgo: number, count: number) => {
  const at = new Date(Date.now() - daysAgo * dayMs)
  const ids = createIds(() => at.getTime())
  const all = Array.from({ length: count }, () => ids.next())
  await owner.query(
    `insert into idempotency (principal, key, fingerprint, status, body, at)
     select 'user:' || id, id::text, '', 200, '{}', $2 from unnest($1::uuid[]) id`,
    [all, at],
  )
  await owner.query(
    `insert into issuer_event (id, event_id, about, source, body, received_at)
     select id, id::text, 'other', 'poll', '{}', $2 from unnest($1::uuid[]) id`,
    [all, at],
  )
  await owner.query(
    `insert into notification (id, news_id, company_id, user_id, event_id, kind, facts, at)
     select id, id, id, id, id, 'card.ready', '{}', $2 from unnest($1::uuid[]) id`,
    [all, at],
  )
}
const tables = ['idempotency', 'issuer_event', 'notification']
const counts = async () => {
  const found: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await owner.query<{ count: string }>(`select count(*)::int as count from ${table}`)
    found[table] = Number(rows[0]?.count)
  }
  return found
}
const each = (count: number) => Object.fromEntries(tables.map((table) => [table, count]))

test('old rows are removed in batches, and those of the last year stay', async () => {
  await put(400, 2500)
  await put(380, 3)
  await put(1, 4)
  expect(await counts()).toEqual(each(2507))
  await product.kernel.jobs.drain()
  expect(await counts()).toEqual(each(7))
})

test('the app cannot remove a younger answer', async () => {
  const forget = () =>
    product.database.db.write(allTenants, (sql) => sql.one('select forget_answers() as count'))
  expect(await forget()).toEqual({ count: 0 })
  expect((await counts())['idempotency']).toBe(7)
})

test('a started product has the jobs that docs/operations.md names for its tables', async () => {
  const { rows } = await owner.query<{ name: string }>('select distinct name from job')
  const names = rows.map(({ name }) => name)
  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const section = page.split('| table | rows are stored for |')[1]?.split('\n### ')[0] ?? ''
  const named = new Set(
    [
      ...section.matchAll(/`((?:kernel|ledger|loads|notifications|transactions|access|identity)\.[a-z]+)`/g),
    ].map(([, name]) => name),
  )
  expect(named.size).toBeGreaterThanOrEqual(8)
  expect(names).toEqual(expect.arrayContaining([...named, 'kernel.months', 'ledger.check', 'ledger.totals']))
})
