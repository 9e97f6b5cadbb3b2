import type { WireOf } from '@cardamom/contract/endpoint'
import type { estimateFees } from '@cardamom/contract/transfers/fee-effect'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { makeUser } from '../../../tests/support/test-people.ts'
import { createAdmin, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { storeChain } from '../loads/load-record.ts'

let product: PeopleProduct
let owner: pg.Client
let [boss, ofNorte, ofSur] = [] as unknown as [Admin, Admin, Admin]
const ids = { norte: '', lima: '', sur: '' }
const dayMs = 86_400_000

/** A load of a person of Lima as its acceptance leaves it. */
const insertLoad = async (of: { companyId: string; userId: string; daysBefore: number; status?: string }) => {
  const { companyId, userId, daysBefore, status = 'credited' } = of
  const { kernel } = product
  const at = new Date(kernel.clock.now().getTime() - daysBefore * dayMs)
  const id = kernel.ids.next()
  const chain = storeChain([
    { ownerKind: 'operator', ownerId: houseId, level: 0, companyId: null },
    { ownerKind: 'company', ownerId: ids.norte, level: 1, companyId: ids.norte },
    { ownerKind: 'company', ownerId: ids.lima, level: 2, companyId: ids.lima },
  ])
  const row = {
    id,
    ref: `L-${id}`,
    company_id: companyId,
    user_id: userId,
    card_id: id,
    kind: 'load',
    status,
    version: 1,
    part: 0,
    gross_cents: 333_33,
    fee_cents: 10_00,
    net_cents: 323_33,
    asset: 'USDC',
    network: 'test',
    decimals: 6,
    due_units: 1,
    rate: 1,
    mid_rate: 1,
    rates: [10_000, 5_000, 7_500, 5_000, 2_500],
    chain: JSON.parse(chain) as object,
    address: id,
    salt: id,
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
    accepted_at: at,
  }
  await owner.query('insert into load select * from jsonb_populate_record(null::load, $1)', [row])
}

beforeAll(async () => {
  product = await createPeopleProduct()
  owner = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  const { kernel } = product
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['lima', 'norte'],
      ['sur', null],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const company = { id: ids[slug], parentId: parent && ids[parent], slug, name: slug }
      await insertCompany(sql, company, kernel.clock.now())
    }
  })
  boss = await createAdmin(product, { name: 'boss', roleId: 1 })
  ofNorte = await createAdmin(product, { name: 'norte', roleId: 5, companyId: ids.norte })
  ofSur = await createAdmin(product, { name: 'sur', roleId: 5, companyId: ids.sur })
  const companyId = ids.lima
  const userId = await makeUser(product, { email: 'holder@example.com', roleId: 2, companyId })
  const testId = await makeUser(product, { email: 'test@example.com', roleId: 2, companyId, isTest: true })
  await insertLoad({ companyId, userId, daysBefore: 1 })
  await insertLoad({ companyId, userId, daysBefore: 29, status: 'held' })
  await insertLoad({ companyId, userId, daysBefore: 31 })
  await insertLoad({ companyId, userId, daysBefore: 2, status: 'review' })
  await insertLoad({ companyId, userId: testId, daysBefore: 2 })
})
afterAll(async () => {
  await owner.end()
  await product.stop()
})

const estimated = async ({ browser }: Admin, input: object) =>
  (await browser.post<WireOf<typeof estimateFees>>('/fee-estimates', input)).body
const immediate = ['2.00', '0.75', '1.00', '0.75', '0.50']
const regular = ['0.50', '1.00', '0.75', '0.50', '0.25']

test('the loads of the last 30 days are divided again by the rates that are proposed, without test accounts', async () => {
  const { data } = await estimated(boss, { proposed: { regular, immediate } })
  const amounts = (levels: readonly { amount: string }[]) => levels.map(({ amount }) => amount).join(' ')
  expect(data).toMatchObject({ level: 0, all: { paid: { fee: '20.00', net: '646.66' } } })
  expect(data.kinds.map(({ kind, count, isCapped }) => [kind, count, isCapped])).toEqual([
    ['loads', 2, false],
    ['top_ups', 0, false],
    ['transfers', 0, false],
  ])
  // Levels 3 and 4 are missing, so Lima has their shares: 1.50 % of 333.33, rounded down, twice.
  expect(amounts(data.all.paid.levels)).toBe('6.70 3.32 9.98 0.00 0.00')
  expect(amounts(data.all.proposed.levels)).toBe('3.36 6.66 9.98 0.00 0.00')
  expect(
    (await estimated(boss, { companyId: ids.sur, proposed: { regular, immediate } })).data.kinds[0]?.count,
  ).toBe(0)
})

test('a company sees the estimate of its own loads, with the levels above and below as one sum each', async () => {
  const proposed = { regular: regular.slice(1), immediate: immediate.slice(1) }
  const { data } = await estimated(ofNorte, { proposed })
  expect(data).toMatchObject({ level: 1, kinds: [{ count: 2 }, { count: 0 }, { count: 0 }] })
  expect(data.all.paid.levels).toEqual([{ level: 1, amount: '3.32' }])
  expect(data.all.paid).toMatchObject({ above: '6.70', below: '9.98' })
  expect(data.all.proposed.levels).toEqual([{ level: 1, amount: '6.66' }])
  expect((await estimated(ofSur, { proposed })).data.kinds[0]?.count).toBe(0)
  expect((await estimated(ofSur, { companyId: ids.lima, proposed })).code).toBe('record_not_found')
  expect((await estimated(ofNorte, { proposed: { regular, immediate } })).code).toBe('validation')
  // A role of the operator in a company is of the level of that company.
  const staff = await createAdmin(product, { name: 'staff', roleId: 1, companyId: ids.norte })
  expect((await estimated(staff, { proposed })).data.all.paid).toEqual(data.all.paid)
  expect((await estimated(staff, { companyId: ids.sur, proposed })).code).toBe('record_not_found')
})
