import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusinessHours } from '../calendar/business-time.ts'
import { after } from '../kernel/clock.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { startLoadBench, type LoadBench } from './load-bench.test-kit.ts'
import { countLateReleases } from './load-figures.sql.ts'
import { listDueReleases } from './load-releases.sql.ts'

let bench: LoadBench
beforeAll(async () => {
  bench = await startLoadBench()
})
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const dayMs = 24 * 3_600_000

test('a load that waits over a holiday is overdue 60 business hours after its payment', async () => {
  const { clock, db } = bench.product.kernel
  const load = await bench.quote(await bench.person())
  await bench.pay(load)
  await bench.finalise()
  const [row] = await bench.product.rows<{ accepted_at: Date }>(
    `select accepted_at from load where id = '${load.id}' and status = 'held'`,
  )
  if (!row) throw new Error('The load is not held')
  const overdueAt = (now: Date) => db.read(allTenants, (sql) => countLateReleases(sql, now))
  const dueWith = (holidays: readonly string[]) =>
    addBusinessHours(row.accepted_at, 60, { holidays: new Set(holidays) })
  const usual = dueWith([])
  expect([await overdueAt(after(usual, -1)), await overdueAt(usual)]).toEqual([0, 1])
  const holidays = [1, 2, 3].map((days) =>
    after(row.accepted_at, days * dayMs)
      .toISOString()
      .slice(0, 10),
  )
  await db.write(allTenants, (sql) =>
    writeSetting(sql, { key: 'holidays', value: holidays, at: clock.now(), by: null }),
  )
  const shifted = dueWith(holidays)
  expect(shifted.getTime()).toBeGreaterThan(usual.getTime())
  expect([await overdueAt(usual), await overdueAt(after(shifted, -1)), await overdueAt(shifted)]).toEqual([
    0, 0, 1,
  ])
})

test('what the float must cover is the net of accepted loads by the hour, until the end of the time alone', async () => {
  const { clock, db } = bench.product.kernel
  const person = await bench.person()
  const loads = [await bench.quote(person, { amount: '100' }), await bench.quote(person, { amount: '50' })]
  for (const load of loads) await bench.pay(load)
  await bench.finalise()
  const now = clock.now()
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  const [soon, later] = [after(hour, 5 * 3_600_000), after(hour, 50 * 3_600_000)]
  const at = [after(soon, 60_000), after(later, 60_000)]
  for (const [index, { id }] of loads.entries())
    await bench.asOwner(`update load set release_from = '${at[index]?.toISOString()}' where id = '${id}'`)
  const ids = loads.map(({ id }) => `'${id}'`).join(', ')
  // The load of the test before it is of no interest here.
  await bench.asOwner(
    `update load set release_from = '2100-01-01' where status = 'held' and id not in (${ids})`,
  )
  const dueUntil = (until: Date) => db.read(allTenants, (sql) => listDueReleases(sql, { now, until }))
  const nets = await bench.product.rows<{ id: string; cents: bigint }>(
    `select id, net_cents as cents from load where id in (${ids})`,
  )
  const netOf = (index: number) => nets.find(({ id }) => id === loads[index]?.id)?.cents
  expect(await dueUntil(after(soon, 3_600_000))).toEqual([{ at: soon, cents: netOf(0) }])
  expect(await dueUntil(after(later, 3_600_000))).toEqual([
    { at: soon, cents: netOf(0) },
    { at: later, cents: netOf(1) },
  ])
  await bench.asOwner(`update load set release_from = '2020-01-01' where id = '${loads[0]?.id}'`)
  expect(await dueUntil(now)).toEqual([{ at: hour, cents: netOf(0) }])
})
