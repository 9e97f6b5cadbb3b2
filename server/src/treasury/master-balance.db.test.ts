import type { readMasterBalance } from '@cardamom/contract/treasury/master-balance'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { allTenants } from '../kernel/database.ts'
import { addDays, dayOf } from '../kernel/report-days.ts'
import { masterBalanceGauges } from './master-balance-gauges.ts'
import { storeSample } from './master-balance.sql.ts'

type Balance = WireOf<typeof readMasterBalance>

let product: PeopleProduct
let operator: Admin
let viewer: Admin
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  operator = await createAdmin(product, { name: 'operator', roleId: 1 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
})
afterAll(() => product.stop())

const read = async () => (await operator.browser.get<Balance>('/treasury/master-balance')).body.data
const alarm = () => {
  const { clock, db } = product.kernel
  const times = { now: clock.now(), realNow: clock.realNow() }
  return db.read(allTenants, async (sql) => await masterBalanceGauges[0]?.read(sql, times))
}
const write = <T>(use: Parameters<typeof product.kernel.db.write<T>>[1]) =>
  product.kernel.db.write(allTenants, use)

test('without a reading there is no alarm, and the forecast has 72 business hours in nine bars', async () => {
  const found = await read()
  expect(found).toMatchObject({ reading: null, isBelow: false, float: '0.00', due: '0.00', shortfall: null })
  expect(found.samples).toEqual([])
  expect(found.releases).toHaveLength(9)
  expect(found.releases[0]).toMatchObject({ from: found.asOf, due: '0.00', floatAfter: '0.00' })
})

test('each day has its last reading, old ones are removed, and a float below the threshold is an alarm', async () => {
  const now = product.kernel.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const sample = (availableCents: bigint, floatCents: bigint, readAt: Date) =>
    write((sql) => storeSample(sql, { availableCents, floatCents, readAt }))
  await sample(1n, 1n, daysAgo(401))
  await sample(90_000n, 9000n, daysAgo(40))
  await sample(80_000n, 8000n, daysAgo(2))
  await sample(70_000n, 7000n, now)
  await sample(60_000n, 6000n, now)
  const found = await read()
  const today = dayOf(now)
  expect(found.samples).toEqual([
    { day: addDays(today, -2), available: '800.00', float: '80.00' },
    { day: today, available: '600.00', float: '60.00' },
  ])
  expect(found.reading).toEqual({ available: '600.00', float: '60.00', at: now.toISOString() })
  const days = await write((sql) => sql.rows<{ day: string }>('select day from master_balance_sample', []))
  expect(days).toHaveLength(3)
  expect([found.isBelow, await alarm()]).toEqual([false, 0])
  await write((sql) =>
    sql.run(
      `insert into setting (key, value, changed_at) values ('masterBalanceThreshold', '"60.01"', 'epoch')`,
    ),
  )
  expect(await read()).toMatchObject({ isBelow: true, threshold: '60.01' })
  expect(await alarm()).toBe(1)
})

test('only people with the tag read it', async () => {
  expect((await viewer.browser.get('/treasury/master-balance')).status).toBe(403)
})
