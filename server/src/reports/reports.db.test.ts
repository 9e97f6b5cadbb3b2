import type { WireOf } from '@cardamom/contract/endpoint'
import type { readAttention, readKycFunnel, readLoadVolume } from '@cardamom/contract/reports'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { houseId } from '../companies/company.ts'
import { after } from '../kernel/clock.ts'
import { allTenants, type Scope } from '../kernel/database.ts'
import { createFigures } from '../kernel/figures.ts'
import { addDays, dayOf } from '../kernel/report-days.ts'
import { readLoadDays, sumNextDays } from '../loads/load-days.sql.ts'

let product: PeopleProduct
let owner: pg.Client
let coral: string
let all: TestBrowser
let ofCoral: TestBrowser
let depositor: TestBrowser
let number = 0

/** A load as its acceptance leaves it. Statuses of new rows are not checked, because no payment is made. */
const insertLoad = async (of: {
  companyId: string
  userId: string
  status: string
  acceptedAt: Date | null
  gross: number
}) => {
  const { companyId, userId, status, acceptedAt, gross } = of
  const at = (acceptedAt ?? product.kernel.clock.now()).toISOString()
  const id = product.kernel.ids.next()
  number += 1
  const row = {
    id,
    company_id: companyId,
    user_id: userId,
    card_id: id,
    ref: `L-${number}`,
    status,
    version: 1,
    gross_cents: gross,
    fee_cents: gross / 10,
    net_cents: gross - gross / 10,
    kind: 'load',
    part: 0,
    asset: 'USDC',
    network: 'test',
    decimals: 6,
    due_units: 1,
    rate: 1,
    mid_rate: 1,
    rates: [1],
    chain: [],
    address: `0x${number}`,
    salt: `0x${number}`,
    speed: 'regular',
    acceptance: 0,
    spread_hundredths_bp: 0,
    fee_schedule_id: id,
    credit_review: false,
    waits_for_float: false,
    quoted_at: at,
    expires_at: at,
    release_from: at,
    release_by: at,
    accepted_at: acceptedAt,
    exception: status === 'review' ? 'underpaid' : null,
  }
  await owner.query('insert into load select * from jsonb_populate_record(null::load, $1)', [row])
}

/** An activated card without the calls that made it. */
const insertCard = async (companyId: string, userId: string) => {
  number += 1
  const now = product.kernel.clock.now()
  await owner.query(
    `insert into holder (user_id, company_id, client_code, created_at) values ($1, $2, $3, $4)`,
    [userId, companyId, `CLIENT${number}`, now],
  )
  await owner.query(
    `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, origin, reference, issuer_card_id, name_on_card,
       status, payment_status, created_at, activated_at)
     select $1, $2, $3, $4, card_type.id, card_plan.id, 'virtual', 'automatic', $2, $2, 'ANA PAZ', 'activated', 'waived', $5, $5
     from card_plan, card_type limit 1`,
    [product.kernel.ids.next(), `C-${number}`, companyId, userId, now],
  )
}

beforeAll(async () => {
  product = await createPeopleProduct()
  owner = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  coral = await makeCompany(product, { slug: 'coral' })
  await makeUser(product, { email: 'owner@example.com', roleId: 6 })
  await makeUser(product, { email: 'coral@example.com', roleId: 5, companyId: coral })
  await makeUser(product, { email: 'depositor@example.com', roleId: 4 })
  const [here, there] = [
    await makeUser(product, { email: 'here@example.com', roleId: 2 }),
    await makeUser(product, { email: 'there@example.com', roleId: 2, companyId: coral }),
  ]
  const tests = [
    await makeUser(product, { email: 'tester@example.com', roleId: 2, isTest: true }),
    await makeUser(product, { email: 'tester.coral@example.com', roleId: 2, companyId: coral, isTest: true }),
  ] as const
  const now = product.kernel.clock.now()
  const daysAgo = (days: number) => after(now, -days * 24 * 3_600_000)
  const accepted = { status: 'credited' }
  await insertLoad({ ...accepted, companyId: houseId, userId: here, acceptedAt: now, gross: 100_00 })
  await insertLoad({ ...accepted, companyId: houseId, userId: here, acceptedAt: daysAgo(3), gross: 200_00 })
  await insertLoad({ ...accepted, companyId: coral, userId: there, acceptedAt: daysAgo(3), gross: 50_00 })
  await insertLoad({ ...accepted, companyId: coral, userId: there, acceptedAt: daysAgo(9), gross: 70_00 })
  await insertLoad({ status: 'review', companyId: coral, userId: there, acceptedAt: null, gross: 10_00 })
  // Nothing of test people is in a figure.
  await insertLoad({ ...accepted, companyId: houseId, userId: tests[0], acceptedAt: now, gross: 40_00 })
  await insertLoad({ ...accepted, companyId: coral, userId: tests[1], acceptedAt: daysAgo(3), gross: 80_00 })
  await insertCard(houseId, here)
  await insertCard(houseId, tests[0])
  const insertCase = (companyId: string, userId: string, status: string) =>
    owner.query(
      `insert into kyc_case (id, company_id, user_id, status, created_at, changed_at) values ($1, $2, $3, $4, $5, $5)`,
      [product.kernel.ids.next(), companyId, userId, status, now],
    )
  await insertCase(coral, there, 'needs_review')
  await insertCase(coral, tests[1], 'submitted')
  all = await logIn(product, 'owner')
  ofCoral = await logIn(product, 'coral')
  depositor = await logIn(product, 'depositor')
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

type Volume = WireOf<typeof readLoadVolume>
const volumeOf = async (browser: TestBrowser, days: string) => {
  const { status, body } = await browser.get<Volume>(`/reports/load-volume?days=${days}`)
  expect(status).toBe(200)
  return body.data
}
const grossOf = ({ days }: Volume) => days.filter(({ loads }) => loads > 0).map(({ gross }) => gross)

test('loads are counted on the day of their acceptance, in the companies of the reader', async () => {
  const week = await volumeOf(all, '7')
  expect(week.days).toHaveLength(7)
  expect(grossOf(week)).toEqual(['250.00', '100.00'])
  expect(week.total).toEqual({ loads: 3, gross: '350.00', fees: '35.00', net: '315.00' })
  expect(week.before).toMatchObject({ loads: 1, gross: '70.00' })
  expect(grossOf(await volumeOf(ofCoral, '7'))).toEqual(['50.00'])
})

test('summed days have the figures of their loads, and are found by the scope too', async () => {
  const { db, clock } = product.kernel
  const yesterday = addDays(dayOf(clock.now()), -1)
  const sum = () => db.write(allTenants, (sql) => sumNextDays(sql, yesterday))
  expect(await sum()).toBe(true)
  expect(await sum()).toBe(false)
  await sum()
  const { rows } = await owner.query(
    'select company_id, gross_cents from load_day order by day, company_id = $1',
    [houseId],
  )
  // The sums have test people too, because the flag of a person can change.
  expect(rows).toEqual([
    { company_id: coral, gross_cents: 7000n },
    { company_id: coral, gross_cents: 13_000n },
    { company_id: houseId, gross_cents: 20_000n },
  ])
  // Another period, because the figures of the week are stored for a minute.
  expect(grossOf(await volumeOf(all, '30'))).toEqual(['70.00', '250.00', '100.00'])
  expect(grossOf(await volumeOf(ofCoral, '30'))).toEqual(['70.00', '50.00'])
})

test('a load that is undone leaves its summed day, and counts once when it is accepted again', async () => {
  const { db, clock } = product.kernel
  const now = clock.now()
  const scope = { kind: 'companies', companyIds: [coral] } as const
  const grossOfDays = async () => {
    const of = { from: addDays(dayOf(now), -60), to: dayOf(now), scope }
    return (await db.read(allTenants, (sql) => readLoadDays(sql, of))).map(({ gross }) => gross)
  }
  const [load] = (
    await owner.query('select id, accepted_at from load where company_id = $1 and gross_cents = 7000', [
      coral,
    ])
  ).rows
  const { id, accepted_at: acceptedAt } = load as { id: string; accepted_at: Date }
  const change = (set: string, values: unknown[] = []) =>
    owner.query(`update load set ${set} where id = $1`, [id, ...values])
  await owner.query('set session_replication_role = origin')
  await change(`status = 'review'`)
  expect(await grossOfDays()).toEqual([50_00n])
  await change(`status = 'held', accepted_at = $2`, [now])
  await owner.query('set session_replication_role = replica')
  expect(await grossOfDays()).toEqual([50_00n, 70_00n])
  // As it was, for the other tests.
  await change(`status = 'credited', accepted_at = $2`, [acceptedAt])
  await owner.query('update load_day_progress set summed_to = null')
  await owner.query('delete from load_day')
})

test('a scope never has the figures of another one, and its change is seen at once', async () => {
  const people = createFigures(product.kernel, async (sql) => {
    const rows = sql.selectFrom('appUser').select(({ fn }) => fn.countAll<bigint>().as('count'))
    return { count: Number((await rows.executeTakeFirstOrThrow()).count) }
  })
  const countOf = async (scope: Scope) => (await people(scope, '7')).count
  const of = (...companyIds: string[]) => ({ kind: 'companies', companyIds }) as const
  const whole = await countOf(allTenants)
  const own = await countOf(of(coral))
  expect(own).toBeGreaterThan(0)
  expect(own).toBeLessThan(whole)
  // The companies that are not hidden are read by the database, whatever the ids of the caller are.
  expect(await countOf({ ...of(coral), allButHidden: { own: coral } })).toBe(whole)
  expect(await countOf(of(coral, houseId))).toBe(whole)
  expect(await countOf(of())).toBe(0)
})

test('the list of loads has exactly what a day of the chart counts', async () => {
  const { days } = await volumeOf(all, '7')
  const day = days.find(({ gross }) => gross === '250.00')?.day ?? ''
  const listed = await all.get<{ count: number }>(`/company-loads?from=${day}&to=${day}&isTest=false`)
  expect(listed.body.data.count).toBe(2)
})

type Attention = WireOf<typeof readAttention>
const kindsOf = async (browser: TestBrowser) => {
  const { body } = await browser.get<Attention>('/reports/attention')
  return Object.fromEntries(body.data.items.map(({ kind, count }) => [kind, count]))
}

test('each administrator sees the waiting work of their permissions and companies', async () => {
  expect(await kindsOf(all)).toEqual({ loadsInReview: 1, kycToReview: 1 })
  expect(await kindsOf(ofCoral)).toEqual({ loadsInReview: 1 })
  expect(await kindsOf(depositor)).toEqual({ loadsInReview: 1 })
})

test('the funnel counts people and checks of the period, and needs its permission', async () => {
  const { body } = await all.get<WireOf<typeof readKycFunnel>>('/reports/kyc-funnel?days=7')
  const { registered, confirmed, started, inReview, verified } = body.data
  expect({ registered, confirmed, started, inReview, verified }).toEqual({
    registered: 2,
    confirmed: 2,
    started: 1,
    inReview: 1,
    verified: 0,
  })
  const listed = await all.get<{ count: number }>('/kyc-cases?startedWithin=7&isTest=false')
  expect(listed.body.data.count).toBe(1)
  const people = await all.get<{ count: number }>('/users?isTest=false')
  expect(people.body.data.count).toBe(registered)
  expect((await depositor.get('/reports/kyc-funnel')).status).toBe(403)
})

test('active cards are a figure of the reader’s companies', async () => {
  const { body } = await all.get<{ active: number; activated: number }>('/reports/active-cards?days=7')
  expect(body.data).toMatchObject({ active: 1, activated: 1 })
  const listed = await all.get<{ count: number }>('/company-cards?status=activated&isTest=false')
  expect(listed.body.data.count).toBe(1)
})

test('the go-live checklist is computed, and needs its permission', async () => {
  const { body } = await all.get<{ items: { item: string; isDone: boolean }[] }>('/reports/go-live')
  const done = body.data.items.filter(({ isDone }) => isDone).map(({ item }) => item)
  expect(done).toEqual(['fees', 'legalTexts'])
  expect((await ofCoral.get('/reports/go-live')).status).toBe(403)
  // A reader of some companies sees the same.
  await owner.query('update app_user set role_id = 3 where username = $1', ['depositor'])
  const viewer = await logIn(product, 'depositor')
  expect((await viewer.get('/reports/go-live')).body.data).toEqual(body.data)
  // Two super administrators are enough, if neither is a test person.
  const second = await makeUser(product, { email: 'second@example.com', roleId: 6, isTest: true })
  await owner.query('update app_user set passkey_enabled = true where role_id = 6')
  const superAdmins = async () =>
    (await all.get<typeof body.data>('/reports/go-live')).body.data.items.find(
      ({ item }) => item === 'superAdmins',
    )
  expect(await superAdmins()).toMatchObject({ isDone: false })
  await owner.query('update app_user set is_test = false where id = $1', [second])
  expect(await superAdmins()).toMatchObject({ isDone: true })
})

test('fees by tier are divided as the loads of the reader are, and returned ones are left out', async () => {
  type Fees = {
    parts: string[]
    total: string[]
    isComplete: boolean
    days: { day: string; shares: string[] }[]
  }
  const feesOf = async (browser: TestBrowser) =>
    (await browser.get<Fees>('/reports/tier-fees?days=7')).body.data
  const insertShare = (loadId: string, of: { ownerId: string; level: number; cents: number; at: Date }) =>
    owner.query(
      `insert into share (id, company_id, owner_kind, owner_id, wallet_type, level, source_kind, source_id, payer_id,
         amount_cents, accepted_at)
       select $1, $2, 'company', $2, 'regular', $3, 'load', load.id, load.user_id, $4, $5 from load where id = $6`,
      [product.kernel.ids.next(), of.ownerId, of.level, of.cents, of.at, loadId],
    )
  const { rows: loads } = await owner.query<{ id: string; accepted_at: Date; gross_cents: bigint }>(
    'select id, accepted_at, gross_cents from load where company_id = $1 and gross_cents in (5000, 8000)',
    [coral],
  )
  for (const { id, accepted_at: at, gross_cents: gross } of loads)
    await insertShare(id, { ownerId: coral, level: 1, cents: gross === 5000n ? 200 : 300, at })
  // The fee of a load that was undone was returned, and its share with it.
  const userId = (await owner.query<{ id: string }>(`select id from app_user where username = 'there'`))
    .rows[0]
  const at = product.kernel.clock.now()
  const returned = { companyId: coral, userId: userId?.id ?? '', acceptedAt: at, gross: 60_00 }
  await insertLoad({ ...returned, status: 'review' })
  const whole = await feesOf(all)
  expect(whole).toMatchObject({ total: ['33.00', '2.00', '0.00', '0.00', '0.00'], isComplete: true })
  expect(whole.days).toHaveLength(7)
  expect(await feesOf(ofCoral)).toMatchObject({ parts: ['own'], total: ['2.00'] })
  expect((await feesOf(depositor)).parts).toHaveLength(5)
})
