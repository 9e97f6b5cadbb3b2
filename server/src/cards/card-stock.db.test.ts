import type { checkCardStock, listCardStock } from '@cardamom/contract/cards/card-stock'
import type { WireOf } from '@cardamom/contract/endpoint'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeopleProduct, type PeopleProduct } from '../../../tests/support/people-product.ts'
import { statusesOf, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { logIn, makeCompany, makeUser } from '../../../tests/support/test-people.ts'
import { allTenants } from '../kernel/database.ts'
import { automaticTypeId } from './card-types.sql.ts'

type Row = WireOf<typeof listCardStock>['items'][number]
type StockCheck = WireOf<typeof checkCardStock>

const plastic = '00000000-0000-7000-8000-000000000902'
let product: PeopleProduct
const who: Record<'admin' | 'mediator' | 'viewer', TestBrowser> = {} as never

beforeAll(async () => {
  product = await createPeopleProduct()
  const north = await makeCompany(product, { slug: 'north', name: 'North' })
  const staff = async (name: keyof typeof who, roleId: number, own: object = {}) => {
    await makeUser(product, { email: `${name}@example.com`, roleId, ...own })
    who[name] = await logIn(product, name)
  }
  await staff('admin', 10)
  await staff('mediator', 5, { companyId: north })
  await staff('viewer', 3)
  // A second factor that was shown lately.
  await product.kernel.db.write(allTenants, (sql) => sql.run('update session set confirmed_at = now()'))
})
afterAll(() => product.stop())

let keys = 0
const row = (line: number, serial: string, change: object = {}) => ({
  line,
  bin: '411111',
  lastDigits: '0042',
  serial,
  expiry: '12/99',
  ...change,
})
const check = (rows: object[], by = who.admin, cardTypeId = plastic) =>
  by.post<StockCheck>('/card-stock/checks', { cardTypeId, rows })
const add = (
  rows: object[],
  { by = who.admin, cardTypeId = plastic, key = `stock-${(keys += 1)}-key` } = {},
) =>
  by.post<{ imported: number }>('/card-stock', { cardTypeId, rows }, { headers: { 'idempotency-key': key } })
const stock = async (query = '', by = who.admin) =>
  (await by.get<{ items: Row[] }>(`/card-stock${query}`)).body.data.items

test('a file is checked by line and imported as a whole, and its cards are found', async () => {
  const rows = [row(2, 'AA-0001'), row(3, 'aa-0002', { lastDigits: '77' })]
  expect((await check([...rows, row(4, 'AA-0003', { expiry: '01/20' })])).body.data).toEqual({
    good: 2,
    problems: [{ line: 4, problem: 'expiry_soon', firstLine: null }],
  })
  expect(await stock()).toEqual([])
  const first = await add(rows, { key: 'stock-first' })
  expect([first.status, first.body.data]).toEqual([201, { imported: 2 }])
  expect((await add(rows, { key: 'stock-first' })).body.data).toEqual({ imported: 2 })
  expect(await stock('?sort=serial')).toMatchObject([
    { serial: 'AA-0001', bin: '411111', lastDigits: '0042', expiry: '12/99', type: 'Plastic' },
    { serial: 'AA-0002', lastDigits: '0077' },
  ])
  expect((await stock('?q=aa-0002')).map(({ serial }) => serial)).toEqual(['AA-0002'])
  expect((await stock('?q=0042')).map(({ serial }) => serial)).toEqual(['AA-0001'])
  expect(await stock('?sort=serial', who.mediator)).toHaveLength(2)
  const audit = await product.kernel.db.read(allTenants, (sql) =>
    sql.rows<{ after: object }>(`select after from audit_change where entity = 'card_stock'`),
  )
  expect(audit).toMatchObject([{ after: { imported: 2, serials: ['AA-0001', 'AA-0002'] } }])
})

test('a file with a wrong row imports nothing, and a serial is imported once', async () => {
  const before = (await stock()).length
  const refusal = await add([row(2, 'BB-0001'), row(3, 'BB-0002', { bin: '41' })])
  expect([refusal.status, refusal.body.code]).toEqual([409, 'stock_rows_invalid'])
  expect(await stock()).toHaveLength(before)
  const twice = await Promise.all([add([row(2, 'CC-0001')]), add([row(2, 'CC-0001')])])
  expect(statusesOf(twice).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await check([row(2, 'cc-0001')])).body.data.problems).toMatchObject([{ problem: 'known' }])
})

test('virtual and unknown types, and readers without the tag, are refused', async () => {
  const codes = [
    await add([row(2, 'DD-0001')], { cardTypeId: automaticTypeId }),
    await check([row(2, 'DD-0001')], who.admin, '00000000-0000-7000-8000-000000000fff'),
    await check([row(2, 'DD-0001')], who.mediator),
    await add([row(2, 'DD-0001')], { by: who.viewer }),
    await who.viewer.get('/card-stock'),
  ].map(({ status, body }) => [status, body.code])
  expect(codes).toEqual([
    [409, 'type_not_physical'],
    [404, 'record_not_found'],
    [403, 'permission_denied'],
    [403, 'permission_denied'],
    [403, 'permission_denied'],
  ])
})
