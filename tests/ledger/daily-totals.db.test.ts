import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createIds } from '../../server/src/kernel/ids.ts'
import { readPage } from '../../server/src/ledger/check-pages.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import {
  readTotals,
  readTrialBalance,
  sumNextPostings,
  type TrialLine,
} from '../../server/src/ledger/reports.ts'
import {
  capitalContributed,
  issuerFeeCharged,
  issuerFunded,
} from '../../server/src/treasury/treasury-postings.ts'

/** Trial balances of the past from daily totals, against sums of all postings. */
let ledger: TestLedger
beforeEach(async () => {
  ledger = await createTestLedger()
})
afterEach(() => ledger.end())

const dayMs = 86_400_000
/** From now on, the newest journals are closed too. */
const closeAll = () =>
  ledger.owner.query(
    `update total_progress set wait_minutes = -60; update posting_bound set recorded_behind_minutes = 1`,
  )
const sum = (most: number) => ledger.db.write(allTenants, (sql) => sumNextPostings(sql, most))
const trial = (at: Date) => ledger.db.read(allTenants, (sql) => readTrialBalance(sql, at))
/** Sums all postings up to an instant, without totals. */
const naive = async (at: Date): Promise<TrialLine[]> => {
  const { rows } = await ledger.owner.query<TrialLine>(
    `select a.code, a.asset, a.currency, a.class::text,
      (case when a.side = 'D' then -sum(p.amount) else sum(p.amount) end)::int8 as natural
     from posting p join account a on a.id = p.account_id where p.effective_at <= $1
     group by a.code, a.asset, a.currency, a.class, a.side order by a.code, a.asset nulls first`,
    [at],
  )
  return rows
}
const post = (of: { kind: number; amountCents: bigint; effectiveAt: Date }) => {
  const { kind, ...rest } = of
  const id = ledger.ids.next()
  if (kind === 0) return ledger.post(capitalContributed({ id, ...rest }))
  const event = { eventId: id, recordId: id, ...rest }
  return ledger.post(kind === 1 ? issuerFunded({ ...event, fundingId: null }) : issuerFeeCharged(event))
}
const read = async (text: string) => (await ledger.owner.query<Record<string, unknown>>(text)).rows

test('the totals have each posting once, in pages, and a late one on its old day', async () => {
  await closeAll()
  const now = ledger.clock.now().getTime()
  const [old, recent] = [new Date(now - 900 * dayMs), new Date(now - dayMs)]
  for (const effectiveAt of [recent, recent, recent]) await post({ kind: 0, amountCents: 5n, effectiveAt })
  expect([await sum(2), await sum(2), await sum(2)]).toEqual([true, false, false])
  await post({ kind: 0, amountCents: 7n, effectiveAt: old })
  expect(await sum(2)).toBe(false)
  const day = (at: Date) => at.toISOString().slice(0, 10)
  expect(
    await read(`select day::text, amount from daily_total where code = 'equity.capital' order by day`),
  ).toEqual([
    { day: day(old), amount: 7n },
    { day: day(recent), amount: 15n },
  ])
  expect(await trial(old)).toMatchObject([{ natural: 7n }, { natural: 7n }])
  expect(await ledger.db.read(allTenants, checkBook)).toEqual([])
})

test('the balances of now are the totals of all days and what is not in them yet', async () => {
  await closeAll()
  const [now, totals] = [
    () => ledger.db.read(allTenants, (sql) => readTrialBalance(sql)),
    () => ledger.db.read(allTenants, readTotals),
  ]
  const at = ledger.clock.now()
  for (const daysBefore of [3, 1, 0]) {
    for (const kind of [0, 1])
      await post({ kind, amountCents: 5n, effectiveAt: new Date(at.getTime() - daysBefore * dayMs) })
    expect(await totals()).toEqual(await now())
    if (daysBefore > 0) await sum(10)
    expect(await totals()).toEqual(await now())
  }
  expect((await totals()).find(({ code }) => code === 'equity.capital')?.natural).toBe(15n)
})

test('journals of the last hours wait, and an empty book moves nothing', async () => {
  expect(await sum(10)).toBe(false)
  await post({ kind: 0, amountCents: 5n, effectiveAt: ledger.clock.now() })
  expect(await sum(10)).toBe(false)
  expect(await read('select summed_to from total_progress')).toEqual([
    { summed_to: '00000000-0000-0000-0000-000000000000' },
  ])
  await closeAll()
  expect(await sum(10)).toBe(false)
  expect(await read('select count(*) from daily_total')).toEqual([{ count: 2n }])
})

test('postings are not summed under an older snapshot', async () => {
  const old = ledger.db.write(allTenants, async (sql) => {
    await sql.run('set transaction isolation level repeatable read')
    return sumNextPostings(sql, 10)
  })
  await expect(old).rejects.toThrow('needs read committed')
})

test('two copies of the server add each posting once', async () => {
  await closeAll()
  for (let count = 0; count < 12; count += 1)
    await post({ kind: 0, amountCents: 5n, effectiveAt: ledger.clock.now() })
  await Promise.all(Array.from({ length: 8 }, () => sum(3)))
  expect(await read(`select sum(amount)::int8 from daily_total where code = 'equity.capital'`)).toEqual([
    { sum: 60n },
  ])
})

test('a changed total is found, and the app may not change one', async () => {
  await closeAll()
  await post({ kind: 0, amountCents: 5n, effectiveAt: ledger.clock.now() })
  await sum(10)
  for (const statement of [
    'update daily_total set amount = 0',
    'delete from daily_total',
    'truncate daily_total',
  ])
    await expect(ledger.db.write(allTenants, (sql) => sql.run(statement))).rejects.toThrow(
      'permission denied',
    )
  await expect(
    ledger.db.write(allTenants, (sql) => sql.run(`update total_progress set summed_to = gen_random_uuid()`)),
  ).rejects.toThrow('permission denied')
  await ledger.owner.query(`update daily_total set amount = amount + 1 where code = 'bank.settlement'`)
  expect(await ledger.db.read(allTenants, checkBook)).toMatchObject([
    { check: 'totals_are_the_balances', subject: 'bank.settlement' },
    { check: 'total_is_its_postings', subject: 'bank.settlement' },
  ])
})

test('totals that miss a journal, after clocks were set back, are computed again as operations.md says', async () => {
  const capital = () =>
    capitalContributed({ id: ledger.ids.next(), amountCents: 5n, effectiveAt: ledger.clock.now() })
  await closeAll()
  await ledger.post(capital())
  await sum(10)
  const { clock, outbox } = ledger
  const ids = createIds(() => clock.realNow().getTime() - 1_800_000)
  const behind = createPoster({ pool: ledger.db.pool, ids, clock, expandEvents: outbox.expand })
  expect(await behind.apply({ journals: [capital()] })).toMatchObject({ outcome: 'posted' })
  await behind.close()
  await sum(10)
  const found = () => ledger.db.read(allTenants, checkBook)
  expect((await found()).map(({ check }) => check)).toEqual([
    ...Array<string>(2).fill('totals_are_the_balances'),
    ...Array<string>(2).fill('total_is_its_postings'),
  ])

  const page = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  await ledger.owner.query(/`(begin; delete from daily_total;[^`]*)`/.exec(page)?.[1] ?? '')
  expect(await trial(ledger.clock.now())).toEqual(await naive(ledger.clock.now()))
  await sum(10)
  expect(await trial(ledger.clock.now())).toEqual(await naive(ledger.clock.now()))
  expect(await read(`select sum(amount)::int8 from daily_total where code = 'equity.capital'`)).toEqual([
    { sum: 10n },
  ])
  expect(await found()).toEqual([])
})

const pagesOf = (size?: number) =>
  ledger.db.read(allTenants, async (sql) => {
    const ends: (string | null)[] = []
    do ends.push((await readPage(sql, 'days', { from: ends.at(-1) ?? null, size })).to)
    while (ends.at(-1) !== null)
    return ends
  })

test('a page of the checks has as many days with totals as its postings allow', async () => {
  await closeAll()
  const now = ledger.clock.now().getTime()
  const days = [-1000, -400, -399, -7, 0].map((count) => new Date(now + count * dayMs))
  for (const effectiveAt of days)
    for (let count = 0; count < 4; count += 1) await post({ kind: 0, amountCents: 5n, effectiveAt })
  await sum(100)
  const [, second, third, fourth, last] = days.map((at) => at.toISOString().slice(0, 10))
  // Without statistics the book is one page.
  expect(await pagesOf(1)).toEqual([null])
  await ledger.owner.query('analyze posting')
  expect(await pagesOf()).toEqual([null])
  expect(await pagesOf(1)).toEqual([second, third, fourth, last, null])
  expect(await pagesOf(8)).toEqual([second, third, fourth, last, null])
  expect(await pagesOf(16)).toEqual([third, last, null])
  expect(await pagesOf(40)).toEqual([null])
})

test('a posting without a total is found, also on a day between all others', async () => {
  await closeAll()
  const now = ledger.clock.now().getTime()
  for (const days of [-900, -600, -300, 0])
    await post({ kind: 0, amountCents: 5n, effectiveAt: new Date(now + days * dayMs) })
  await sum(100)
  await ledger.owner.query('analyze posting')
  const between = new Date(now - 600 * dayMs).toISOString().slice(0, 10)
  await ledger.owner.query('delete from daily_total where day = $1', [between])
  for (const size of [1, 50_000]) {
    const found = await ledger.db.read(allTenants, (sql) => checkBook(sql, size))
    const ofTotals = found.filter(({ check }) => check === 'total_is_its_postings')
    expect(ofTotals.map(({ subject, detail }) => `${subject}: ${detail}`).toSorted()).toEqual([
      `bank.settlement: the total in USD of ${between} says nothing, its postings -5`,
      `equity.capital: the total in USD of ${between} says nothing, its postings 5`,
    ])
  }
})

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      kind: fc.nat(2),
      amountCents: fc.bigInt({ min: 1n, max: 999n }),
      // Some lie on the first or last instant of a day.
      days: fc.integer({ min: -900, max: 0 }),
      ms: fc.constantFrom(0, 1, dayMs - 1, dayMs / 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('sum' as const), most: fc.integer({ min: 1, max: 4 }) }),
  },
)
const instant = fc.record({
  days: fc.integer({ min: -901, max: 1 }),
  ms: fc.constantFrom(0, 1, 7, dayMs - 1, dayMs / 2),
})

test('at every instant, the totals and the rest are what all postings sum to', async () => {
  await closeAll()
  const today = Math.floor(ledger.clock.now().getTime() / dayMs) * dayMs
  const at = ({ days, ms }: { days: number; ms: number }) =>
    new Date(Math.min(today + days * dayMs + ms, ledger.clock.now().getTime()))
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.array(instant, { minLength: 1, maxLength: 4 }),
      async (steps, instants) => {
        const times = [...instants]
        for (const each of steps) {
          if (each.do === 'sum') await sum(each.most)
          else {
            times.push(each)
            const { outcome } = await post({ ...each, effectiveAt: at(each) })
            expect(outcome).toBe('posted')
          }
        }
        for (const each of times) expect(await trial(at(each))).toEqual(await naive(at(each)))
      },
    ),
    { numRuns: 25 },
  )
  await ledger.owner.query('analyze posting')
  for (const size of [1, 50, 50_000])
    expect(await ledger.db.read(allTenants, (sql) => checkBook(sql, size))).toEqual([])
})
