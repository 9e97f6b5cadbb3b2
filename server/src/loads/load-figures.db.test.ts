import { afterAll, beforeAll, expect, test } from 'vitest'
import { addBusinessHours } from '../calendar/business-time.ts'
import { after } from '../kernel/clock.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'
import { startLoadBench, type LoadBench } from './load-bench.test-kit.ts'
import { countLateReleases } from './load-figures.sql.ts'

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
