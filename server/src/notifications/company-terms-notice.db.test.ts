import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'

/** What administrators of a company are told when others change its fees and limits. */
let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [operator, second, ofNorte, ofAndes, ofLima, ofSur] = [] as unknown as [
  Admin,
  Admin,
  Admin,
  Admin,
  Admin,
  Admin,
]
const ids = { norte: '', andes: '', lima: '', sur: '' }
beforeAll(async () => {
  product = await createPeopleProduct({ env: { RATE_LIMITS: 'off' } })
  people = createTwoPeople(product)
  const { kernel } = product
  startMs = kernel.clock.now().getTime()
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['andes', 'norte'],
      ['lima', 'andes'],
      ['sur', null],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const company = { id: ids[slug], parentId: parent && ids[parent], slug, name: slug }
      // The administrator who changes the platform does not see Sur.
      await insertCompany(sql, { ...company, visibleToAdm: slug !== 'sur' }, kernel.clock.now())
    }
  })
  operator = await createAdmin(product, { name: 'operator', roleId: 1 })
  second = await createAdmin(product, { name: 'second', roleId: 6 })
  const admin = (name: keyof typeof ids) => createAdmin(product, { name, roleId: 5, companyId: ids[name] })
  ofNorte = await admin('norte')
  ofAndes = await admin('andes')
  ofLima = await admin('lima')
  ofSur = await admin('sur')
  await createAdmin(product, { name: 'house', roleId: 5, companyId: houseId })
}, 120_000)
afterAll(() => product.stop())

let startMs = 0
const inDays = (days: number) => new Date(startMs + days * 86_400_000).toISOString().slice(0, 10)

type Item = { kind: string; path: string; facts: Record<string, string> }
/** What a person was told since the last look. */
const seen = new Map<string, number>()
const told = async ({ browser, userId }: Admin) => {
  await product.drain()
  const all = (await browser.get<{ items: Item[] }>('/notifications')).body.data.items
    .filter(({ kind }) => kind === 'company_fees' || kind === 'company_limits')
    .toReversed()
  const fresh = all.slice(seen.get(userId) ?? 0)
  seen.set(userId, all.length)
  return fresh
}
const mailTo = async (name: string, kind: string) => {
  const mails = await product.mailbox.outbox(`${name}@example.com`, kind)
  return mails.map(({ text }) => text)
}

const platform = async (change: object) => {
  const body = {
    companyId: null,
    from: inDays(5),
    regular: ['1.00', '0.50', '0.75', '0.50', '0.25'],
    immediate: ['2.00', '0.75', '1.00', '0.75', '0.50'],
    transfer: ['0.2', '0.2', '0.2', '0.2', '0.2'],
    reason: 'Agreed',
    ...change,
  }
  await people.approve(second, await people.request(operator, '/fee-schedules', body))
}

test('a change of the platform’s fees tells every company its own values before and after, and no other', async () => {
  await platform({
    regular: ['1.00', '0.60', '0.75', '0.50', '0.25'],
    transfer: ['0.2', '0.2', '0.3', '0.2', '0.2'],
  })
  const by = `${inDays(5)}T00:00:00.000Z`
  const common = { by, status: 'operator', immediate: 'none' }
  expect(await told(ofNorte)).toMatchObject([
    {
      kind: 'company_fees',
      path: `/admin/fees?companyId=${ids.norte}`,
      facts: {
        ...common,
        regular: '3.00 % (0.50 / 0.75 / 0.50 / 0.25) → 3.10 % (0.60 / 0.75 / 0.50 / 0.25)',
        transfer: 'none',
      },
    },
  ])
  // The levels above are one sum: Andes reads that the whole is more, and nothing of the level of Norte.
  expect(await told(ofAndes)).toMatchObject([
    {
      facts: {
        ...common,
        regular: '3.00 % (0.75 / 0.50 / 0.25) → 3.10 % (0.75 / 0.50 / 0.25)',
        transfer: '0.20 % → 0.30 %',
      },
    },
  ])
  expect(await told(ofLima)).toMatchObject([
    { facts: { regular: '3.00 % (0.50 / 0.25) → 3.10 % (0.50 / 0.25)', transfer: 'none' } },
  ])
  // Also one that the administrator who requested it does not see.
  expect(await told(ofSur)).toHaveLength(1)
  const { rows } = await product.kernel.db.read(allTenants, async (sql) => ({
    rows: await sql.rows<{ n: string }>(
      `select count(*)::text as n from notification where kind = 'company_fees' and company_id = $1`,
      [houseId],
    ),
  }))
  expect(rows).toEqual([{ n: '0' }])
  expect(await mailTo('andes', 'company_fees')).toEqual([expect.stringContaining('0.20 % → 0.30 %')])
})

test('a shift between levels above changes nothing for those below, who are told nothing', async () => {
  await platform({
    from: inDays(6),
    regular: ['0.90', '0.70', '0.75', '0.50', '0.25'],
    transfer: ['0.2', '0.2', '0.3', '0.2', '0.2'],
  })
  expect(await told(ofNorte)).toMatchObject([
    { facts: { regular: expect.stringContaining('→ 3.10 % (0.70 / 0.75 / 0.50 / 0.25)') } },
  ])
  for (const each of [ofAndes, ofLima]) expect(await told(each)).toEqual([])
  expect(await told(ofSur)).toHaveLength(1)
})

test('a company that sets fees is told nothing; those below read who did, by the name of the one above them', async () => {
  const own = { companyId: ids.norte, from: inDays(8), regular: ['0.50', '0.75', '0.50', '0.25'] }
  const body = { ...own, immediate: ['0.75', '1.00', '0.75', '0.50'], reason: 'Ours' }
  expect((await people.confirmed(ofNorte, '/fee-schedules/company', body)).status).toBe(201)
  expect(await told(ofNorte)).toEqual([])
  expect(await told(ofAndes)).toMatchObject([{ facts: { status: 'parent', sender: 'norte' } }])
  expect(await told(ofLima)).toMatchObject([{ facts: { status: 'above', sender: '' } }])
  expect(await told(ofSur)).toEqual([])
})

test('limits of a category are told where they change, and their removal too', async () => {
  const limit = { companyId: ids.andes, category: 'virtual_load', reason: 'Agreed' }
  const amounts = { minimum: '20.00', maximum: '4000.00', daily: '8000.00', version: 0 }
  expect((await people.confirmed(operator, '/payin-limits', { ...limit, ...amounts })).status).toBe(200)
  const change = '$10.00 / $5,000.00 / $10,000.00 → $20.00 / $4,000.00 / $8,000.00'
  const told1 = { entity: 'payin', category: 'virtual_load', change, status: 'operator' }
  expect(await told(ofNorte)).toEqual([])
  expect(await told(ofAndes)).toMatchObject([
    { kind: 'company_limits', path: `/admin/companies/${ids.andes}/settings/limits`, facts: told1 },
  ])
  expect(await told(ofLima)).toMatchObject([{ facts: told1 }])
  expect(await mailTo('andes', 'company_limits')).toEqual([expect.stringContaining('Card load: $10.00')])
  const gone = { ...limit, version: 1 }
  expect((await people.confirmed(operator, '/payin-limits/removals', gone)).status).toBe(200)
  expect(await told(ofAndes)).toHaveLength(1)
  const [back] = await told(ofLima)
  expect(back?.facts['change']).toBe('$20.00 / $4,000.00 / $8,000.00 → $10.00 / $5,000.00 / $10,000.00')
})

test('the maximum emergency load and the allowance are told too', async () => {
  const of = { companyId: ids.andes, version: 0, reason: 'Agreed' }
  const max = await people.confirmed(operator, '/emergency-maximums', { ...of, maximum: '500.00' })
  expect(max.status).toBe(200)
  const emergency = { entity: 'emergency', change: '$2,000.00 → $500.00' }
  expect(await told(ofLima)).toMatchObject([{ facts: emergency }])
  const set = await people.confirmed(operator, '/balance-allowances', { ...of, allowance: '1000.00' })
  expect(set.status).toBe(200)
  expect(await told(ofAndes)).toMatchObject([
    { facts: emergency },
    { facts: { entity: 'allowance', change: '$0.00 → $1,000.00', status: 'operator' } },
  ])
  expect(await told(ofLima)).toEqual([])
})
