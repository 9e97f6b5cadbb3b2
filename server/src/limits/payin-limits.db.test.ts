import type { WireOf } from '@cardamom/contract/endpoint'
import type {
  listPayinLimitChanges,
  listPayinLimits,
  readPayinLimits,
} from '@cardamom/contract/limits/payin-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { createAdmin, createTwoPeople, type Admin } from '../approvals/two-people.test-kit.ts'
import { insertCompany } from '../companies/companies.sql.ts'
import { allTenants } from '../kernel/database.ts'
import { readPayinLimit, removeLimit, writeLimit, type PayinCategory } from './limits.sql.ts'

let product: PeopleProduct
let people: ReturnType<typeof createTwoPeople>
let [admin, superAdmin, viewer, ofNorte, ofLima, plain] = [] as unknown as [
  Admin,
  Admin,
  Admin,
  Admin,
  Admin,
  Admin,
]
const ids = { norte: '', lima: '', sur: '' }
beforeAll(async () => {
  product = await createPeopleProduct()
  people = createTwoPeople(product)
  const { kernel } = product
  await kernel.db.write(allTenants, async (sql) => {
    for (const [slug, parent] of [
      ['norte', null],
      ['lima', 'norte'],
      ['sur', null],
    ] as const) {
      ids[slug] = kernel.ids.next()
      const company = { id: ids[slug], parentId: parent && ids[parent], slug, name: slug }
      await insertCompany(sql, { ...company, visibleToAdm: slug !== 'sur' }, kernel.clock.now())
    }
  })
  admin = await createAdmin(product, { name: 'admin', roleId: 1 })
  superAdmin = await createAdmin(product, { name: 'super', roleId: 6 })
  viewer = await createAdmin(product, { name: 'viewer', roleId: 3 })
  ofNorte = await createAdmin(product, { name: 'norte', roleId: 9, companyId: ids.norte })
  ofLima = await createAdmin(product, { name: 'lima', roleId: 9, companyId: ids.lima })
  plain = await createAdmin(product, { name: 'plain', roleId: 5, companyId: ids.norte })
  for (const each of [ofNorte, ofLima]) await allow(each)
})
afterAll(() => product.stop())

/** The operator grants the sub-admin of a company the limits of the company and of those below it. */
const allow = ({ userId, companyId }: Admin) =>
  product.kernel.db.write(allTenants, async (sql) => {
    await sql.run(
      `insert into data_scope (user_id, company_id, kind, set_by, set_at) values ($1, $2, 'subtree', $3, now())`,
      [userId, companyId, superAdmin.userId],
    )
    for (const tag of ['payin_limits.manage', 'companies.view'])
      await sql.run(
        `insert into tag_override (id, company_id, user_id, tag, effect, set_by, set_at)
         select $1, company_id, id, $2, 'granted', $3, now() from app_user where id = $4`,
        [product.kernel.ids.next(), tag, superAdmin.userId, userId],
      )
  })

const path = '/payin-limits'
type Change = { companyId?: string | null; category?: PayinCategory; version?: number }
type Amounts = { minimum?: string; maximum?: string; daily?: string }
const set = (by: Admin, change: Change & Amounts = {}) =>
  people.confirmed<{ version: number }>(by, path, {
    companyId: ids.norte,
    category: 'virtual_load',
    minimum: '10.00',
    maximum: '5000.00',
    daily: '10000.00',
    version: 0,
    reason: 'Agreed in May',
    ...change,
  })
const remove = (by: Admin, change: Change) =>
  people.confirmed(by, `${path}/removals`, { category: 'virtual_load', reason: 'Not needed', ...change })
const codeOf = async (answer: Promise<{ body: { code?: string } }>) => (await answer).body.code
/** Minimum, maximum and daily limit as a quote reads them, in dollars. */
const inForce = (companyId: string, category: PayinCategory = 'virtual_load') =>
  product.kernel.db.read(allTenants, async (sql) => {
    const { minimumCents, maximumCents, dailyCents } = await readPayinLimit(sql, { companyId, category })
    return [minimumCents, maximumCents, dailyCents].map((cents) => Number(cents) / 100)
  })
const seen = async ({ browser }: Admin, companyId?: string) => {
  const query = companyId === undefined ? '' : `?companyId=${companyId}`
  return (await browser.get<WireOf<typeof readPayinLimits>>(`${path}/in-force${query}`)).body
}
const loads = async (by: Admin, companyId?: string) =>
  (await seen(by, companyId)).data.limits.find(({ category }) => category === 'virtual_load')
const listed = async ({ browser }: Admin, query = '') =>
  (await browser.get<WireOf<typeof listPayinLimits>>(`${path}${query}`)).body.data.items

test('each missing or wrong amount is refused at its field, in the words of the product', async () => {
  const errorsOf = async (amounts: object) => {
    const { status, body } = await set(admin, amounts)
    return [status, (body as unknown as { errors: object }).errors]
  }
  const required = ['All limit fields are required.']
  expect(await errorsOf({ minimum: '', maximum: undefined, daily: null })).toEqual([
    422,
    { minimum: required, maximum: required, daily: required },
  ])
  expect(await errorsOf({ minimum: '0', maximum: '1.234', daily: '-5' })).toMatchObject([
    422,
    {
      minimum: ['The limit must be greater than 0.'],
      maximum: ['Invalid amount. Write it like 200 or 200.00.'],
      daily: ['Invalid amount. Write it like 200 or 200.00.'],
    },
  ])
  expect(await errorsOf({ minimum: '50', maximum: '40', daily: '30' })).toEqual([
    422,
    {
      maximum: ['The maximum can’t be below the minimum.'],
      daily: ['The daily limit can’t be below the maximum.'],
    },
  ])
})

test('nobody sets limits without the tag, of another company, or of the platform for a company', async () => {
  expect(await codeOf(set(viewer))).toBe('permission_denied')
  expect(await codeOf(set(plain))).toBe('permission_denied')
  expect(await codeOf(set(admin, { companyId: ids.sur }))).toBe('record_not_found')
  expect(await codeOf(set(ofLima))).toBe('record_not_found')
  expect(await codeOf(set(ofNorte, { companyId: null }))).toBe('permission_denied')
  expect((await seen(ofLima, ids.norte)).code).toBe('record_not_found')
})

test('the operator gives a company more than the platform, and those below it have that too', async () => {
  expect(await inForce(ids.lima)).toEqual([10, 5000, 10_000])
  const answer = await set(admin, { maximum: '8000', daily: '20000' })
  expect(answer.status).toBe(200)
  expect(answer.step?.show).toMatchObject({
    company: 'norte',
    limitMaximum: '8000.00',
    limitDaily: '20000.00',
  })
  expect(await inForce(ids.norte)).toEqual([10, 8000, 20_000])
  expect(await inForce(ids.lima)).toEqual([10, 8000, 20_000])
  expect(await inForce(ids.sur)).toEqual([10, 5000, 10_000])
  expect(await inForce(ids.lima, 'plastic_first_load')).toEqual([50, 5000, 10_000])
  expect(await codeOf(set(admin, { maximum: '8000', daily: '20000', version: 1 }))).toBe('nothing_changes')
  expect(await codeOf(set(admin, { maximum: '9000', daily: '20000' }))).toBe('record_changed')
})

test('a company narrows what it was given, for itself and those below it, and never widens it', async () => {
  const wider = await set(ofNorte, { maximum: '8000.01', daily: '20000' })
  expect([wider.status, wider.body.code]).toEqual([409, 'limit_room_exceeded'])
  expect(wider.body.message).toContain('$10.00 to $8000.00, and $20000.00 a day')
  expect((await set(ofNorte, { minimum: '20', maximum: '3000', daily: '6000' })).status).toBe(200)
  expect(await inForce(ids.norte)).toEqual([20, 3000, 6000])
  expect(await inForce(ids.lima)).toEqual([20, 3000, 6000])
  // What level 1 set for a company below binds that company, too.
  expect(
    (await set(ofNorte, { companyId: ids.lima, minimum: '20', maximum: '2000', daily: '4000' })).status,
  ).toBe(200)
  const own = { companyId: ids.lima, minimum: '20', maximum: '2500', daily: '4000' }
  expect(await codeOf(set(ofLima, own))).toBe('limit_room_exceeded')
  expect((await set(ofLima, { ...own, maximum: '1500' })).status).toBe(200)
  expect(await inForce(ids.lima)).toEqual([20, 1500, 4000])
  expect(await loads(ofLima)).toMatchObject({
    maximum: '1500.00',
    own: { maximum: '1500.00', version: 1 },
    ownIsInForce: true,
    room: { minimum: '20.00', maximum: '2000.00', daily: '4000.00' },
    today: { used: '0.00', people: 0, most: '0.00', left: '4000.00' },
  })
  expect(await loads(admin, ids.lima)).toMatchObject({ own: null, room: null })
})

test('a narrower limit without room does not count until there is room again', async () => {
  expect((await set(admin, { minimum: '5', maximum: '10', daily: '20', version: 1 })).status).toBe(200)
  expect(await inForce(ids.norte)).toEqual([5, 10, 20])
  expect(await loads(ofNorte, ids.norte)).toMatchObject({
    own: { minimum: '20.00' },
    ownIsInForce: false,
  })
  expect((await set(admin, { maximum: '8000', daily: '20000', version: 2 })).status).toBe(200)
  expect(await inForce(ids.norte)).toEqual([20, 3000, 6000])
})

test('of two changes at the same time one is made', async () => {
  const answers = await Promise.all(
    ['100', '200'].map((minimum) => set(superAdmin, { companyId: ids.sur, minimum })),
  )
  expect(answers.map(({ body }) => body.code ?? 'ok').toSorted()).toEqual(['ok', 'record_changed'])
})

test('the list has what was set in scope, and its history has the reasons of one’s own level', async () => {
  const ofCompany = await listed(ofNorte)
  expect(ofCompany.map(({ companyName, level }) => `${companyName} ${level}`).toSorted()).toEqual([
    'lima 1',
    'lima 2',
    'norte 0',
    'norte 1',
  ])
  expect(ofCompany.find(({ level }) => level === 0)?.reason).toBeNull()
  expect(ofCompany.find(({ level }) => level === 1)?.reason).toBe('Agreed in May')
  expect(ofCompany.find(({ level }) => level === 2)?.inForce.maximum).toBe('1500.00')
  expect((await listed(admin, '?category=virtual_load')).map(({ companyId }) => companyId)).toContain(null)
  expect((await listed(admin)).some(({ companyId }) => companyId === ids.sur)).toBe(false)
  const changes = async ({ browser }: Admin) =>
    (
      await browser.get<WireOf<typeof listPayinLimitChanges>>(
        `${path}/changes?category=virtual_load&companyId=${ids.norte}`,
      )
    ).body.data.items
  expect((await changes(admin)).map(({ level, after, reason }) => [level, after.maximum, reason])).toEqual([
    [0, '8000.00', 'Agreed in May'],
    [0, '10.00', 'Agreed in May'],
    [1, '3000.00', 'Agreed in May'],
    [0, '8000.00', 'Agreed in May'],
  ])
  expect((await changes(ofNorte)).map(({ reason }) => reason)).toEqual([null, null, 'Agreed in May', null])
  // The reason of the company above is not for this one, whose own is for both.
  const reasonsOf = async (by: Admin) =>
    (await listed(by, `?companyId=${ids.lima}`)).map(({ level, reason }) => `${level} ${reason}`).toSorted()
  expect(await reasonsOf(ofNorte)).toEqual(['1 Agreed in May', '2 Agreed in May'])
  expect(await reasonsOf(ofLima)).toEqual(['1 null', '2 Agreed in May'])
  const history = `${path}/changes?category=virtual_load&companyId=${ids.lima}`
  const { items } = (await ofLima.browser.get<WireOf<typeof listPayinLimitChanges>>(history)).body.data
  expect([...new Set(items.map(({ level, reason }) => `${level} ${reason}`))].toSorted()).toEqual([
    '1 null',
    '2 Agreed in May',
  ])
})

test('the database keeps the limits of companies outside of the scope, and those of the platform', async () => {
  const { db, ids: made, clock } = product.kernel
  const limit = { minimumCents: 100n, maximumCents: 200n, dailyCents: 300n }
  const write = (companyIds: string[], companyId: string | null, level: number) =>
    db.write({ kind: 'companies', companyIds }, (sql) =>
      writeLimit(sql, {
        id: made.next(),
        companyId,
        category: 'withdrawal',
        level,
        limit,
        seen: 0,
        reason: 'None',
        changedBy: ofLima.userId,
        now: clock.now(),
      }),
    )
  await expect(write([ids.lima], ids.norte, 2)).rejects.toThrow('not in the scope')
  await expect(write([ids.lima], null, 0)).rejects.toThrow('not in the scope')
  const removed = (companyIds: string[], companyId: string) =>
    db.write({ kind: 'companies', companyIds }, (sql) =>
      removeLimit(sql, { companyId, category: 'virtual_load', level: 0, seen: 1 }),
    )
  await expect(removed([ids.lima], ids.norte)).rejects.toThrow('not in the scope')
  const person = { kind: 'own', userId: ofLima.userId, companyId: ids.lima } as const
  await expect(
    db.write(person as never, (sql) =>
      removeLimit(sql, { companyId: ids.lima, category: 'virtual_load', level: 2, seen: 1 }),
    ),
  ).rejects.toThrow('not in the scope')
})

test('what a level set can be removed by that level, and the limits above count again', async () => {
  expect(await codeOf(remove(ofLima, { companyId: ids.lima, version: 5 }))).toBe('record_changed')
  expect(await codeOf(remove(ofLima, { companyId: ids.norte, version: 1 }))).toBe('record_not_found')
  expect((await remove(ofLima, { companyId: ids.lima, version: 1 })).status).toBe(200)
  expect(await inForce(ids.lima)).toEqual([20, 2000, 4000])
  expect((await remove(ofNorte, { companyId: ids.norte, version: 1 })).status).toBe(200)
  expect(await inForce(ids.norte)).toEqual([10, 8000, 20_000])
  expect(await codeOf(remove(ofNorte, { companyId: ids.norte, version: 1 }))).toBe('record_changed')
})

test('limits of the platform count for companies that were not given others', async () => {
  const { data } = await seen(admin)
  expect([data.company, data.level]).toEqual([null, 0])
  const answer = await set(admin, { companyId: null, minimum: '15', version: 1 })
  expect(answer.status).toBe(200)
  expect(await inForce(ids.norte)).toEqual([10, 8000, 20_000])
  expect((await seen(superAdmin)).data.limits[0]).toMatchObject({
    minimum: '15.00',
    ownIsInForce: true,
    today: null,
  })
})
