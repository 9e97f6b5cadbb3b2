import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { allTenants } from '../kernel/database.ts'
import { confirmDecision, listReviews, proposeDecision, type DecisionChoice } from './credit-reviews.sql.ts'
import { enqueueRetry, listFailedLoads } from './failed-loads.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadBody } from './load-bench.test-kit.ts'
import { loadGauges } from './load-figures.sql.ts'

/** Credits that the issuer cannot prove wait for the decision of two people. */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})
beforeEach(() => clearFaults())

const clearFaults = async () => {
  const { url, controlToken } = bench.product.issuer
  await fetch(`${url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${controlToken}` },
  })
}
const minuteMs = 60_000
const live = (ms: number) => bench.live(ms)
const fault = (kind: string, more: Record<string, unknown> = {}) =>
  bench.product.issuer.control('/faults', { kind, method: 'PUT', path: '/credit$', remaining: 1, ...more })
const silentHistory = () =>
  bench.product.issuer.control('/faults', { kind: 'status', value: 503, path: '/balance-history' })

const pay = async (person: BenchPerson) => {
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  return load
}
type TransferRow = { status: string; review_reason: string | null; attempts: number }
const transferOf = async (load: LoadBody) => {
  const transfers = await bench.product.rows<TransferRow>(
    'select status, review_reason, attempts from issuer_transfer where load_id = $1 order by part desc',
    [load.id],
  )
  return transfers[0]
}
const write = <T>(use: Parameters<typeof bench.product.kernel.db.write<T>>[1]) =>
  bench.product.kernel.db.write(allTenants, use)
const read = <T>(use: Parameters<typeof bench.product.kernel.db.read<T>>[1]) =>
  bench.product.kernel.db.read(allTenants, use)
const refOf = async ({ id }: LoadBody) =>
  (await bench.product.rows<{ ref: string }>('select ref from load where id = $1', [id]))[0]?.ref ?? ''
const reviewOf = async (load: LoadBody) => {
  const ref = await refOf(load)
  return (await read(listReviews)).find((review) => review.ref === ref)
}

const [ana, luis] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2']
const propose = async (load: LoadBody, choice: DecisionChoice, rowId: string | null = null) => {
  const { ids, clock } = bench.product.kernel
  const ref = await refOf(load)
  return write((sql) =>
    proposeDecision(sql, { id: ids.next(), ref, choice, rowId, by: ana, at: clock.now() }),
  )
}
const confirm = async (load: LoadBody, by: string) => {
  const ref = await refOf(load)
  return write((sql) => confirmDecision(sql, { ref, by, at: bench.product.kernel.clock.now() }))
}
const decide = async (load: LoadBody, choice: DecisionChoice, rowId: string | null = null) => {
  expect(await propose(load, choice, rowId)).toBe(true)
  expect(await confirm(load, ana)).toBe(false)
  expect(await confirm(load, luis)).toBe(true)
  await bench.settle()
  await live(2000)
}
const gauge = (name: string) => {
  const { clock } = bench.product.kernel
  const times = { now: clock.now(), realNow: clock.realNow() }
  return read(async (sql) => (await loadGauges.find((each) => each.name === name)?.read(sql, times)) ?? -1)
}

/** Loses the answer and hides the history until people have to decide. */
const undecided = async () => {
  const person = await bench.person()
  await fault('drop_before')
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  await silentHistory()
  await live(126 * minuteMs)
  expect(await transferOf(load)).toMatchObject({ status: 'review', review_reason: 'undecided', attempts: 1 })
  return { person, load }
}

test('a credit that is unknown for two hours waits for two people, and its person and the operator are told', async () => {
  const person = await bench.person()
  await fault('drop_after')
  await bench.product.issuer.control('/settings', { historyLagMs: 300 * minuteMs })
  const load = await pay(person)
  await live(126 * minuteMs)
  await bench.product.issuer.control('/settings', { historyLagMs: 0 })
  expect(await transferOf(load)).toMatchObject({ status: 'review', review_reason: 'undecided' })
  expect(await bench.stateOf(load)).toMatchObject({ status: 'crediting', creditReview: true })
  expect(await gauge('loads_credit_review')).toBe(1)
  const told = await bench.product.rows(
    `select 1 from event where type = 'load.credit_review_opened' and entity_id = $1`,
    [load.id],
  )
  expect(told).toHaveLength(1)
  // The delayed row settles the credit: no decision is needed any more.
  await live(200 * minuteMs)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited', creditReview: false })
  expect(await bench.onCard(person)).toBe(9500n)
  expect(await gauge('loads_credit_review')).toBe(0)
})

test('an answered credit without a row for two hours goes to two people, and a delayed row settles it', async () => {
  const person = await bench.person()
  await bench.product.issuer.control('/settings', { historyLagMs: 300 * minuteMs })
  const load = await pay(person)
  await live(126 * minuteMs)
  await bench.product.issuer.control('/settings', { historyLagMs: 0 })
  expect(await transferOf(load)).toMatchObject({
    status: 'review',
    review_reason: 'row_missing',
    attempts: 1,
  })
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  await live(200 * minuteMs)
  expect(await transferOf(load)).toMatchObject({ status: 'done', attempts: 1 })
  expect(await bench.onCard(person)).toBe(9500n)
})

test('two people can have it sent again, and one alone cannot', async () => {
  const { person, load } = await undecided()
  await clearFaults()
  await decide(load, 'retry')
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited', creditReview: false })
  expect(await bench.onCard(person)).toBe(9500n)
})

test('two people can return the money: the load waits for a refund and the float has the money again', async () => {
  const { person, load } = await undecided()
  await clearFaults()
  await decide(load, 'return')
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credit_failed', creditReview: false })
  expect(await bench.onCard(person)).toBe(0n)
})

test('a foreign change stops the card until two people have decided that it is not ours', async () => {
  const person = await bench.person()
  const { issuerCardId } = person.card
  const { historyId } = await bench.product.issuer.control<{ historyId: string }>('/foreign-adjustment', {
    cardId: issuerCardId,
    adjustment: '95.00',
  })
  const load = await pay(person)
  expect(await transferOf(load)).toMatchObject({
    status: 'review',
    review_reason: 'foreign_row',
    attempts: 0,
  })
  expect(await reviewOf(load)).toMatchObject({ strayRows: [`${historyId}:deposit:95000`] })
  expect(await gauge('issuer_rows_stray')).toBe(1)
  expect(await bench.read(person, load)).toMatchObject({ status: 'crediting', creditReview: true })
  // The row is older than the first attempt, so it cannot be this credit.
  await decide(load, 'bind', historyId)
  expect(await transferOf(load)).toMatchObject({ status: 'review' })
  await decide(load, 'foreign', historyId)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  expect(await bench.onCard(person)).toBe(19_000n)
  await bench.product.issuer.control('/foreign-adjustment', { cardId: issuerCardId, adjustment: '-95.00' })
})

test('people decide which row belongs to a lost credit when there are two', async () => {
  const person = await bench.person()
  const { issuerCardId } = person.card
  await fault('drop_after')
  await bench.product.issuer.control('/settings', { historyLagMs: 30_000 })
  const load = await pay(person)
  const { historyId } = await bench.product.issuer.control<{ historyId: string }>('/foreign-adjustment', {
    cardId: issuerCardId,
    adjustment: '95.00',
  })
  await bench.product.issuer.control('/settings', { historyLagMs: 0 })
  await live(2 * minuteMs)
  expect(await transferOf(load)).toMatchObject({ status: 'review', review_reason: 'foreign_row' })
  const rows = (await reviewOf(load))?.strayRows.map((row) => row.split(':')[0]) ?? []
  expect(rows).toHaveLength(2)
  const own = rows.find((row) => row !== historyId) ?? ''
  await decide(load, 'bind', own)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  // The other row is still unexplained, so the next load stops for it.
  await bench.product.issuer.control('/foreign-adjustment', { cardId: issuerCardId, adjustment: '-95.00' })
  const next = await pay(person)
  expect(await transferOf(next)).toMatchObject({ status: 'review', review_reason: 'foreign_row' })
  for (const row of (await reviewOf(next))?.strayRows ?? [])
    await decide(next, 'foreign', row.split(':')[0] ?? '')
  await live(2000)
  expect(await bench.stateOf(next)).toMatchObject({ status: 'credited' })
  expect(await bench.onCard(person)).toBe(19_000n)
})

test('a credit that is absent three times is sent no more', async () => {
  const person = await bench.person()
  await fault('drop_before', { remaining: 3 })
  const load = await pay(person)
  await live(47 * minuteMs)
  expect(await transferOf(load)).toMatchObject({
    status: 'review',
    review_reason: 'absent_again',
    attempts: 3,
  })
  await decide(load, 'retry')
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
})

test('the delayed effect of an absent attempt raises an alarm before the next credit', async () => {
  const person = await bench.person()
  await fault('drop_before')
  const load = await pay(person)
  await live(16 * minuteMs)
  expect(await bench.stateOf(load)).toMatchObject({ status: 'credited' })
  await bench.product.issuer.control('/foreign-adjustment', {
    cardId: person.card.issuerCardId,
    adjustment: '95.00',
  })
  await live(12 * minuteMs)
  expect(await gauge('issuer_rows_stray')).toBe(1)
  const alarms = await bench.product.rows(
    `select 1 from event where type = 'load.stray_credit_found' and entity_id = $1`,
    [load.id],
  )
  expect(alarms).toHaveLength(1)
  await bench.product.issuer.control('/foreign-adjustment', {
    cardId: person.card.issuerCardId,
    adjustment: '-95.00',
  })
})

test('a credit to a card that the issuer does not have fails visibly, and the money waits', async () => {
  const person = await bench.person()
  await bench.asOwner(`update card set issuer_card_id = 'nobody' where id = '${person.card.id}'`)
  const load = await pay(person)
  expect((await bench.stateOf(load))?.status).toBe('credit_failed')
  const failed = (await read(listFailedLoads)).find(({ tries }) => tries === 1)
  expect(failed?.refusal).not.toBeNull()
  const again = { jobId: bench.product.kernel.ids.next(), ref: await refOf(load) }
  expect(await write((sql) => enqueueRetry(sql, again))).toBe(true)
  await bench.settle()
  expect((await bench.stateOf(load))?.status).toBe('credit_failed')
  const { issuerCardId } = person.card
  await bench.asOwner(`update card set issuer_card_id = '${issuerCardId}' where id = '${person.card.id}'`)
  await bench.product.kernel.write({ kind: 'all' }, async ({ emit }) =>
    emit({
      type: 'card.resumed',
      entityId: person.card.id,
      companyId: null,
      userId: person.userId,
      payload: { ref: 'C-1', form: 'virtual', lastDigits: null },
    }),
  )
  await bench.settle()
  await live(2000)
  expect((await bench.stateOf(load))?.status).toBe('credited')
})
