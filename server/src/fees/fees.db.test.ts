import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestProduct, type TestProduct } from '../../../tests/support/test-product.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { writeSetting } from '../settings/settings.sql.ts'

let product: TestProduct
let norteId: string
let limaId: string
beforeAll(async () => {
  product = await createTestProduct()
  const { ids, clock, db } = product.kernel
  norteId = ids.next()
  limaId = ids.next()
  await db.write(allTenants, async (sql) => {
    const norte = { id: norteId, parentId: null, slug: 'norte', name: 'Norte' }
    await insertCompany(sql, norte, clock.now())
    await insertCompany(sql, { id: limaId, parentId: norteId, slug: 'lima', name: 'Lima' }, clock.now())
  })
})
afterAll(() => product.stop())

/** Schedules have no screen yet, so the test inserts a version as the migration does. */
const addSchedule = async (of: {
  companyId: string | null
  version: number
  from: Date
  regular: string
}) => {
  const { ids, clock, db } = product.kernel
  await db.write(allTenants, (sql) =>
    sql.run(
      `insert into fee_schedule values ($1, $2, $3, $4, $5::bigint[],
         '{20000,7500,10000,7500,5000}', '{2000,2000,2000,2000,2000}', $6, null)`,
      [ids.next(), of.companyId, of.version, of.from, of.regular, clock.now()],
    ),
  )
}

type Speed = { speed: string; feePercent: string; examples: { gross: string; fee: string; net: string }[] }
type Period = { from: string; speeds: Speed[] }
type Fees = {
  now: Period
  next: Period | null
  cardUse: object
  limits: object
  spreads: object[]
  regular: object
}
const read = async (host: string): Promise<Fees> => {
  const answer = await product.request({ path: '/fees', host })
  expect(answer.status).toBe(200)
  return answer.body.data as Fees
}
const percentOf = (period: Period | null, speed: string) =>
  period?.speeds.find((each) => each.speed === speed)?.feePercent

test('anybody can read what loads cost, with examples to the cent', async () => {
  const fees = await read('localhost:4000')
  expect(fees).toMatchObject({
    operator: 'Cardamom',
    now: {
      from: '2026-01-01',
      speeds: [
        {
          speed: 'regular',
          feePercent: '3.00',
          examples: [{}, { gross: '200.00', fee: '6.00', net: '194.00' }, {}],
        },
        { speed: 'immediate', feePercent: '5.00', examples: [{}, { gross: '200.00', fee: '10.00' }, {}] },
      ],
    },
    next: null,
    limits: {
      minimum: '10.00',
      maximum: '5000.00',
      daily: '10000.00',
      firstPlastic: '50.00',
      immediateDaily: '2000.00',
    },
    regular: { usualAt: expect.any(String), latestAt: expect.any(String) },
  })
  expect(fees.spreads.at(-1)).toEqual({ asset: null, percent: '1.00' })
  expect(fees.spreads).toContainEqual({ asset: 'USDC', percent: '0.00' })
})

test("the page shows the issuer's fees for using a card, as the operator last set them", async () => {
  expect((await read('localhost:4000')).cardUse).toEqual({ atmFee: '2.50', foreignCurrencyFee: '1.00' })
  const { clock, db } = product.kernel
  const change = { at: clock.now(), by: null }
  await db.write(allTenants, async (sql) => {
    await writeSetting(sql, { key: 'atmFee', value: 325n, ...change })
    await writeSetting(sql, { key: 'foreignCurrencyFee', value: 15_000n, ...change })
  })
  expect((await read('localhost:4000')).cardUse).toEqual({ atmFee: '3.25', foreignCurrencyFee: '1.50' })
})

test("a host shows its company's own prices, which also apply to the companies below it", async () => {
  const past = new Date(product.kernel.clock.now().getTime() - 60_000)
  await addSchedule({ companyId: norteId, version: 1, from: past, regular: '{10000,5000,7500,5000,3000}' })
  expect(percentOf((await read('norte.localhost:4000')).now, 'regular')).toBe('3.05')
  expect(percentOf((await read('lima.localhost:4000')).now, 'regular')).toBe('3.05')
  expect(percentOf((await read('localhost:4000')).now, 'regular')).toBe('3.00')
  expect((await read('lima.localhost:4000')).now.from).toBe(past.toISOString().slice(0, 10))
})

test('the page shows the next change of a price; a version that only divides the fee differently is not shown', async () => {
  const inDays = (days: number) => new Date(product.kernel.clock.now().getTime() + days * 86_400_000)
  await addSchedule({
    companyId: norteId,
    version: 2,
    from: inDays(5),
    regular: '{9000,6000,7500,5000,3000}',
  })
  expect((await read('lima.localhost:4000')).next).toBeNull()
  const from = inDays(10)
  await addSchedule({ companyId: norteId, version: 3, from, regular: '{8000,5000,7500,5000,2500}' })
  const { now, next } = await read('lima.localhost:4000')
  expect(percentOf(now, 'regular')).toBe('3.05')
  expect([next?.from, percentOf(next, 'regular')]).toEqual([from.toISOString().slice(0, 10), '2.80'])
  expect((await read('localhost:4000')).next).toBeNull()
})
