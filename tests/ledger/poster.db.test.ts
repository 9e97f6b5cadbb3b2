import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { isUnreachable } from '../../server/src/kernel/lost-database.ts'
import type { GuardedUpdate, RowInsert } from '../../server/src/kernel/guarded-update.ts'
import type { EventDraft, Journal } from '../../server/src/kernel/plan.ts'
import { cardFeedJournal, nothingFed } from '../../server/src/transactions/card-feed.ts'
import { capitalContributed, issuerFunded } from '../../server/src/treasury/treasury-postings.ts'
import { closeAccounts } from '../../server/src/ledger/accounts.ts'
import { PosterUnavailable } from '../../server/src/ledger/batch-sender.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../../server/src/ledger/issuer-transfer.ts'
import { createTestLedger, type TestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { createPoster } from '../../server/src/ledger/poster.ts'
import { allowReversals } from './varied-book.test-kit.ts'

/** Of a table that only this test has. */
const drawerRow = (row: object) => ({ table: 'drawer', row }) as unknown as RowInsert
const drawerUpdate = (update: { id: string; from: object; set: object }) =>
  ({ table: 'drawer', ...update }) as unknown as GuardedUpdate

let ledger: TestLedger
let at: Date
beforeAll(async () => {
  ledger = await createTestLedger()
  await ledger.owner.query(`create table drawer (id uuid primary key, status text not null, amount bigint,
    seen_at timestamptz, mark bytea, tags text[], facts jsonb, constraint drawer_amount check (amount < 1000))`)
  await ledger.owner.query(`insert into plan_table (name) values ('drawer')`)
})
afterAll(() => ledger.end())
beforeEach(() => {
  at = ledger.clock.now()
})

const funded = (amountCents: bigint) => {
  const id = ledger.ids.next()
  return issuerFunded({ eventId: id, recordId: id, fundingId: null, amountCents, effectiveAt: at })
}
const started = (amountCents: bigint) => {
  const refId = ledger.ids.next()
  return issuerTransferStarted({
    reference: `load:${refId}`,
    refId,
    attempt: 1,
    amountCents,
    effectiveAt: at,
  })
}
const newCard = () => ({ ownerId: ledger.ids.next(), companyId: ledger.ids.next() })
const cardJournal = (
  card: { ownerId: string; companyId: string },
  change: { type: 'refund' | 'clearing' | 'authorisation'; amountCents: bigint },
): Journal => {
  const id = ledger.ids.next()
  const { amountCents, type } = change
  const after = {
    authorisation: { floatingCents: amountCents, settledCents: 0n },
    clearing: { floatingCents: 0n, settledCents: amountCents },
    refund: { floatingCents: 0n, settledCents: -amountCents },
  }[type]
  const journal = cardFeedJournal({
    event: { id, type, amountCents },
    before: nothingFed,
    after,
    card,
    transactionId: id,
    effectiveAt: at,
  })
  if (!journal) throw new Error('nothing changed')
  return journal
}
const float = { code: 'issuer.unallocated' }

test('a plan is posted as a whole: journal, postings, balances', async () => {
  const id = ledger.ids.next()
  const outcome = await ledger.post(capitalContributed({ id, amountCents: 500_000n, effectiveAt: at }))
  expect(outcome).toMatchObject({ outcome: 'posted' })
  expect(await ledger.balance({ code: 'bank.settlement' })).toBe(-500_000n)
  expect(await ledger.balance({ code: 'equity.capital' })).toBe(500_000n)
})

test('the same key and command is replayed, another command is a conflict', async () => {
  const id = ledger.ids.next()
  const draft = { id, amountCents: 700n, effectiveAt: at }
  const first = await ledger.post(capitalContributed(draft))
  const again = await ledger.post(capitalContributed(draft))
  expect(again).toEqual({ ...first, outcome: 'replayed' })
  const other = await ledger.post(capitalContributed({ ...draft, amountCents: 800n }))
  expect(other).toEqual({ outcome: 'idempotency_conflict' })
})

test('a journal is reversed once, and only if it exists', async () => {
  await allowReversals(ledger)
  const id = ledger.ids.next()
  const paidIn = capitalContributed({ id, amountCents: 900n, effectiveAt: at })
  const posted = await ledger.post(paidIn)
  const [journalId] = posted.outcome === 'posted' ? posted.journalIds : []
  const before = await ledger.balance({ code: 'equity.capital' })
  const back = (name: string, reverses = journalId ?? '') => ({
    ...paidIn,
    key: `capital:${name}:reversed`,
    reverses,
    legs: paidIn.legs.map((leg) => ({ ...leg, amount: -leg.amount })),
  })
  expect(await ledger.post(back(id))).toMatchObject({ outcome: 'posted' })
  expect(await ledger.post(back(id))).toMatchObject({ outcome: 'replayed' })
  const related = [capitalContributed({ id: ledger.ids.next(), amountCents: 7n, effectiveAt: at })]
  const nothing = back('nothing', ledger.ids.next())
  const outcomes = await Promise.all([back('again'), ...related, nothing].map((each) => ledger.post(each)))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not_reversible', 'posted', 'not_reversible'])
  expect(await ledger.balance({ code: 'equity.capital' })).toBe(before - 900n + 7n)
})

test('one key from 50 callers has one effect', async () => {
  const before = await ledger.balance({ code: 'equity.capital' })
  const draft = { id: ledger.ids.next(), amountCents: 11n, effectiveAt: at }
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, caller) =>
      ledger.post(capitalContributed(caller % 5 === 4 ? { ...draft, amountCents: 12n } : draft)),
    ),
  )
  const counts = Map.groupBy(outcomes, ({ outcome }) => outcome)
  expect(counts.get('posted')).toHaveLength(1)
  expect(counts.get('replayed')).toHaveLength(39)
  expect(counts.get('idempotency_conflict')).toHaveLength(10)
  expect(await ledger.balance({ code: 'equity.capital' })).toBe(before + 11n)
})

test('a floor holds, and a refused plan leaves nothing behind', async () => {
  await ledger.post(funded(1000n))
  const drawerId = ledger.ids.next()
  const journals = await ledger.count('journal')
  const outcome = await ledger.apply({
    journals: [funded(5n), started(2000n)],
    rows: [drawerRow({ id: drawerId, status: 'new' })],
    events: [{ type: 'notification.read', entityId: drawerId, companyId: null, userId: null }],
  })
  expect(outcome).toEqual({ outcome: 'insufficient_funds', code: 'issuer.unallocated', ownerId: null })
  expect(await ledger.count('journal')).toBe(journals)
  expect(await ledger.count('drawer')).toBe(0)
  expect(await ledger.balance(float)).toBe(-1000n)
})

test('64 callers never use more of the float than exists', async () => {
  const before = -(await ledger.balance(float))
  await ledger.post(funded(1000n - before + 9000n))
  const outcomes = await Promise.all(Array.from({ length: 64 }, () => ledger.post(started(300n))))
  expect(outcomes.filter(({ outcome }) => outcome === 'posted')).toHaveLength(33)
  expect(outcomes.filter(({ outcome }) => outcome === 'insufficient_funds')).toHaveLength(31)
  expect(await ledger.balance(float)).toBe(-100n)
})

test('a reference returns at most its own balance', async () => {
  await ledger.post(funded(500n))
  const refId = ledger.ids.next()
  const transfer = { reference: `load:${refId}`, refId, attempt: 1, effectiveAt: at }
  await ledger.post(issuerTransferStarted({ ...transfer, amountCents: 500n }))
  const tooMuch = await ledger.post(issuerTransferRefused({ ...transfer, amountCents: 501n }))
  expect(tooMuch).toMatchObject({ outcome: 'insufficient_funds', code: 'issuer.in_flight' })
  expect(await ledger.post(issuerTransferRefused({ ...transfer, amountCents: 500n }))).toMatchObject({
    outcome: 'posted',
  })
})

test('an outside fact passes the floor of a card and opens a break', async () => {
  const card = newCard()
  await ledger.post(cardJournal(card, { type: 'refund', amountCents: 1000n }))
  await ledger.post(cardJournal(card, { type: 'clearing', amountCents: 1200n }))
  expect(await ledger.balance({ code: 'card.available', ...card })).toBe(-200n)
  const { rows } = await ledger.owner.query<{ class: string; balance: bigint }>(
    'select class, balance from ledger_break where owner_id = $1',
    [card.ownerId],
  )
  expect(rows).toEqual([{ class: 'overdrawn_card', balance: -200n }])
  await ledger.post(cardJournal(card, { type: 'refund', amountCents: 9700n }))
  expect(await ledger.balance({ code: 'card.available', ...card })).toBe(9500n)
})

test('a leg may require a stricter floor', async () => {
  const card = newCard()
  await ledger.post(cardJournal(card, { type: 'refund', amountCents: 100n }))
  const draft = cardJournal(card, { type: 'authorisation', amountCents: 60n })
  const legs = draft.legs.map((leg) =>
    leg.account.code === 'card.available' ? { ...leg, atLeast: 50n } : leg,
  )
  expect(await ledger.post({ ...draft, legs })).toMatchObject({ outcome: 'insufficient_funds' })
  expect(await ledger.post(draft)).toMatchObject({ outcome: 'posted' })
})

test('a closed account accepts no posting', async () => {
  const card = newCard()
  await ledger.post(cardJournal(card, { type: 'refund', amountCents: 100n }))
  await ledger.post(cardJournal(card, { type: 'clearing', amountCents: 100n }))
  await ledger.accountsDb.write(allTenants, (sql) => closeAccounts(sql, { ownerId: card.ownerId, at }))
  const outcome = await ledger.post(cardJournal(card, { type: 'refund', amountCents: 1n }))
  expect(outcome).toEqual({ outcome: 'account_closed', code: 'card.available' })
})

test('a plan that is wrong without the database is refused at once', async () => {
  const draft = capitalContributed({ id: ledger.ids.next(), amountCents: 5n, effectiveAt: at })
  const bent = { ...draft, legs: draft.legs.map((leg, index) => ({ ...leg, amount: BigInt(index) - 5n })) }
  expect(await ledger.post(bent)).toEqual({ outcome: 'unbalanced' })
  const strange = { ...draft, legs: [{ account: { code: 'bank.moon' }, amount: 0n }] }
  expect(await ledger.post(strange)).toEqual({ outcome: 'account_not_found', code: 'bank.moon' })
  await expect(ledger.post({ ...draft, kind: 'deposit.frozen' })).rejects.toThrow(
    'is not a kind that the product writes',
  )
  await expect(ledger.post({ ...draft, key: 'wrong' })).rejects.toThrow('is not a key of this kind')
})

test('rows of every type are inserted and updated under their guards', async () => {
  const id = ledger.ids.next()
  const row = {
    id,
    status: 'new',
    amount: 900n,
    seen_at: at,
    mark: Buffer.from([0, 255]),
    tags: ['a "b"', 'c\\d', null],
    facts: '{"x":[1]}',
  }
  await ledger.apply({ rows: [drawerRow(row)] })
  const wrong = drawerUpdate({ id, from: { status: 'old' }, set: { status: 'odd' } })
  expect(await ledger.apply({ updates: [wrong] })).toEqual({ outcome: 'guard_failed', table: 'drawer', id })
  const { id: _id, ...from } = row
  const right = drawerUpdate({ id, from: { ...from, facts: null }, set: { status: 'odd' } })
  expect(await ledger.apply({ updates: [right] })).toMatchObject({ outcome: 'guard_failed' })
  const exact = { ...right, from, set: { status: 'used', amount: null } }
  expect(await ledger.apply({ journals: [funded(1n)], updates: [exact] })).toMatchObject({
    outcome: 'posted',
  })
  const { rows } = await ledger.owner.query('select * from drawer where id = $1', [id])
  expect(rows).toEqual([{ ...row, status: 'used', amount: null, facts: { x: [1] } }])
})

test('of many callers that update the same row one wins', async () => {
  const id = ledger.ids.next()
  await ledger.apply({ rows: [drawerRow({ id, status: 'new' })] })
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () =>
      ledger.apply({
        journals: [funded(1n)],
        updates: [drawerUpdate({ id, from: { status: 'new' }, set: { status: 'used' } })],
      }),
    ),
  )
  expect(outcomes.filter(({ outcome }) => outcome === 'posted')).toHaveLength(1)
  expect(outcomes.filter(({ outcome }) => outcome === 'guard_failed')).toHaveLength(19)
})

test('a row that breaks a constraint fails alone', async () => {
  const write = (amount: bigint) =>
    ledger.apply({ rows: [drawerRow({ id: ledger.ids.next(), status: 'n', amount })] })
  const settled = await Promise.allSettled([1n, 2n, 3n, 5000n, 4n, 5n].map(write))
  expect(settled.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(settled[3]).toMatchObject({ reason: { constraint: 'drawer_amount' } })
})

test('a plan may write to registered tables and their own columns only', async () => {
  const row = { id: ledger.ids.next() }
  await expect(ledger.apply({ rows: [{ table: 'account', row } as unknown as RowInsert] })).rejects.toThrow(
    'may not write',
  )
  await expect(ledger.apply({ rows: [drawerRow({ ...row, 'status"': 'x' })] })).rejects.toThrow(
    'does not have',
  )
})

test('events, jobs and the stored answer are written with the plan', async () => {
  ledger.outbox.subscribe('issuer.funded', 'drawer.count')
  const entityId = ledger.ids.next()
  const answer = {
    principal: 'p',
    key: ledger.ids.next(),
    fingerprint: Buffer.from('abcd', 'hex'),
    status: 201,
    body: '{"a":"ü\\n"}',
  }
  const owners = { companyId: null, userId: null }
  const fundedEvent: EventDraft = {
    type: 'issuer.funded',
    entityId,
    ...owners,
    payload: { amountCents: '1' },
  }
  const plan = {
    journals: [funded(1n)],
    events: [fundedEvent],
    jobs: [{ name: 'drawer.close', key: `close:${entityId}`, dueAt: at }],
    answer,
  }
  expect(await ledger.apply(plan)).toMatchObject({ outcome: 'posted' })
  const replay = await ledger.apply({ ...plan, journals: [funded(1n)] })
  expect(replay).toEqual({ outcome: 'answered', status: 201, body: answer.body })
  const other = { ...answer, fingerprint: Buffer.from('ffff', 'hex') }
  expect(await ledger.apply({ ...plan, answer: other })).toEqual({ outcome: 'idempotency_conflict' })
  const jobs = await ledger.db.read(allTenants, (sql) =>
    sql.rows<{ name: string }>(
      `select name from job where payload ->> 'entityId' = $1 or key = $2 order by name`,
      [entityId, `close:${entityId}`],
    ),
  )
  expect(jobs.map(({ name }) => name)).toEqual(['drawer.close', 'drawer.count'])
})

test('a lost answer is found again, and nothing is done twice', async () => {
  let lost = 0
  /** The database does its work, but every second answer is lost. */
  const query = async (config: pg.QueryConfig) => {
    const answer = await ledger.db.pool.query(config)
    lost += 1
    if (lost % 2 === 1) throw new Error('Connection terminated unexpectedly')
    return answer
  }
  const poster = createPoster({
    pool: { query } as unknown as pg.Pool,
    ids: ledger.ids,
    clock: ledger.clock,
    expandEvents: ledger.outbox.expand,
  })
  const before = await ledger.count('journal')
  const id = ledger.ids.next()
  expect(await poster.apply({ journals: [funded(1n), funded(2n)] })).toMatchObject({ outcome: 'posted' })
  expect(await poster.apply({ journals: [], rows: [drawerRow({ id, status: 'new' })] })).toEqual({
    outcome: 'posted',
    journalIds: [],
  })
  const update = drawerUpdate({ id, from: { status: 'new' }, set: { status: 'used' } })
  expect(await poster.apply({ journals: [], updates: [update] })).toMatchObject({ outcome: 'posted' })
  expect(await poster.apply({ journals: [], updates: [update] })).toMatchObject({ outcome: 'guard_failed' })
  await poster.close()
  expect(lost).toBe(8)
  expect(await ledger.count('journal')).toBe(before + 2)
})

test('a caller is told that the database cannot be reached when it stays down', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 9 })
  const { ids, outbox } = ledger
  let requestedMs = 0
  // Half a minute passes between two reads of the clock.
  const clock = { ...ledger.clock, realNow: () => new Date((requestedMs += 31_000)) }
  const poster = createPoster({ pool, ids, clock, expandEvents: outbox.expand })
  const error = await poster.apply({ journals: [funded(1n)] }).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PosterUnavailable)
  expect(isUnreachable(error)).toBe(true)
  await pool.end()
})

test('a closed poster accepts no plan', async () => {
  const { pool } = ledger.db
  const { ids, clock, outbox } = ledger
  const poster = createPoster({ pool, ids, clock, expandEvents: outbox.expand })
  const last = poster.apply({ journals: [funded(1n)] })
  await poster.close()
  expect(await last).toMatchObject({ outcome: 'posted' })
  await expect(poster.apply({ journals: [funded(1n)] })).rejects.toThrow('closed')
})

test('a plan that writes a key or a row twice is a bug, and the plans beside it are posted', async () => {
  const id = ledger.ids.next()
  await ledger.owner.query(`insert into drawer (id, status) values ($1, 'new')`, [id])
  const [twice, another] = [funded(1n), funded(1n)]
  const change = (status: string) => drawerUpdate({ id, from: { status: 'new' }, set: { status } })
  const plans = [
    ledger.apply({ journals: [twice, twice] }),
    ledger.apply({ updates: [change('used'), change('old')] }),
    ledger.post(another),
  ]
  expect(await Promise.allSettled(plans)).toMatchObject([
    { reason: { message: `A plan writes the key ${twice.key} twice` } },
    { reason: { message: `A plan writes status of drawer ${id} twice` } },
    { value: { outcome: 'posted' } },
  ])
  expect(await ledger.apply({ updates: [change('used')] })).toMatchObject({ outcome: 'posted' })
})

test('in one batch, journals of earlier batches are replayed, also when their money is gone', async () => {
  await ledger.post(funded(700n))
  const [whole, more] = [started(-(await ledger.balance(float))), funded(30n)]
  expect(await ledger.post(whole)).toMatchObject({ outcome: 'posted' })
  const first = await ledger.post(more)
  expect(await ledger.post(started(30n))).toMatchObject({ outcome: 'posted' })
  const outcomes = await Promise.all([whole, started(1n), more, funded(20n)].map((each) => ledger.post(each)))
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'replayed',
    'insufficient_funds',
    'replayed',
    'posted',
  ])
  expect(outcomes[2]).toEqual({ ...first, outcome: 'replayed' })
  expect(await ledger.post(whole)).toMatchObject({ outcome: 'replayed' })
  expect(await ledger.post({ ...whole, command: 'another' })).toEqual({ outcome: 'idempotency_conflict' })
  expect(await ledger.balance(float)).toBe(-20n)
})
