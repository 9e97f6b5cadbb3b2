import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { everything } from '../kernel/database.ts'
import type { Work } from '../kernel/jobs.ts'
import { enqueueRetry, listFailedLoads } from './failed-loads.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench, type LoadSeen } from './load-bench.test-kit.ts'
import { createCreditEndings } from './load-credit-ending.ts'
import { createCreditCalls } from './load-credit.jobs.ts'
import { loadGauges } from './load-figures.sql.ts'
import type { LoadsNeeds } from './load-needs.ts'

/** The issuer's credit is not idempotent: what is lost, late, refused or doubled must end right (providers). */
let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})
beforeEach(async () => {
  const { url, controlToken } = bench.product.issuer
  await fetch(`${url}/_control/faults`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${controlToken}` },
  })
})

const creditPath = '/credit$'
const fault = (kind: string, more: Record<string, unknown> = {}) =>
  bench.product.issuer.control('/faults', { kind, method: 'PUT', path: creditPath, remaining: 1, ...more })

/** An immediate load of $100 that is paid: the card gets 95.00. */
const paid = async () => {
  const person = await bench.person()
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  return { person, load }
}
type MoveRow = { status: string; calls: number; reference: string; purpose: string; refusal: string | null }
const movesOf = (load: LoadSeen) =>
  bench.product.rows<MoveRow>(
    'select status, calls, reference, purpose, refusal from issuer_move where load_id = $1 order by purpose, part',
    [load.id],
  )
/** What a lost call does when it has its effect after all. */
const lateEffect = async (person: BenchPerson, load: LoadSeen) => {
  const [move] = await movesOf(load)
  const { outcome } = await bench.product.issuer.issuer.adjustCredit({
    issuerCardId: person.card.issuerCardId,
    amountCents: 9500n,
    reference: move?.reference ?? '',
  })
  expect(outcome).toBe('ok')
}
const minuteMs = 60_000
const live = (ms: number) => bench.live(ms)
/** A little more than 1 s, 5 s, 30 s, 2 min and 10 min. */
const allReadsMs = 13 * minuteMs

test('a lost call is not repeated before its read-backs of 1 s to 10 min are over', async () => {
  await fault('drop_before')
  const { person, load } = await paid()
  await live(11 * minuteMs)
  expect(await movesOf(load)).toMatchObject([{ status: 'unknown', calls: 1 }])
  await live(2 * minuteMs)
  expect(await movesOf(load)).toMatchObject([{ status: 'done', calls: 2 }])
  expect((await bench.read(person, load)).status).toBe('credited')
  expect(await bench.onCard(person)).toBe(9500n)
})

test('an effect that shows minutes later is found, and not done again', async () => {
  await fault('drop_before')
  const { person, load } = await paid()
  await live(5 * minuteMs)
  await lateEffect(person, load)
  await live(allReadsMs)
  expect(await movesOf(load)).toMatchObject([{ status: 'done', calls: 1 }])
  expect(await bench.onCard(person)).toBe(9500n)
})

test('an effect that shows after the next try is an alarm and is taken back', async () => {
  await fault('drop_before')
  const { person, load } = await paid()
  await live(allReadsMs)
  expect(await bench.onCard(person)).toBe(9500n)
  await lateEffect(person, load)
  expect(await bench.onCard(person)).toBe(19_000n)
  await live(11 * minuteMs)
  expect(await bench.onCard(person)).toBe(9500n)
  expect(await movesOf(load)).toMatchObject([
    { purpose: 'credit', status: 'done' },
    { purpose: 'take_back', status: 'done', calls: 1 },
  ])
  const alarms = await bench.product.rows(
    `select 1 from event where type = 'load.credited_twice' and entity_id = $1`,
    [load.id],
  )
  expect(alarms).toHaveLength(1)
})

test('a refusal of a repeated call is not believed before the history was read', async () => {
  await fault('drop_before')
  const { person, load } = await paid()
  await live(12 * minuteMs)
  const { ids, clock, log, db, write, apply } = bench.product.kernel
  const real = bench.product.issuer.issuer
  /** The lost call takes the last of the float while the next is on its way: that one is refused. */
  const adjustCredit: typeof real.adjustCredit = async (call) => {
    await real.adjustCredit(call)
    return { outcome: 'rejected', code: 'INSUFFICIENT_BALANCE' }
  }
  const needs = { issuer: { ...real, adjustCredit } } as unknown as LoadsNeeds
  const endings = createCreditEndings({ ids, clock, log, needs })
  const { credit } = createCreditCalls({ clock, needs, endings })
  const work: Work = {
    read: (use) => db.read(everything, use),
    write: (use) => write(everything, use),
    apply,
    clock,
  }
  const [move] = await bench.product.rows<{ id: string }>('select id from issuer_move where load_id = $1', [
    load.id,
  ])
  const job = { id: ids.next(), payload: { moveId: move?.id }, dueAt: clock.now(), attempts: 0 }
  await credit(job, work)
  await credit(job, work)
  expect(await movesOf(load)).toMatchObject([{ status: 'done', calls: 2 }])
  expect((await bench.read(person, load)).status).toBe('credited')
  expect(await bench.onCard(person)).toBe(9500n)
})

test('a later try of a load that was refused finds what an earlier one did after all', async () => {
  await fault('drop_before')
  const { person, load } = await paid()
  await live(12 * minuteMs)
  await fault('status', { value: 409 })
  await live(50_000)
  const refused = await movesOf(load)
  expect(refused[0]).toMatchObject({ status: 'refused', calls: 2 })
  await lateEffect(person, load)
  await live(3 * minuteMs)
  const moves = await movesOf(load)
  expect(moves).toMatchObject([{ status: 'refused' }, { status: 'done', calls: 0 }])
  expect(new Set(moves.map(({ reference }) => reference)).size).toBe(1)
  expect(await bench.onCard(person)).toBe(9500n)
  expect((await bench.read(person, load)).status).toBe('credited')
})

test('a refusal that may pass is tried again and is no failure', async () => {
  await fault('status', { value: 404 })
  const { person, load } = await paid()
  expect(await bench.read(person, load)).toMatchObject({ status: 'held', waitsForFloat: false })
  await live(2 * minuteMs)
  expect((await bench.read(person, load)).status).toBe('credited')
  expect((await movesOf(load)).map(({ refusal }) => refusal)).toEqual(['injected_fault', null])
})

test('a card that the issuer does not have fails for a person to see, and the money waits for it', async () => {
  const person = await bench.person()
  await bench.asOwner(`update card set issuer_card_id = 'nobody' where id = '${person.card.id}'`)
  const load = await bench.quote(person, { speed: 'immediate', amount: '100' })
  await bench.pay(load)
  await bench.finalise()
  expect((await bench.read(person, load)).status).toBe('credit_failed')
  const [pending] = await bench.product.rows<{ balance: bigint }>(
    `select balance from account where code = 'load.pending' and owner_id = $1`,
    [person.card.id],
  )
  expect(pending?.balance).toBe(9500n)
  const { db, clock } = bench.product.kernel
  const times = { now: clock.now(), realNow: clock.realNow() }
  const alarm = loadGauges.find(({ name }) => name === 'loads_credit_failed')
  expect(await db.read(everything, (sql) => alarm?.read(sql, times) ?? Promise.resolve(0))).toBe(1)
  const [failed] = await db.read(everything, listFailedLoads)
  expect(failed).toMatchObject({ tries: 1, refusal: 'CARD_NOT_FOUND' })
  const again = { jobId: bench.product.kernel.ids.next(), ref: failed?.ref ?? '' }
  expect(await db.write(everything, (sql) => enqueueRetry(sql, again))).toBe(true)
  await bench.settle()
  expect((await bench.read(person, load)).status).toBe('credit_failed')
  expect(await movesOf(load)).toHaveLength(2)
  const { issuerCardId } = person.card
  await bench.asOwner(`update card set issuer_card_id = '${issuerCardId}' where id = '${person.card.id}'`)
  await bench.product.kernel.write({ kind: 'all' }, async ({ emit }) =>
    emit({
      type: 'card.resumed',
      entity: 'card',
      entityId: person.card.id,
      companyId: null,
      userId: person.userId,
    }),
  )
  await bench.settle()
  expect((await bench.read(person, load)).status).toBe('credited')
})

test('a load whose card is missing at the issuer stops nobody else from being released', async () => {
  const [first, second] = [await bench.person(), await bench.person()]
  const loads = [await bench.quote(first), await bench.quote(second)] as const
  for (const load of loads) {
    await bench.pay(load)
    await bench.finalise()
  }
  await bench.asOwner(`update card set issuer_card_id = null where id = '${first.card.id}'`)
  await bench.asOwner(
    `update load set release_from = now() - interval '1 day' where id in ('${loads[0].id}', '${loads[1].id}')`,
  )
  await bench.pass(61 * minuteMs)
  expect((await bench.read(first, loads[0])).status).toBe('held')
  expect((await bench.read(second, loads[1])).status).toBe('credited')
  await bench.asOwner(
    `update card set issuer_card_id = '${first.card.issuerCardId}' where id = '${first.card.id}'`,
  )
  await bench.pass(61 * minuteMs)
  expect((await bench.read(first, loads[0])).status).toBe('credited')
})

test('while a verification is taken back the loads of that person wait, and go on when it is given again', async () => {
  const person = await bench.person()
  const load = await bench.quote(person)
  await bench.pay(load)
  await bench.finalise()
  const hold = (isHeld: boolean) =>
    bench.asOwner(`update kyc_case set kyc_hold = ${isHeld} where user_id = '${person.userId}'`)
  await hold(true)
  await bench.asOwner(`update load set release_from = now() - interval '1 day' where id = '${load.id}'`)
  await bench.pass(61 * minuteMs)
  expect((await bench.read(person, load)).status).toBe('held')
  await hold(false)
  await bench.pass(61 * minuteMs)
  expect((await bench.read(person, load)).status).toBe('credited')
})
