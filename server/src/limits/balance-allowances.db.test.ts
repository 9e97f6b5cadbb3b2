import type { WireOf } from '@cardamom/contract/endpoint'
import type { listBalanceAllowances, readCompanyLimits } from '@cardamom/contract/limits/balance-allowances'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { readBalances } from '../ledger/reports.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [admin, viewer, plain, ofNorte] = [] as unknown as [Admin, Admin, Admin, Admin]
const ids = { norte: '', andes: '', lima: '' }
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  const { kernel } = product
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['andes', 'norte'],
      ['lima', 'andes'],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const company = { id: ids[slug], parentId: parent && ids[parent], slug, name: slug }
      await insertCompany(sql, { ...company, visibleToAdm: true }, kernel.clock.now())
    }
  })
  admin = await createAdmin(product, { name: 'admin', roleId: 1 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  plain = await createAdmin(product, { name: 'plain', roleId: 5, companyId: ids.andes })
  ofNorte = await createAdmin(product, { name: 'norte', roleId: 9, companyId: ids.norte })
  await asOwner(
    `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, 'subtree', $3, now())`,
    [ofNorte.userId, ids.norte, admin.userId],
  )
  await asOwner(
    `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
     select gen_random_uuid(), $2, $1, t, 'granted', $3, now() from unnest(array['limits.manage', 'companies.view']) t`,
    [ofNorte.userId, ids.norte, admin.userId],
  )
})
afterAll(() => product.stop())

const asOwner = async (statement: string, values: readonly unknown[]) => {
  const client = new pg.Client({ connectionString: product.kernel.config.DATABASE_URL })
  await client.connect()
  await client.query(statement, [...values])
  await client.end()
}
const path = '/balance-allowances'
type Change = { companyId?: string; allowance?: string | null; version?: number }
const set = async (by: Admin, change: Change = {}) => {
  const body = { companyId: ids.andes, allowance: '1000.00', version: 0, reason: 'Agreed', ...change }
  const answer = await people.confirmed<{ version: number; state: string }>(by, path, body)
  await product.drain()
  return answer
}
const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
const seen = async ({ browser }: Admin, companyId?: string) =>
  (
    await browser.get<WireOf<typeof readCompanyLimits>>(
      `/company-limits${companyId === undefined ? '' : `?companyId=${companyId}`}`,
    )
  ).body.data
/** The floor of a company's immediate wallet, which every posting meets. */
const floorOf = async (companyId: string) => {
  const balances = await product.kernel.db.read(allTenants, (sql) => readBalances(sql, [companyId]))
  return balances.find(({ code }) => code === 'wallet.immediate.available')?.floor ?? 0n
}
/** Moves the balance of an immediate wallet, as postings that use the allowance do. */
const putBalance = (companyId: string, cents: bigint) =>
  asOwner(`update account set balance = $2 where owner_id = $1 and code = 'wallet.immediate.available'`, [
    companyId,
    String(cents),
  ])

test('only who holds the tag sets allowances, of companies of tier 2 and 3, and never of their own', async () => {
  expect(await codeOf(set(viewer))).toBe('permission_denied')
  expect(await codeOf(set(plain))).toBe('permission_denied')
  expect(await codeOf(set(admin, { companyId: ids.norte }))).toBe('allowance_not_for_tier')
  expect(await codeOf(set(ofNorte, { companyId: ids.norte, allowance: '0' }))).toBe('record_not_found')
  const { status, body } = await set(admin, { allowance: '' })
  expect([status, (body as unknown as { errors: object }).errors]).toEqual([
    422,
    { allowance: ['All limit fields are required.'] },
  ])
  expect(await floorOf(ids.andes)).toBe(0n)
})

test('what is set becomes the floor of the wallet in the ledger, and is shown with what is used', async () => {
  expect((await seen(admin, ids.andes)).allowance).toMatchObject({
    allowance: '0.00',
    version: 0,
    maySet: true,
  })
  const answer = await set(admin)
  expect(answer.body.data).toEqual({ version: 1, state: 'being_set' })
  expect(answer.step?.show).toMatchObject({ company: 'andes', balanceAllowance: '1000.00' })
  expect(await floorOf(ids.andes)).toBe(-100_000n)
  // The golden case of domain §7.
  await putBalance(ids.andes, -70_180n)
  expect((await seen(plain)).allowance).toEqual({
    guarantor: null,
    state: 'in_force',
    wanted: '1000.00',
    allowance: '1000.00',
    used: '701.80',
    left: '298.20',
    version: 1,
    maySet: false,
  })
  const items = (await admin.browser.get<WireOf<typeof listBalanceAllowances>>(path)).body.data.items
  expect(items).toMatchObject([
    { companyName: 'andes', guarantor: 'norte', state: 'in_force', used: '701.80', left: '298.20' },
  ])
  expect(await codeOf(set(admin, { version: 1 }))).toBe('nothing_changes')
  expect(await codeOf(set(admin, { allowance: '2000' }))).toBe('record_changed')
})

test('an allowance is never set below what the wallet uses, also when it is used meanwhile', async () => {
  const refusal = await set(admin, { allowance: '701.79', version: 1 })
  expect([refusal.status, refusal.body.code]).toEqual([409, 'allowance_in_use'])
  expect(refusal.body.message).toContain('$701.80')
  await putBalance(ids.andes, 0n)
  const body = { companyId: ids.andes, allowance: '500', version: 1, reason: 'Less' }
  expect((await people.confirmed(admin, path, body)).status).toBe(200)
  // Before the job writes it, a posting uses the old allowance.
  await putBalance(ids.andes, -80_000n)
  await product.drain()
  expect(await floorOf(ids.andes)).toBe(-100_000n)
  expect((await seen(admin, ids.andes)).allowance).toMatchObject({
    state: 'refused',
    wanted: '500.00',
    allowance: '1000.00',
  })
  await putBalance(ids.andes, 0n)
  expect((await set(admin, { allowance: '500', version: 2 })).status).toBe(200)
  expect(await floorOf(ids.andes)).toBe(-50_000n)
})

test('a job that is overtaken by a newer one leaves the newest allowance in the ledger', async () => {
  const { accountsDb } = product.kernel
  const { version } = (await seen(admin, ids.lima)).allowance!
  const written = vi.spyOn(accountsDb, 'write')
  // The first job has read its version, and stops before it writes, while a newer one comes and ends.
  written.mockImplementationOnce(async (scope, use) => {
    expect((await set(admin, { companyId: ids.lima, allowance: '20', version: version + 1 })).status).toBe(
      200,
    )
    expect(await floorOf(ids.lima)).toBe(-2000n)
    return accountsDb.write(scope, use)
  })
  expect((await set(admin, { companyId: ids.lima, allowance: '70', version })).status).toBe(200)
  await product.drain()
  written.mockRestore()
  expect(await floorOf(ids.lima)).toBe(-2000n)
  expect((await seen(admin, ids.lima)).allowance).toMatchObject({ state: 'in_force', allowance: '20.00' })
})

test('a company sets the allowance of those below it, because it guarantees them', async () => {
  expect((await seen(ofNorte)).allowance).toBeNull()
  const { version } = (await seen(ofNorte, ids.lima)).allowance!
  expect((await set(ofNorte, { companyId: ids.lima, allowance: '50', version })).status).toBe(200)
  expect(await floorOf(ids.lima)).toBe(-5000n)
  expect((await seen(ofNorte, ids.lima)).allowance).toMatchObject({ guarantor: 'andes', maySet: true })
  expect((await set(ofNorte, { companyId: ids.lima, allowance: '0', version: version + 1 })).status).toBe(200)
  expect(await floorOf(ids.lima)).toBe(0n)
})

const setMaximum = (
  by: Admin,
  change: { companyId?: string; maximum?: string | null; version?: number } = {},
) => {
  const body = { companyId: ids.norte, maximum: '500.00', version: 0, reason: 'Few cards', ...change }
  return people.confirmed<{ version: number }>(by, '/emergency-maximums', body)
}
const emergencyOf = async (by: Admin, companyId?: string) => (await seen(by, companyId)).emergency

test('the maximum emergency load is shown with what cards have used of it today', async () => {
  const platform = { maximum: '2000.00', source: 'platform', version: 0, maySet: false }
  expect(await emergencyOf(admin)).toEqual({ ...platform, today: null })
  expect(await emergencyOf(plain)).toEqual({
    ...platform,
    today: { used: '0.00', cards: 0, most: '0.00', left: '2000.00' },
  })
})

test('the operator sets the maximum emergency load of a company, which counts for those below it', async () => {
  expect(await codeOf(setMaximum(viewer))).toBe('permission_denied')
  expect(await codeOf(setMaximum(ofNorte))).toBe('record_not_found')
  expect((await setMaximum(admin, { maximum: '' })).status).toBe(422)
  expect(await codeOf(setMaximum(admin, { maximum: null }))).toBe('nothing_changes')
  const answer = await setMaximum(admin)
  expect([answer.status, answer.step?.show]).toEqual([
    200,
    { company: 'norte', maximumEmergencyLoad: '500.00', reason: 'Few cards' },
  ])
  expect(await emergencyOf(ofNorte)).toMatchObject({ maximum: '500.00', source: 'company', maySet: false })
  expect(await emergencyOf(admin, ids.norte)).toMatchObject({ version: 1, maySet: true })
  expect(await emergencyOf(plain)).toMatchObject({
    maximum: '500.00',
    source: 'above',
    today: { left: '500.00' },
  })
  expect(await codeOf(setMaximum(admin, { version: 1 }))).toBe('nothing_changes')
  expect(await codeOf(setMaximum(admin, { maximum: '1' }))).toBe('record_changed')
  // The nearest one counts: it may be larger, and 0 stops immediate loads.
  await setMaximum(admin, { companyId: ids.lima, maximum: '3000' })
  expect(await emergencyOf(admin, ids.lima)).toMatchObject({ maximum: '3000.00', source: 'company' })
  await setMaximum(admin, { companyId: ids.andes, maximum: '0' })
  expect(await emergencyOf(plain)).toMatchObject({ maximum: '0.00', today: { left: '0.00' } })
  expect((await setMaximum(admin, { companyId: ids.andes, maximum: null, version: 1 })).status).toBe(200)
  expect(await emergencyOf(plain)).toMatchObject({ maximum: '500.00', source: 'above', version: 2 })
})

test('the reason of who set an allowance from above is not for the companies below', async () => {
  const reasons = async ({ browser }: Admin) => {
    const { items } = (
      await browser.get<WireOf<typeof listBalanceAllowances>>(`${path}?companyId=${ids.lima}`)
    ).body.data
    return items.map(({ reason, changedByName }) => [reason, changedByName !== null])
  }
  const setLima = async (by: Admin, allowance: string) => {
    const version = (await seen(admin, ids.lima)).allowance?.version ?? 0
    expect((await set(by, { companyId: ids.lima, allowance, version })).status).toBe(200)
  }
  await setLima(admin, '901')
  expect(await reasons(admin)).toEqual([['Agreed', true]])
  expect(await reasons(ofNorte)).toEqual([[null, false]])
  await setLima(ofNorte, '902')
  expect(await reasons(ofNorte)).toEqual([['Agreed', true]])
})
