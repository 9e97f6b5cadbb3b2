import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../../server/src/companies/company.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { listOf, type AnyList } from '../../server/src/kernel/list.ts'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'
import { faultsOfList } from './statement-plans.ts'

const count = 40_000
/** Ids of journals grow with time: one in each minute of 28 days. */
const idAt = (n: number): string => `01980000-${n.toString(16).padStart(4, '0')}-7000-8000-000000000001`
const firstDay = '2026-02-01'
const kinds = `case when n % 4000 = 7 then 'capital.contributed' when n % 20 = 1 then 'transfer.made'
  else 'card.authorised' end`
const rareIn = count / 4000

let product: TestProduct
let app: pg.Client
let owner: pg.Client
let tables: string[]

beforeAll(async () => {
  product = await createTestProduct()
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  app = new pg.Client({ connectionString: product.database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  await owner.query(
    'alter table journal disable trigger user; alter table journal_detail disable trigger user',
  )
  await owner.query(
    `insert into journal (id, idem, command_hash, kind, effective_at, recorded_at, subject_id)
     select format('01980000-%s-7000-8000-000000000001', lpad(to_hex(n), 4, '0'))::uuid, 'test:' || n, '\\x00', ${kinds},
       timestamptz '${firstDay}' + n * interval '1 minute', timestamptz '${firstDay}' + n * interval '1 minute',
       case when n % 4000 = 9 then '${houseId}'::uuid end
     from generate_series(1, ${count}) n`,
  )
  await owner.query(
    `insert into journal_detail (journal_id, actor)
     select format('01980000-%s-7000-8000-000000000001', lpad(to_hex(n), 4, '0'))::uuid,
       case when n % 4000 = 11 then 'rare.job' else 'usual.job' end
     from generate_series(1, ${count}) n where n % 2 = 1`,
  )
  await owner.query('analyze journal, journal_detail')
  const { rows } = await owner.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relispartition and relkind = 'r' and reltuples > 0 and relname like 'journal%'`,
  )
  tables = rows.map(({ name }) => name)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await product.stop()
})

/** The first pages of journals, and what is wrong with the plans of their statements. */
const readJournals = async (query: object, isNarrow: boolean) => {
  const call = product.calls.find(({ path, method }) => path === '/ledger/journals' && method === 'GET')
  const { page, declared } = listOf(call as object) as AnyList
  const scope = { kind: 'all' } as const
  const me = { may: () => true, impersonatorId: null, userId: houseId, companyId: houseId, roleId: 6 }
  const found: { id: string }[] = []
  const read = async (sql: Queries) => {
    const reader = { sql, me: { ...me, sessionId: houseId, scope }, now: new Date('2026-03-01T00:00:00Z') }
    const input = declared.input.parse({ limit: '50', ...query })
    const first = await page(reader, input)
    if (!first.accepted) throw new Error('The page was refused')
    found.push(...(first.value.items as { id: string }[]))
    const cursor = first.value.nextCursor
    if (cursor !== null) await page(reader, { ...input, cursor })
  }
  const { faults, statements } = await faultsOfList(app, read, { scope, filledTables: tables })
  expect(statements).toBeGreaterThan(0)
  // The count stops above its cap, so a part of the table is read for it in any order.
  const wrong = faults.filter(({ fault }) => !fault.startsWith('sequential scan') || isNarrow)
  return { faults: wrong, found: [...new Set(found.map(({ id }) => id))] }
}

test.each([
  ['all of them', {}, 50, idAt(count)],
  ['the most usual kind', { kind: 'card_authorised' }, 50, idAt(count)],
  ['the most usual kind on a day', { kind: 'card_authorised', to: '2026-02-03' }, 50, idAt(3 * 1440 - 1)],
  ['a kind that is usual', { kind: 'transfer_made' }, 50, idAt(count - 19)],
  ['a kind that is rare', { kind: 'capital_contributed' }, rareIn, idAt(36_007)],
  ['a subject', { subjectId: houseId }, rareIn, idAt(36_009)],
  ['an actor with many', { actor: 'usual.job' }, 50, idAt(count - 1)],
  ['an actor with few', { actor: 'rare.job' }, rareIn, idAt(36_011)],
  ['a search by an actor', { q: 'rare.job' }, rareIn, idAt(36_011)],
  ['days of the effect', { from: '2026-02-03', to: '2026-02-03' }, 50, idAt(3 * 1440 - 1)],
  ['a kind on a day', { kind: 'capital_contributed', from: '2026-02-03', to: '2026-02-06' }, 2, idAt(8007)],
  ['the oldest', { sort: 'effectiveAt' }, 50, idAt(1)],
])('journals of %s are found by an index', async (_, query, expected, first) => {
  const { faults, found } = await readJournals(query, expected < 50)
  expect(faults).toEqual([])
  expect(found).toHaveLength(expected)
  expect(found[0]).toBe(first)
})
