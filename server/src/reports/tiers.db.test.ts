import type { WireOf } from '@cardamom/contract/endpoint'
import type { readCompanyEarnings } from '@cardamom/contract/reports/company-home'
import type { listTiers } from '@cardamom/contract/reports/tiers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeCompany } from '../../../tests/support/test-people.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { createSettlementWorld } from '../settlements/settlement-world.test-kit.ts'

let product: PeopleProduct
let world: Awaited<ReturnType<typeof createSettlementWorld>>
let [sur, ofSur, operator, viewer] = ['', {} as Admin, {} as Admin, {} as Admin]
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  world = await createSettlementWorld(product)
  sur = await makeCompany(product, { slug: 'sur', name: 'Sur' })
  ofSur = await createAdmin(product, { name: 'ofsur', roleId: 5, companyId: sur })
  operator = await createAdmin(product, { name: 'operator', roleId: 1 })
  viewer = await createAdmin(product, { name: 'provider', roleId: 11 })
  const { norte, andes, lima } = world
  for (const [ownerId, cents] of [
    [norte, 500n],
    [andes, 750n],
    [lima, 250n],
  ] as const)
    await world.share({ ownerId, cents })
  await world.fund(andes, 120_00n)
  await world.allow(andes, 1_000_00n)
})
afterAll(async () => {
  await world.end()
  await product.stop()
})

type Tiers = WireOf<typeof listTiers>
const tiers = async ({ browser }: Admin, query = '') =>
  (await browser.get<Tiers>(`/tiers${query}`)).body.data.items
const namesOf = async (by: Admin, query = '') => (await tiers(by, query)).map(({ name }) => name)
const rowOf = async (by: Admin, id: string) => (await tiers(by, `?id=${id}`))[0]

test('an administrator of a company reads the tree from the own company down, and no other company', async () => {
  expect(await namesOf(world.ofNorte, '?top=true')).toEqual(['Norte'])
  expect(await namesOf(world.ofNorte, `?parentId=${world.norte}`)).toEqual(['Andes'])
  expect(await namesOf(world.ofNorte, `?parentId=${world.andes}`)).toEqual(['Cusco', 'Lima'])
  expect(await namesOf(world.ofAndes, '?top=true')).toEqual(['Andes'])
  expect(await namesOf(world.ofAndes)).toEqual(['Andes', 'Cusco', 'Lima'])
  expect(await namesOf(world.ofLima)).toEqual(['Lima'])
  expect(await namesOf(ofSur)).toEqual(['Sur'])
  expect((await rowOf(world.ofAndes, world.andes))?.parentName).toBeNull()
  for (const [by, hidden] of [
    [world.ofLima, world.cusco],
    [world.ofLima, world.andes],
    [world.ofAndes, world.norte],
    [world.ofNorte, sur],
    [ofSur, world.norte],
  ] as const) {
    expect(await rowOf(by, hidden)).toBeUndefined()
    expect(await namesOf(by, `?parentId=${hidden}`)).toEqual(
      hidden === world.andes ? ['Lima'] : hidden === world.norte && by === world.ofAndes ? ['Andes'] : [],
    )
  }
  expect(await namesOf(world.ofLima, '?q=cusco')).toEqual([])
  expect(await namesOf(world.ofNorte, '?q=cus')).toEqual(['Cusco'])
})

test('each level sees what it earns itself, and not what another level earns', async () => {
  for (const [by, own, pending] of [
    [world.ofNorte, world.norte, '5.00'],
    [world.ofAndes, world.andes, '7.50'],
    [world.ofLima, world.lima, '2.50'],
  ] as const)
    for (const row of await tiers(by)) {
      const isOwn = row.id === own
      expect(row.share).toEqual(
        isOwn ? { regularPending: pending, immediatePending: '0.00', owed: '0.00' } : null,
      )
      expect(row.openSettlements).toBe(isOwn ? 0 : null)
    }
  const all = await tiers(operator)
  expect(all.find(({ id }) => id === world.andes)?.share?.regularPending).toBe('7.50')
  expect(all.find(({ id }) => id === world.lima)?.share?.regularPending).toBe('2.50')
  // Staff of the provider see balances, by their permission for wallets.
  expect((await rowOf(viewer, world.andes))?.money?.regular).toBe('120.00')
})

test('balances, allowances, limits and restrictions of a company are shown to those above it', async () => {
  const row = await rowOf(world.ofNorte, world.andes)
  expect(row).toMatchObject({
    tier: 2,
    belowCount: 2,
    money: { regular: '120.00', immediate: '0.00', allowance: '1000.00', allowanceUsed: '0.00' },
    restrictions: [],
  })
  const limits = row?.money?.limits ?? []
  expect(limits.map(({ category }) => category)).toEqual([
    'transfer',
    'withdrawal',
    'regular_topup',
    'immediate_topup',
  ])
  for (const { daily, left } of limits) expect(left).toBe(daily)
  expect(row?.money).toMatchObject({
    regularReserved: '0.00',
    immediateReserved: '0.00',
    emergency: { maximum: '2000.00', left: '2000.00' },
  })
  await world.set('tierRestrictions', [{ tier: 2, module: 'withdrawals' }] as never)
  expect((await rowOf(world.ofNorte, world.andes))?.restrictions).toEqual(['withdrawals'])
  expect((await rowOf(world.ofNorte, world.lima))?.restrictions).toEqual([])
})

test('a company’s home shows what the own company earned this month', async () => {
  const earned = async ({ browser }: Admin) =>
    (await browser.get<WireOf<typeof readCompanyEarnings>>('/reports/company-earnings')).body.data
  const totals = []
  for (const by of [world.ofNorte, world.ofAndes, world.ofLima, ofSur]) {
    const { now } = await earned(by)
    totals.push([now.total, now.shares])
  }
  expect(totals).toEqual([
    ['5.00', 1],
    ['7.50', 1],
    ['2.50', 1],
    ['0.00', 0],
  ])
})

test('reserved money, and what is left of the maximum emergency load, are shown of each company', async () => {
  const { andes, lima, norte } = world
  await world.change({ ownerId: andes, companyId: andes }, { available: -30_00n })
  await world.change({ ownerId: andes, companyId: andes }, { reserved: 30_00n })
  await world.rows(
    `insert into emergency_maximum (id, company_id, maximum_cents, version, changed_by, changed_at, reason)
     values (gen_random_uuid(), $1, 50000, 1, $2, $3, 'Few cards')`,
    [andes, world.first.userId, product.kernel.clock.now()],
  )
  const moneyOf = async (id: string) => (await rowOf(world.ofNorte, id))?.money
  expect(await moneyOf(andes)).toMatchObject({
    regular: '90.00',
    regularReserved: '30.00',
    emergency: { maximum: '500.00', left: '500.00' },
  })
  // Of the company above for those below it, of the platform for others.
  expect((await moneyOf(lima))?.emergency).toEqual({ maximum: '500.00', left: '500.00' })
  expect((await moneyOf(norte))?.emergency).toEqual({ maximum: '2000.00', left: '2000.00' })
  // Loads of 10.00, two of them of one card.
  for (const cardId of [norte, andes, andes])
    await world.share({ ownerId: lima, cents: 1n, speed: 'immediate', cardId })
  expect((await moneyOf(lima))?.emergency).toEqual({ maximum: '500.00', left: '480.00' })
})

test('ten thousand companies below one are read page by page', async () => {
  const owner = new pg.Client({ connectionString: product.database.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into company (id, parent_id, name, slug, tier, path, created_at)
     select id, $1::uuid, 'Branch ' || n, 'branch-' || n, 2, array[$1::uuid, id], now()
     from (select n, gen_random_uuid() as id from generate_series(1, 10001) n) branches`,
    [world.norte],
  )
  await owner.end()
  // A session that began before knows the companies of its time for a moment.
  const { browser } = await createAdmin(product, { name: 'later', roleId: 5, companyId: world.norte })
  const read = async (query: string) =>
    (await browser.get<Tiers>(`/tiers?parentId=${world.norte}&limit=100${query}`)).body.data
  const first = await read('')
  expect([first.items.length, first.count, first.countIsCapped]).toEqual([100, 10_000, true])
  const second = await read(`&cursor=${first.nextCursor ?? ''}`)
  const found = [...first.items, ...second.items]
  expect(new Set(found.map(({ id }) => id)).size).toBe(200)
  expect(found.every(({ share, money }) => share === null && money !== null)).toBe(true)
})
