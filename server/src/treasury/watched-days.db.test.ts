import { afterAll, beforeAll, expect, test } from 'vitest'
import { after } from '../kernel/clock.ts'
import { allTenants } from '../kernel/database.ts'
import { startBusyBook, untilHourMs, type BusyBook } from './busy-book.test-kit.ts'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { reconciliationGauges } from './reconciliation-gauges.ts'
import { checkNames } from './reconciliation-runs.sql.ts'

let book: BusyBook
beforeAll(async () => {
  book = await startBusyBook(2)
  await book.pass(untilHourMs(8, book.product.kernel.clock.now()))
}, 120_000)
afterAll(() => book.stop())

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const control = (path: string, body: object) => book.product.issuer.control(path, body)
const found = async (name: string) =>
  (await book.findings())
    .filter(({ invariant }) => invariant === name)
    .map(({ subject, status }) => [subject, status])
/** Passes some days in hours, with a payment in each hour. */
const passDays = async (days: number) => {
  for (let hour = 0; hour < 24 * days; hour += 4) {
    for (const card of book.cards) await book.swipe(card)
    await book.pass(4 * hourMs)
  }
}
const days = () =>
  book.product.rows<{ day: string; outcome: string | null }>(
    'select day, outcome from issuer_day order by day',
  )

test('each day of the issuer is compared with the journals of that day', async () => {
  await passDays(3)
  const rows = await days()
  expect(rows.length).toBeGreaterThanOrEqual(4)
  expect(rows[0]?.outcome).toBeNull()
  expect(new Set(rows.slice(1).map(({ outcome }) => outcome))).toEqual(new Set(['agrees']))
  expect(await found('issuer_day')).toEqual([])
  expect(await book.state('issuer_day')).toMatchObject({ isOverdue: false, failure: null })
}, 120_000)

test('money that leaves the master account without a journal names the day on which it left', async () => {
  const day = book.product.kernel.clock.now().toISOString().slice(0, 10)
  await control('/fee', { amount: '2.50' })
  await passDays(3)
  expect((await days()).filter(({ outcome }) => outcome === 'differs')).toHaveLength(1)
  expect(await found('issuer_day')).toEqual([[day, 'open']])
  await control('/fee', { amount: '-2.50' })
}, 120_000)

test('an amount that is open for too long is one finding, and none when it is gone', async () => {
  const { ids, clock, apply } = book.product.kernel
  const id = ids.next()
  const transfer = {
    reference: `load:${id}`,
    refId: id,
    attempt: 1,
    amountCents: 123_45n,
    effectiveAt: clock.now(),
  }
  expect(await apply({ journals: [issuerTransferStarted(transfer)] })).toMatchObject({ outcome: 'posted' })
  await book.pass(12 * hourMs)
  expect(await found('ageing')).toEqual([])
  for (let day = 0; day < 3; day += 1) await book.pass(dayMs)
  const subject = `issuer.in_flight ${id}`
  expect(await found('ageing')).toEqual([[subject, 'open']])
  const told = await book.product.rows(
    `select id from event where type = 'reconciliation.mismatch_found' and payload ->> 'subject' = $1`,
    [subject],
  )
  expect(told).toHaveLength(1)
  expect(await book.state('ageing')).toMatchObject({ openFindings: 1, isOverdue: false })
  expect(await apply({ journals: [issuerTransferRefused(transfer)] })).toMatchObject({ outcome: 'posted' })
  await book.pass(dayMs)
  expect(await found('ageing')).toEqual([])
}, 120_000)

test('metrics have every check, and 1 for each that has had no success for too long', async () => {
  const { db, clock } = book.product.kernel
  let aheadMs = 0
  const gauge = reconciliationGauges.find(({ name }) => name === 'reconciliation_overdue')
  const overdue = async () => {
    const times = { now: after(clock.now(), aheadMs), realNow: clock.realNow() }
    return Object.fromEntries(gauge ? await db.read(allTenants, (sql) => gauge.read(sql, times)) : [])
  }
  for (let minute = 0; minute < 3; minute += 1) await book.pass(61_000)
  await book.readOn()
  const calm = await overdue()
  expect(Object.keys(calm)).toEqual(checkNames)
  // No chain is configured here.
  const watched = Object.entries(calm).filter(([name]) => name !== 'R7')
  expect(new Set(watched.map(([, value]) => value))).toEqual(new Set([0]))
  expect(calm['R7']).toBe(1)
  expect(await book.state('R7')).toMatchObject({ succeededAt: null, failure: expect.any(String) as string })
  aheadMs = 4 * hourMs
  expect(await overdue()).toMatchObject({ R1: 1, R2: 1, R3: 1, R4: 1, ageing: 0, issuer_day: 0 })
  aheadMs = 31 * hourMs
  expect(await overdue()).toMatchObject({ ageing: 1, issuer_day: 1 })
})
