import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GuardedSet, GuardedUpdate, RowInsert } from '../../server/src/kernel/guarded-update.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import { capitalContributed } from '../../server/src/treasury/treasury-postings.ts'
import { createBatchByHand } from '../trust/batch-by-hand.ts'

/** Sets of rows that a plan changes at once: parts of a payout, on a table that only this test has. */
let ledger: TestLedger
let owner: string
beforeAll(async () => {
  ledger = await createTestLedger()
  await ledger.owner
    .query(`create table part (id uuid primary key, owner_id uuid not null, due_at timestamptz,
    amount bigint not null, paid_by uuid)`)
  await ledger.owner.query(`insert into plan_table (name) values ('part')`)
})
afterAll(() => ledger.end())
beforeEach(() => {
  owner = ledger.ids.next()
})

const day = (number: number) => new Date(Date.UTC(2026, 10, number))
const partRow = (part: object) =>
  ({ table: 'part', row: { id: ledger.ids.next(), ownerId: owner, ...part } }) as unknown as RowInsert
const partUpdate = (update: object) => ({ table: 'part', ...update }) as unknown as GuardedUpdate
/** Pays the parts of the owner that are due, for the amounts that were read. */
const paying = (read: { count: number; sum: bigint; until?: Date }, more: object = {}) =>
  ({
    table: 'part',
    where: { ownerId: owner, paidBy: null },
    until: { dueAt: read.until ?? day(20) },
    count: read.count,
    sum: { column: 'amount', is: read.sum },
    set: { paidBy: ledger.ids.next() },
    ...more,
  }) as unknown as GuardedSet
const insertParts = async (...parts: object[]) => {
  const outcome = await ledger.apply({ rows: parts.map(partRow) })
  expect(outcome).toMatchObject({ outcome: 'posted' })
}
const readParts = async (of = owner) => {
  const { rows } = await ledger.owner.query<{ amount: bigint; paid: boolean }>(
    'select amount, paid_by is not null as paid from part where owner_id = $1 order by due_at, amount',
    [of],
  )
  return rows.map(({ amount, paid }) => `${amount}${paid ? ' paid' : ''}`)
}
const capital = () =>
  capitalContributed({ id: ledger.ids.next(), amountCents: 5n, effectiveAt: ledger.clock.now() })
const waits = async () => {
  const { rowCount } = await ledger.owner.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rowCount
}
const refused = { outcome: 'guard_failed', table: 'part', id: null }

test('all rows that fit are changed, and no others', async () => {
  await insertParts(
    { dueAt: day(1), amount: 5n },
    { dueAt: day(20), amount: 7n },
    { dueAt: day(21), amount: 9n },
    { dueAt: null, amount: 11n },
    { dueAt: day(1), amount: 13n, paidBy: ledger.ids.next() },
  )
  const outcome = await ledger.apply({ journals: [capital()], sets: [paying({ count: 2, sum: 12n })] })
  expect(outcome).toMatchObject({ outcome: 'posted' })
  expect(await readParts()).toEqual(['5 paid', '13 paid', '7 paid', '9', '11'])
})

test('the plan is refused as a whole when other rows fit than it read', async () => {
  await insertParts({ dueAt: day(1), amount: 5n }, { dueAt: day(2), amount: 7n })
  const journals = await ledger.count('journal')
  for (const read of [
    { count: 1, sum: 12n },
    { count: 3, sum: 12n },
    { count: 2, sum: 11n },
    { count: 0, sum: 0n },
  ])
    expect(await ledger.apply({ journals: [capital()], sets: [paying(read)] })).toEqual(refused)
  expect(await readParts()).toEqual(['5', '7'])
  expect(await ledger.count('journal')).toBe(journals)
})

test('a plan may say that no row fits, and leave out the sum', async () => {
  expect(await ledger.apply({ sets: [paying({ count: 0, sum: 0n })] })).toMatchObject({ outcome: 'posted' })
  await insertParts({ dueAt: day(1), amount: 5n })
  const outcome = await ledger.apply({ sets: [paying({ count: 1, sum: 0n }, { sum: null })] })
  expect(outcome).toMatchObject({ outcome: 'posted' })
})

test('of twenty plans that pay the same rows, one is applied', async () => {
  await insertParts({ dueAt: day(1), amount: 5n }, { dueAt: day(2), amount: 7n })
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => ledger.apply({ sets: [paying({ count: 2, sum: 12n })] })),
  )
  expect(outcomes.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome.outcome === 'guard_failed')).toHaveLength(19)
})

test('rows that change at the same time go one after the other', async () => {
  const id = ledger.ids.next()
  await insertParts({ id, dueAt: day(1), amount: 5n }, { dueAt: day(2), amount: 7n })
  const cut = partUpdate({ id, from: { amount: 5n }, set: { amount: 4n } })
  // With one batch at a time the effects have the order of the calls.
  const { db, ids, clock, outbox } = ledger
  const poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand, batchesInFlight: 1 })
  const outcomes = await Promise.all([
    poster.apply({ journals: [], updates: [cut] }),
    poster.apply({ journals: [], sets: [paying({ count: 2, sum: 12n })] }),
    poster.apply({ journals: [], sets: [paying({ count: 2, sum: 11n })] }),
  ])
  await poster.close()
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['posted', 'guard_failed', 'posted'])
})

test('another transaction that changes a row is waited for, and its change counts', async () => {
  await insertParts({ dueAt: day(1), amount: 5n })
  await ledger.owner.query('begin')
  await ledger.owner.query('update part set amount = 6 where owner_id = $1', [owner])
  const paid = ledger.apply({ sets: [paying({ count: 1, sum: 5n })] })
  await expect.poll(waits, { timeout: 10_000 }).toBe(1)
  await ledger.owner.query('commit')
  expect(await paid).toEqual(refused)
})

test('a row that comes between the count and the change refuses the plan, and it is not changed', async () => {
  const other = ledger.ids.next()
  await insertParts({ dueAt: day(1), amount: 5n }, { id: other, ownerId: ledger.ids.next(), amount: 1n })
  await ledger.owner.query('begin')
  await ledger.owner.query('select from part where id = $1 for update', [other])
  const late = [ledger.ids.next(), owner, day(1)]
  await ledger.owner.query('insert into part (id, owner_id, due_at, amount) values ($1, $2, $3, 9)', late)
  // The set is counted before the batch waits for the other row.
  const updates = [partUpdate({ id: other, from: { amount: 1n }, set: { amount: 2n } })]
  const paid = ledger.apply({ updates, sets: [paying({ count: 1, sum: 5n })] })
  await expect.poll(waits, { timeout: 10_000 }).toBe(1)
  await ledger.owner.query('commit')
  expect(await paid).toEqual(refused)
  expect(await readParts()).toEqual(['5', '9'])
})

test('a row that an earlier plan adds is not in the same batch as the set that it fits', async () => {
  const { db, ids, clock, outbox } = ledger
  const poster = createPoster({ pool: db.pool, ids, clock, expandEvents: outbox.expand, batchesInFlight: 1 })
  const outcomes = await Promise.all([
    poster.apply({ journals: [], rows: [partRow({ dueAt: day(1), amount: 5n })] }),
    poster.apply({ journals: [], sets: [paying({ count: 0, sum: 0n })] }),
    poster.apply({ journals: [], sets: [paying({ count: 1, sum: 5n })] }),
  ])
  await poster.close()
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['posted', 'guard_failed', 'posted'])
})

const connectByHand = async () => {
  const client = new pg.Client({ connectionString: ledger.appUrl })
  await client.connect()
  return { ...(await createBatchByHand(ledger, client)), end: () => client.end() }
}

test('two batches with the same sets in another order do not wait for each other', async () => {
  const owners = [ledger.ids.next(), ledger.ids.next(), ledger.ids.next()]
  await insertParts(...owners.map((ownerId) => ({ ownerId, dueAt: day(1), amount: 5n })))
  const sets = owners.map((ownerId) =>
    paying({ count: 1, sum: 5n }, { where: { ownerId }, set: { amount: 5n } }),
  )
  const [first, second] = [await connectByHand(), await connectByHand()]
  await ledger.owner.query('begin')
  await ledger.owner.query('select from part where owner_id = $1 for update', [owners[1]])
  const answers = Promise.all([
    first.refusalOf(first.encode({ sets })),
    second.refusalOf(second.encode({ sets: sets.toReversed() })),
  ])
  await expect.poll(waits, { timeout: 10_000 }).toBe(2)
  await ledger.owner.query('commit')
  expect(await answers).toEqual(['accepted: []', 'accepted: []'])
  await Promise.all([first.end(), second.end()])
})

test('a set of no plan of the batch is not changed', async () => {
  await insertParts({ dueAt: day(1), amount: 5n })
  const { encode, refusalOf, end } = await connectByHand()
  for (const plan of ['2', '0', null]) {
    const made = encode({ journals: [capital()], sets: [paying({ count: 1, sum: 5n })] })
    const updates = String(made['p_updates']).replace('["1",', `[${JSON.stringify(plan)},`)
    expect(await refusalOf({ ...made, p_updates: updates })).toBe('accepted: []')
  }
  await end()
  expect(await readParts()).toEqual(['5'])
})

test('a set needs a condition, a registered table and columns of it', async () => {
  const wrong = (more: object) => ledger.apply({ sets: [paying({ count: 0, sum: 0n }, more)] })
  await expect(wrong({ where: {} })).rejects.toThrow('has no condition')
  await expect(wrong({ table: 'account' })).rejects.toThrow('plans may not write to account')
  await expect(wrong({ where: { nothing: 1 } })).rejects.toThrow('a column that part does not have')
  await expect(wrong({ set: { nothing: 1 } })).rejects.toThrow('a column that part does not have')
  await expect(wrong({ sum: { column: 'nothing', is: 0n } })).rejects.toThrow(
    'a column that part does not have',
  )
})

const part = fc.record({ due: fc.integer({ min: 1, max: 30 }), amount: fc.bigInt({ min: 1n, max: 99n }) })
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), part }),
  fc.record({
    do: fc.constant('pay' as const),
    until: fc.integer({ min: 1, max: 30 }),
    isWrong: fc.boolean(),
  }),
)

test('any sequence of payouts pays each part once, and the amounts that were read', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      owner = ledger.ids.next()
      let open: { due: number; amount: bigint }[] = []
      let paid = 0
      for (const each of steps) {
        if (each.do === 'insert') {
          await insertParts({ dueAt: day(each.part.due), amount: each.part.amount })
          open.push(each.part)
          continue
        }
        const due = open.filter((one) => one.due <= each.until)
        const sum = due.reduce((total, { amount }) => total + amount, each.isWrong ? 1n : 0n)
        const { outcome } = await ledger.apply({
          sets: [paying({ count: due.length, sum, until: day(each.until) })],
        })
        expect(outcome).toBe(each.isWrong ? 'guard_failed' : 'posted')
        if (each.isWrong) continue
        open = open.filter((one) => one.due > each.until)
        paid += due.length
      }
      const parts = await readParts()
      expect(parts.filter((text) => text.endsWith(' paid'))).toHaveLength(paid)
      expect(parts).toHaveLength(paid + open.length)
    }),
    { numRuns: 20 },
  )
})
