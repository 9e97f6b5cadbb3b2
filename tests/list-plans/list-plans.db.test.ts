import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { houseId } from '../../server/src/companies/company.ts'
import { listCardsOf } from '../../server/src/cards/cards.sql.ts'
import type { Queries } from '../../server/src/kernel/queries.ts'
import { listOf, type AnyList } from '../../server/src/kernel/list.ts'
import type { FileReader } from '../../server/src/kernel/list-source.ts'
import { readFresh, readMissed, readCursorOf } from '../../server/src/kernel/live-events.sql.ts'
import { countLinesBetween, listLinesBetween, readEdges } from '../../server/src/ledger/wallet-lines.sql.ts'
import { listWaitingLoads } from '../../server/src/loads/wallet-loads.sql.ts'
import { countUnread } from '../../server/src/notifications/notifications.sql.ts'
import { listHeld, listBooked, sumStatement } from '../../server/src/transactions/statement-rows.sql.ts'
import { sumInAndSpent, sumSpending } from '../../server/src/transactions/transaction-sums.sql.ts'
import { countRows, listDeclinedRows, rowFilter } from '../../server/src/transactions/transactions.sql.ts'
import { settlementWork } from '../../server/src/settlements/settlement-work.sql.ts'
import { sumPendingShares } from '../../server/src/shares/shares.sql.ts'
import { withdrawalWork } from '../../server/src/withdrawals/withdrawal-work.sql.ts'
import { createTestProduct, type TestProduct } from '../support/test-product.ts'
import { companyCount, fillTables, idAt } from './filled-tables.ts'
import { queriesOf } from './list-queries.ts'
import { faultsOfList, planOfFile, type KnownAnswers, type PlanScope } from './statement-plans.ts'

type List = (sql: Queries, of: { companyIds: readonly string[] }) => Promise<unknown>

const userId = idAt(7)
const cardId = idAt(7)
const companyId = idAt(7)
const limit = 50
const rowsOfPage = 300
const early = new Date('2026-01-02T00:00:00Z')
const recent = new Date('2026-02-01T00:00:00Z')
const timeZone = 'America/Lima'
const after = { cursorAt: '2026-01-15 00:00:00+00', id: idAt(6007) }
const span = { userId, cardId: null, from: early, before: recent }

const rowsAndSums = async (sql: Queries, requested: Parameters<typeof rowFilter>[0]) => {
  const filter = rowFilter(requested, { userId, timeZone, foldsFees: true })
  await countRows(sql, filter)
  await sumInAndSpent(sql, filter)
}
/** The reads of live streams: of one person, of companies, and of a stream that starts at an event. */
const events = async (sql: Queries, companyIds: readonly string[]) => {
  const subscribers = { everybody: false, userIds: [userId], companyIds }
  await readFresh(sql, { from: '11950', toldAt: new Date(0), after: null, subscribers })
  await readCursorOf(sql, idAt(11_000))
  const cursor = { tx: '11000', idFloor: idAt(11_000) }
  const scopes = [
    { kind: 'own', userId, companyId: userId },
    { kind: 'companies', companyIds },
  ] as const
  for (const scope of scopes) await readMissed(sql, { scope, userId, cursor, after: null })
}

/** Other reads of many rows for a screen, besides the declared lists. */
const lists: Readonly<Record<string, List>> = {
  'cards of a person': (sql) => listCardsOf(sql, { userId, limit }),
  'unread notifications': (sql) => countUnread(sql, userId),
  'transactions: all': (sql) => rowsAndSums(sql, {}),
  'transactions: search': async (sql) => [
    await rowsAndSums(sql, { q: 'coffee' }),
    await rowsAndSums(sql, { q: '12.50' }),
  ],
  'transactions: filter': (sql) =>
    rowsAndSums(sql, { status: 'settled', cardId, from: '2026-01-02', to: '2026-02-01', category: 'cafes' }),
  'transactions: spending': (sql) => sumSpending(sql, { userId, cardId: null, from: early, before: recent }),
  'declines of a card': (sql) => listDeclinedRows(sql, { cardId, limit }),
  statement: async (sql) => [
    await sumStatement(sql, span),
    await listBooked(sql, span, { after: null, limit }),
    await listBooked(sql, span, { after, limit }),
    await listHeld(sql, span, limit),
  ],
  'wallet: pending': async (sql) => [
    await listWaitingLoads(sql, userId),
    await sumPendingShares(sql, userId),
  ],
  'wallet: statement': async (sql) => {
    const key = { ownerId: userId, wallet: 'regular' } as const
    const range = { ...key, afterSeq: 6n, lastSeq: 9000n }
    return [
      await readEdges(sql, { ...key, from: early, before: recent }),
      await listLinesBetween(sql, range, limit),
      await countLinesBetween(sql, range),
    ]
  },
  'live events': (sql, { companyIds }) => events(sql, companyIds),
}

/** The reader's company and the next ones. */
const companies = (count: number) => Array.from({ length: count }, (_, cursor) => idAt(cursor + 7))

let product: TestProduct
let app: pg.Client
let owner: pg.Client
let filledTables: readonly string[]

beforeAll(async () => {
  product = await createTestProduct()
  owner = new pg.Client({ connectionString: product.database.ownerUrl })
  app = new pg.Client({ connectionString: product.database.appUrl })
  await Promise.all([owner.connect(), app.connect()])
  filledTables = await fillTables(owner)
})
afterAll(async () => {
  await Promise.all([owner.end(), app.end()])
  await product.stop()
})

const companiesScope = (count: number) => ({ kind: 'companies', companyIds: companies(count) }) as const
const explain = (list: List, count: number) => {
  const scope = companiesScope(count)
  return faultsOfList(app, (sql) => list(sql, scope), { scope, filledTables })
}

/** Calls that answer pages of a list. */
const pagedCalls = () =>
  product.calls.filter(
    ({ output }) => 'shape' in output && Object.hasOwn(output.shape as object, 'nextCursor'),
  )
/** The first two pages of a list's file. */
const readFile = async ({ csv }: AnyList, reader: FileReader, input: object) => {
  let pages = 0
  for await (const rows of csv?.pages(reader, input, rowsOfPage) ?? []) {
    expect(rows.length).toBeLessThanOrEqual(rowsOfPage)
    pages += 1
    if (pages === 2) return
  }
}
const none = (async function* () {})()
const reading = { may: () => true, impersonatorId: null }
/** Lists whose tables are filled by tests of their own, and days that only postings without gaps in their numbers have. */
const withoutRows = /^\/ledger\/(journals |postings days$)/
/**
 * Pages of a declared list in every order, with every filter, and the page after the first. Returns the filters that no row
 * has: their plans say nothing.
 */
const readDeclared = async (sql: Queries, call: object, scope: PlanScope) => {
  const read = listOf(call)
  if (!read) throw new Error('The call is no declared list')
  const reader = {
    sql,
    me: { ...reading, userId, companyId, roleId: 2, sessionId: idAt(1), scope },
    now: recent,
  }
  const { path, input: requests, counts } = read.declared
  const rowsOf: Record<string, number> = {}
  let id = idAt(7)
  for (const { about, query } of queriesOf(read.declared)) {
    const input = requests.parse({ ...query, ...(about === 'id' ? { id } : {}), limit: '50' })
    const first = await read.page(reader, input)
    if (!first.accepted) throw new Error(`${path} refused its page`)
    const { items, nextCursor: cursor } = first.value
    rowsOf[about] = (rowsOf[about] ?? 0) + items.length
    if (about === 'rows') id = (items[0] as { id?: string } | undefined)?.id ?? id
    if (cursor !== null) await read.page(reader, { ...input, cursor })
    await readFile(read, reader, input)
  }
  if (counts) await read.counts(reader, {})
  return Object.entries(rowsOf).flatMap(([about, rows]) => {
    const isExpected = about !== 'search' && !withoutRows.test(`${path} ${about}`)
    return rows === 0 && isExpected ? [about] : []
  })
}

test('every call that answers pages is a declared list', () => {
  expect(pagedCalls().length).toBeGreaterThan(0)
  expect(pagedCalls().filter((call) => listOf(call) === null)).toEqual([])
})

const explainDeclared = async (call: object, scope: PlanScope, known: KnownAnswers = new Map()) => {
  let empty: string[] = []
  const read = async (sql: Queries) => {
    empty = await readDeclared(sql, call, scope)
  }
  const found = await faultsOfList(app, read, { scope, filledTables, known })
  return { ...found, empty }
}

test.each([1, 5, 200])(
  'declared lists find their rows by an index with %i companies in scope',
  async (count) => {
    const known: KnownAnswers = new Map()
    for (const call of pagedCalls()) {
      const { faults, statements, empty } = await explainDeclared(call, companiesScope(count), known)
      expect(statements, call.path).toBeGreaterThan(0)
      expect(faults, call.path).toEqual([])
      // One company has a few rows of each list, so not each of their states.
      if (count === 200) expect(empty, call.path).toEqual([])
    }
  },
  900_000,
)

test.each(Object.keys(lists).flatMap((name) => [1, 5, 200].map((count) => [name, count] as const)))(
  '%s finds its rows by an index with %i companies in scope',
  async (name, count) => {
    expect(companyCount).toBeGreaterThan(count)
    const { faults, statements } = await explain(lists[name] as List, count)
    expect(statements).toBeGreaterThan(0)
    expect(faults).toEqual([])
  },
)

const callAt = (path: string) =>
  product.calls.find((each) => each.path === path && listOf(each) !== null) as object

test('the list of lockouts finds its rows by an index with all companies in scope', async () => {
  const { faults, statements } = await explainDeclared(callAt('/lockouts'), { kind: 'all' })
  expect(statements).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

test('withdrawals and settlements that wait for a person are counted by an index', async () => {
  // One row of sixteen waits, and one of the reader's company.
  const waits = `(id::text like '%' || $1 or id = $2)`
  await owner.query(`update settlement set status = 'draft' where ${waits}`, ['5', idAt(2007)])
  await owner.query(`update withdrawal set step = 'requested' where ${waits}`, ['5', idAt(2007)])
  await owner.query(`update withdrawal set step = 'failed' where ${waits}`, ['6', idAt(4007)])
  await owner.query('analyze settlement, withdrawal')
  for (const scope of [{ kind: 'all' } as const, ...[1, 5, 200].map(companiesScope)]) {
    const who = { kind: 'session', userId, companyId: houseId, roleId: 6, sessionId: idAt(1) } as const
    const me = { ...reading, ...who, scope, ownScope: scope }
    const counts: number[] = []
    const count = async (sql: Queries) => {
      for (const { read } of Object.values({ ...withdrawalWork, ...settlementWork }))
        counts.push((await read(sql, { me, scope, now: recent, realNow: recent })).count)
    }
    const { faults } = await faultsOfList(app, count, { scope, filledTables })
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(faults).toEqual([])
  }
})

test('loads with an open refund are found by an index', async () => {
  // More than half are open, so that an index of all open ones would read most rows for nothing.
  for (const [status, end] of [
    ['requested', '[0-2]'],
    ['queued', '[3-5]'],
    ['sending', '[6-8]'],
  ] as const)
    await owner.query(`update load_refund set status = $1 where id::text ~ ($2 || '$')`, [status, end])
  await owner.query('analyze load_refund')
  const counts: number[] = []
  const filters = [{ refund: 'requested' }, { refund: 'queued' }]
  const scope = { kind: 'all' } as const
  const { faults } = await faultsOfList(
    app,
    async (sql) => {
      const { page, declared } = listOf(callAt('/company-loads')) as AnyList
      const me = { ...reading, userId, companyId, roleId: 6, sessionId: idAt(1), scope }
      for (const filter of filters) {
        const found = await page({ sql, me, now: recent }, declared.input.parse({ ...filter, limit: '50' }))
        counts.push(found.accepted ? found.value.items.length : 0)
      }
    },
    { scope, filledTables },
  )
  expect(Math.min(...counts)).toBe(50)
  expect(faults).toEqual([])
})

test('the list of users finds its rows by an index with 500 companies in scope', async () => {
  const { faults, statements } = await explainDeclared(callAt('/users'), companiesScope(500))
  expect(statements).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

test('the lines of a period are found without those after it, however many a wallet has', async () => {
  const [ownerId, many] = [idAt(8), 20_000]
  // Numbers of lines grow with time.
  await owner.query('delete from wallet_line where owner_id = $1', [ownerId])
  await owner.query(
    `insert into wallet_line (owner_id, wallet, seq, journal_id, kind, company_id, effective_at, available_before,
       available_after, pending_before, pending_after, reserved_before, reserved_after)
     select $1, 'regular', 100000 + n, $1, 'load.accepted', $1, timestamptz '2026-01-01' + n * interval '1 minute',
       0, 0, n - 1, n, 0, 0 from generate_series(1, $2::int) n`,
    [ownerId, many],
  )
  await owner.query('analyze wallet_line')
  const key = { ownerId, wallet: 'regular' } as const
  const days = { since: '2026-01-02', until: '2026-01-02' }
  const scope = companiesScope(50)
  const readPeriod = async (sql: Queries) => {
    const { page, declared } = listOf(callAt('/wallets/lines')) as AnyList
    const me = { ...reading, userId, companyId: ownerId, roleId: 5, sessionId: idAt(1), scope }
    const input = declared.input.parse({ ...key, ...days, limit: '50' })
    const found = await page({ sql, me, now: recent }, input)
    expect(found.accepted && found.value.count).toBe(1440)
    expect(await readEdges(sql, { ...key, from: early, before: early })).toMatchObject({ lastSeq: 101_439n })
  }
  const { faults } = await faultsOfList(app, readPeriod, { scope, filledTables })
  expect(faults).toEqual([])
})

test.each(['/users', '/audit'])('the file of %s is read in the order of an index', async (path) => {
  const { csv, declared } = listOf(callAt(path)) as AnyList
  const me = { ...reading, userId, companyId, scope: { kind: 'all' } as const }
  for (const sort of declared.list.sorts) {
    const plan = await planOfFile(owner, (sql) => {
      const input = declared.input.parse({ sort }) as object
      return (
        csv?.pieces({ sql, me, now: recent }, input, { columns: csv.columns, text: (key) => key }) ?? none
      )
    })
    expect(plan).toMatch(/Index (Only )?Scan/)
    expect(plan).not.toMatch(/(^|->  )(Incremental )?Sort$/m)
  }
})

test('the tabs of a list count up to one above the cap', async () => {
  const read = listOf(callAt('/withdrawals')) as AnyList
  const counted: Record<string, number>[] = []
  await faultsOfList(
    app,
    async (sql) => {
      const me = {
        ...reading,
        userId,
        companyId,
        roleId: 6,
        sessionId: idAt(1),
        scope: { kind: 'all' } as const,
      }
      counted.push(await read.counts({ sql, me, now: recent }, {}))
    },
    { scope: { kind: 'all' }, filledTables },
  )
  expect(counted[0]).toMatchObject({ all: 10_001 })
})

test('the search for people has an index of the parts of their texts', async () => {
  await owner.query('begin; set local enable_seqscan = off')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain select id from app_user where search_text like '%text 117%'`,
  )
  await owner.query('rollback')
  expect(rows.map((line) => line['QUERY PLAN']).join()).toContain('app_user_by_text')
})

test('the refused entries of all companies have an index in their order', async () => {
  const month = filledTables.find((name) => name.startsWith('audit_') && /\d$|first$/.test(name)) ?? 'audit'
  await owner.query('begin; set local enable_seqscan = off; set local enable_sort = off')
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select id from ${month} where outcome <> 'done' order by id desc limit 51`,
  )
  await owner.query('rollback')
  const plan = rows.map((line) => line['QUERY PLAN']).join()
  expect(plan).toContain('Index Only Scan')
  expect(plan).not.toMatch(/Sort|outcome/)
})

test('the policies look each company up in a hash of the scope', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select polrelid::regclass::text as name from pg_policy
     where pg_get_expr(polqual, polrelid) ~ 'app.companies' and pg_get_expr(polqual, polrelid) !~ 'SELECT unnest'`,
  )
  expect(rows).toEqual([])
  await app.query('begin')
  await app.query(`set local app.companies = '{${companies(1500).join(',')}}'`)
  const { rows: plan } = await app.query<{ 'QUERY PLAN': string }>('explain select count(*) from app_user')
  await app.query('rollback')
  expect(plan.map((line) => line['QUERY PLAN']).join()).toContain('hashed SubPlan')
})

test('a list without its index is found', async () => {
  await owner.query(
    `drop index security_event_by_user, kyc_case_by_company, kyc_case_by_company_status, kyc_case_by_company_start,
       throttle_by_end`,
  )
  for (const [path, fault, scope] of [
    ['/security-events', 'sequential scan of security_event', companiesScope(5)],
    ['/kyc-cases', 'sequential scan of kyc_case', companiesScope(5)],
    ['/lockouts', 'sequential scan of throttle', { kind: 'all' }],
  ] as const) {
    const { faults } = await explainDeclared(callAt(path), scope)
    expect(faults.map((each) => each.fault)).toContain(fault)
  }
})

test('a sort of more rows than a page can need is found', async () => {
  const sorted = (sql: Queries) => sql.rows('select subject from throttle order by tries, subject limit 50')
  const { faults } = await faultsOfList(app, sorted, { scope: { kind: 'all' }, filledTables })
  expect(faults.map(({ fault }) => fault)).toContain('sort of 12000 rows')
})
