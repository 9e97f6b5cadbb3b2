import type { listCardPlans } from '@cardamom/contract/cards/card-plans'
import type { CardType } from '@cardamom/contract/cards/card-types'
import type { WireOf } from '@cardamom/contract/endpoint'
import sharp from 'sharp'
import type { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { automaticTypeId } from './card-types.sql.ts'

type Type = z.input<typeof CardType>
type Plan = WireOf<typeof listCardPlans>['items'][number] & { version: number }
type RequestOptions = {
  types: { code: string; isOffered: boolean; plans: { code: string; price: string }[] }[]
}

let product: PeopleProduct
const who: Record<'admin' | 'second' | 'viewer' | 'mediator' | 'holder', TestBrowser> = {} as never
let holderId: string

beforeAll(async () => {
  product = await createPeopleProduct()
  const staff = async (name: keyof typeof who, roleId: number, companyId?: string) => {
    const own = companyId === undefined ? {} : { companyId }
    const id = await makeUser(product, { email: `${name}@example.com`, roleId, ...own })
    who[name] = await logIn(product, name)
    return id
  }
  await staff('admin', 1)
  await staff('second', 1)
  await staff('viewer', 3)
  const hidden = await makeCompany(product, { slug: 'hidden', name: 'Hidden', visibleToAdm: false })
  await staff('mediator', 5, hidden)
  holderId = await staff('holder', 2, hidden)
  // A second factor that was shown lately.
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

let keys = 0
const post = <T>(path: string, body: object, by = who.admin) =>
  by.post<T>(path, body, { headers: { 'idempotency-key': `catalogue-${(keys += 1)}` } })
const ifMatch = (version: number) => ({ headers: { 'if-match': String(version) } })
const makePlan = async (code: string, kind = 'issue', price = '15.00') =>
  (await post<Plan>('/card-plans', { code, name: `Plan ${code}`, kind, price })).body.data
const typeOf = async (code: string, change: object = {}) => ({
  code,
  name: `Type ${code}`,
  kind: 'plastic',
  issuePlanId: (await makePlan(`${code}-issue`)).id,
  replacementPlanId: (await makePlan(`${code}-again`, 'replacement', '7.50')).id,
  design: 'green-standard',
  deliveryBusinessDays: 10,
  position: 9,
  offered: true,
  ...change,
})
const makeType = async (code: string, change: object = {}) =>
  (await post<Type>('/card-types', await typeOf(code, change))).body.data
const remove = (by: TestBrowser, path: string, version: number) => by.send('DELETE', path, ifMatch(version))
const shown = async () => (await who.holder.get<RequestOptions>('/cards/request-options')).body.data.types

/** A card of a type in a company that the administrator does not see. */
const makeCard = ({ id, issuePlan }: Pick<Type, 'id' | 'issuePlan'>) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into card (id, ref, company_id, user_id, card_type_id, plan_id, form, origin, reference, name_on_card, status,
         payment_status, created_at)
       select $1::uuid, 'C-' || right($1::text, 8), company_id, id, $2, $3, 'virtual', 'requested', $1::text, 'Ana Díaz', 'new',
         'unpaid', now()
       from app_user where id = $4`,
      [product.kernel.ids.next(), id, issuePlan.id, holderId],
    ),
  )

test('a plan has a code of at least 3 characters, which no other plan has', async () => {
  const made = await post<Plan>('/card-plans', { code: 'GOLD-1', name: 'Gold', kind: 'issue', price: '99' })
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { code: 'GOLD-1', price: '99.00', archived: false, typeCount: 0, version: 1 },
  ])
  for (const code of ['ab', 'a b', '', '<b>x', `x'; --`]) {
    const wrong = await post<Plan>('/card-plans', { code, name: 'X', kind: 'issue', price: '1' })
    expect([wrong.status, wrong.body.errors?.['code']]).toEqual([
      422,
      ['At least 3 letters, digits, hyphens or points.'],
    ])
  }
  const again = await post('/card-plans', { code: 'gold-1', name: 'Other', kind: 'issue', price: '1' })
  expect([again.status, again.body.code]).toEqual([409, 'code_taken'])
  for (const price of ['-1', '1.005', '1e3'])
    expect((await post('/card-plans', { code: 'p-1', name: 'P', kind: 'issue', price })).status).toBe(422)
})

test('two create the same code at once: one is refused', async () => {
  const send = () => post('/card-plans', { code: 'race', name: 'Race', kind: 'issue', price: '1' })
  expect(statusesOf(await Promise.all([send(), send()]))).toEqual([201, 409])
})

test('a type has plans of its kinds that are not archived', async () => {
  const type = await makeType('fresh')
  expect(type).toMatchObject({ price: '15.00', replacementPrice: '7.50', kind: 'plastic', imageUrl: null })
  const old = await makePlan('old')
  expect((await who.admin.post(`/card-plans/${old.id}/archive`, {}, ifMatch(1))).status).toBe(200)
  const wrong = [
    await typeOf('wrong-1', { issuePlanId: type.replacementPlan.id }),
    await typeOf('wrong-2', { replacementPlanId: type.issuePlan.id }),
    await typeOf('wrong-3', { issuePlanId: old.id }),
    await typeOf('wrong-4', { issuePlanId: product.kernel.ids.next() }),
  ]
  for (const body of wrong) expect((await post('/card-types', body)).body.code).toBe('plan_not_possible')
})

test('a changed price applies to what is requested next, at once', async () => {
  const { issuePlan } = await makeType('priced')
  const priceNow = async () => (await shown()).find(({ code }) => code === 'priced')?.plans[0]?.price
  expect(await priceNow()).toBe('15.00')
  await who.admin.patch(`/card-plans/${issuePlan.id}`, { price: '18.00' }, ifMatch(1))
  expect(await priceNow()).toBe('18.00')
})

test('a second editor is told, and gets the version of the first', async () => {
  const type = await makeType('both')
  const path = `/card-types/${type.id}`
  expect((await who.admin.patch(path, { name: 'First' }, ifMatch(1))).status).toBe(200)
  const late = await who.second.patch<Type>(path, { name: 'Second' }, ifMatch(1))
  expect([late.status, late.body.code, late.body.data]).toMatchObject([
    409,
    'record_changed',
    { name: 'First', version: 2, price: '15.00' },
  ])
  expect((await who.second.patch<Type>(path, { name: 'Second' }, ifMatch(2))).body.data.name).toBe('Second')
  expect((await who.second.patch(path, { name: 'X' })).status).toBe(422)
})

test('an archived type is not shown to cardholders, and its cards stay', async () => {
  const type = await makeType('leaving')
  await makeCard(type)
  const gone = await who.admin.post<Type>(`/card-types/${type.id}/archive`, {}, ifMatch(1))
  expect(gone.body.data).toMatchObject({ archived: true, version: 2 })
  expect((await shown()).map(({ code }) => code)).not.toContain('leaving')
  const cards = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ status: string }>('select status from card where card_type_id = $1', [type.id]),
  )
  expect(cards).toEqual([{ status: 'new' }])
  await who.admin.post(`/card-types/${type.id}/restore`, {}, ifMatch(2))
  expect((await shown()).map(({ code }) => code)).toContain('leaving')
})

test('a record with related records is not deleted, wherever they are', async () => {
  const type = await makeType('used')
  const refusedText = 'Not allowed to delete a record with related records'
  const ofPlan = `/card-plans/${type.issuePlan.id}`
  expect((await remove(who.admin, ofPlan, 1)).body).toMatchObject({
    code: 'related_records',
    message: refusedText,
  })
  expect((await who.admin.post(`${ofPlan}/archive`, {}, ifMatch(1))).body.code).toBe('plan_used')
  await makeCard(type)
  const ofType = `/card-types/${type.id}`
  expect((await remove(who.admin, ofType, 1)).body.message).toBe(refusedText)
  expect((await who.admin.get(ofType)).status).toBe(200)
  const free = await makeType('free-one')
  expect((await remove(who.admin, `/card-types/${free.id}`, 1)).status).toBe(200)
  expect((await remove(who.admin, `/card-plans/${free.issuePlan.id}`, 1)).status).toBe(200)
  expect((await who.admin.get(`/card-plans/${free.issuePlan.id}`)).status).toBe(404)
})

test('the type of automatic cards stays', async () => {
  const { version } = (await who.admin.get<Type>(`/card-types/${automaticTypeId}`)).body.data
  const path = `/card-types/${automaticTypeId}`
  expect((await who.admin.post(`${path}/archive`, {}, ifMatch(version))).body.code).toBe('automatic_type')
  expect((await remove(who.admin, path, version)).body.code).toBe('automatic_type')
})

test('a picture is drawn again in the form of a card', async () => {
  const type = await makeType('pictured')
  const drawn = sharp({ create: { width: 300, height: 900, channels: 3, background: '#336699' } })
  const file = (
    await drawn
      .withExif({ IFD0: { Copyright: 'SECRET-EXIF' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
  const path = `/card-types/${type.id}/image`
  const saved = await who.admin.post<Type>(path, { file }, ifMatch(1))
  const bytes = Buffer.from(saved.body.data.imageUrl?.split(',')[1] ?? '', 'base64')
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 800, height: 505, format: 'webp' })
  expect(bytes.includes('SECRET-EXIF')).toBe(false)
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  expect((await who.admin.post(path, { file: script }, ifMatch(2))).body.code).toBe('picture_not_accepted')
  expect((await who.admin.post<Type>(path, { file: null }, ifMatch(2))).body.data.imageUrl).toBeNull()
})

test('a viewer reads, and only who may change it changes it', async () => {
  const type = await makeType('guarded')
  for (const by of [who.viewer, who.mediator]) {
    expect((await by.get('/card-types')).status).toBe(200)
    expect((await by.get(`/card-types/${type.id}`)).status).toBe(200)
    const tries = [
      await by.patch(`/card-types/${type.id}`, { name: 'Mine' }, ifMatch(1)),
      await by.post(`/card-types/${type.id}/archive`, {}, ifMatch(1)),
      await remove(by, `/card-types/${type.id}`, 1),
      await by.patch(`/card-plans/${type.issuePlan.id}`, { price: '0' }, ifMatch(1)),
      await post('/card-plans', { code: 'mine', name: 'Mine', kind: 'issue', price: '0' }, by),
    ]
    expect(tries.map(({ body }) => body.code)).toEqual(tries.map(() => 'permission_denied'))
  }
  expect((await who.holder.get('/card-types')).body.code).toBe('permission_denied')
})

test('the audit has what was changed', async () => {
  const type = await makeType('audited')
  await who.admin.patch(`/card-types/${type.id}`, { name: 'Renamed', offered: false }, ifMatch(1))
  const changes = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ before: unknown; after: unknown }>(
      'select before, after from audit_change where entity_id = $1 order by audit_id',
      [type.id],
    ),
  )
  expect(changes).toMatchObject([
    { before: null, after: { code: 'audited', form: 'physical', finish: 'plastic' } },
    { before: { name: 'Type audited', offered: true }, after: { name: 'Renamed', offered: false } },
  ])
})
