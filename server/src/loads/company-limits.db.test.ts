import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { writeMaximum } from '../limits/emergency-maximums.sql.ts'
import { readOwnLimits, removeLimit, writeLimit, type PayinLimit } from '../limits/limits.sql.ts'
import { startLoadBench, type BenchPerson, type LoadBench } from './load-bench.test-kit.ts'
import { readEmergencyUse } from './load-limits.ts'
import { readUseByCompany } from './load-sums.sql.ts'

let bench: LoadBench
let since: Date
beforeAll(async () => {
  bench = await startLoadBench()
  since = bench.product.kernel.clock.now()
}, 120_000)
afterAll(async () => {
  expect(await bench.stop()).toEqual([])
})

const operatorLoads = { companyId: houseId, category: 'virtual_load', level: 0 } as const
/** Sets the limits of loads of the company, in cents. */
const setLimit = (limit: PayinLimit) =>
  bench.product.kernel.db.write(allTenants, async (sql) => {
    const [own] = await readOwnLimits(sql, { ...operatorLoads, categories: [operatorLoads.category] })
    const { ids, clock } = bench.product.kernel
    const by = { changedBy: houseId, reason: 'A test', now: clock.now() }
    const row = { ...operatorLoads, id: own?.id ?? ids.next(), limit, seen: own?.version ?? 0, ...by }
    expect(await writeLimit(sql, row)).toBe((own?.version ?? 0) + 1)
  })
const removeOwn = () =>
  bench.product.kernel.db.write(allTenants, async (sql) => {
    const [own] = await readOwnLimits(sql, { ...operatorLoads, categories: [operatorLoads.category] })
    if (own) await removeLimit(sql, { ...operatorLoads, seen: own.version })
  })
const limitOf = (minimum: bigint, maximum: bigint, daily: bigint): PayinLimit => ({
  minimumCents: minimum * 100n,
  maximumCents: maximum * 100n,
  dailyCents: daily * 100n,
})
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? String(status)).toSorted()
const request = (person: BenchPerson, amount: string, speed: 'regular' | 'immediate' = 'regular') =>
  bench.request(person, { amount, speed })

test('limits of a company count for the next quote of its people', async () => {
  const person = await bench.person()
  await setLimit(limitOf(50n, 300n, 500n))
  for (const amount of ['49.99', '300.01'])
    expect((await request(person, amount)).body.code).toBe('invalid_amount')
  expect((await request(person, '300')).status).toBe(201)
  const options = await person.browser.get<{ limits: object }>('/load-options')
  expect(options.body.data.limits).toMatchObject({ minimum: '50.00', maximum: '300.00', leftToday: '200.00' })
  await removeOwn()
  expect((await request(person, '400')).status).toBe(201)
})

test('two loads at the same time cannot both use the last of a limit', async () => {
  const [person, other] = [await bench.person(), await bench.person()]
  await setLimit(limitOf(50n, 300n, 500n))
  const answers = await Promise.all(Array.from({ length: 4 }, () => request(person, '200')))
  expect(codes(answers)).toEqual(['201', '201', 'invalid_amount', 'invalid_amount'])
  expect((await request(other, '100')).status).toBe(201)
  const used = await bench.product.kernel.db.read(allTenants, (sql) =>
    readUseByCompany(sql, [{ companyId: houseId, since }]),
  )
  // 700 of the person before, 400 and 100. Each has the whole daily limit.
  expect(used.get(houseId)).toEqual({ usedCents: 120_000n, people: 3, mostCents: 70_000n })
  await removeOwn()
})

/** A request that waits for the person's limits, while `meanwhile` happens. */
const whileItWaits = async (
  person: BenchPerson,
  amount: string,
  meanwhile: (client: pg.Client) => Promise<unknown>,
) => {
  const client = new pg.Client({ connectionString: bench.product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query('begin')
  await client.query('select from load_limit_use where id = $1 for update', [person.userId])
  const waiting = request(person, amount)
  const blocked = async () => {
    // A transaction sees the connections of its first look until it clears them.
    await client.query('select pg_stat_clear_snapshot()')
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0',
    )
    return rowCount
  }
  await expect.poll(blocked, { timeout: 60_000 }).toBe(1)
  await meanwhile(client)
  await client.query('commit')
  await client.end()
  const { status, body } = await waiting
  return [status, body.code]
}

test('a quote that waited while the limits became narrower is judged by the new ones', async () => {
  const person = await bench.person()
  const { id } = await bench.quote(person, { amount: '100' })
  await person.browser.post(`/loads/${id}/cancel`)
  const answer = await whileItWaits(person, '200', () => setLimit(limitOf(10n, 150n, 500n)))
  expect(answer).toEqual([409, 'invalid_amount'])
  expect((await request(person, '150')).status).toBe(201)
  await removeOwn()
})

test('a plastic card is loaded for the first time once, also by two requests at the same time', async () => {
  const person = await bench.person()
  const first = await bench.quote(person, { amount: '60' })
  const asOwner = async (client: pg.Client, statement: string) => {
    await client.query('alter table card disable trigger user; alter table load disable trigger user')
    await client.query(statement)
    await client.query('alter table card enable trigger user; alter table load enable trigger user')
  }
  const client = new pg.Client({ connectionString: bench.product.kernel.config.DATABASE_URL })
  await client.connect()
  await asOwner(client, `update card set form = 'physical' where user_id = '${person.userId}'`)
  await client.end()
  expect((await request(person, '49.99')).body.code).toBe('invalid_amount')
  const accepted = `update load set accepted_at = now() where id = '${first.id}'`
  const answer = await whileItWaits(person, '70', (waiting) => asOwner(waiting, accepted))
  expect(answer).toEqual([409, 'card_already_loaded'])
  // Later loads have the limits of any card.
  expect((await request(person, '49.99')).status).toBe(201)
})

test('what cards load at once counts for the maximum emergency load of the company’s cards', async () => {
  const person = await bench.person()
  const { kernel } = bench.product
  const used = () =>
    kernel.db.read(allTenants, (sql) =>
      readEmergencyUse(sql, { companyId: houseId, now: kernel.clock.now() }),
    )
  const before = await used()
  await bench.quote(person, { amount: '120', speed: 'immediate' })
  await bench.quote(person, { amount: '80' })
  const after = await used()
  expect(after.people - before.people).toBe(1)
  expect(after.usedCents - before.usedCents).toBe(12_000n)
  // The company's own maximum counts for the next load of the card: 130 with the 120 from before.
  const own = { id: kernel.ids.next(), companyId: houseId, changedBy: kernel.ids.next(), reason: 'Few cards' }
  const setTo = (maximumCents: bigint | null, seen: number) =>
    kernel.db.write(allTenants, (sql) =>
      writeMaximum(sql, { ...own, maximumCents, seen, now: kernel.clock.now() }),
    )
  await setTo(13_000n, 0)
  expect((await request(person, '10.01', 'immediate')).body.code).toBe('speed_not_offered')
  expect((await request(person, '10.00', 'immediate')).status).toBe(201)
  await setTo(null, 1)
  expect((await request(person, '10.01', 'immediate')).status).toBe(201)
})
