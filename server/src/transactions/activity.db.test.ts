import { listTransactions } from '@cardamom/contract/transactions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOfList } from '../../../tests/support/list-files.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { houseId } from '../companies/company.ts'

let product: SpendingProduct
let lucia: { userId: string; browser: TestBrowser }
let cardId: string

const shops = [
  { name: 'Mercado Verde', mcc: '5411', city: 'Lima', country: 'PER', amount: '64.20' },
  { name: '=HYPERLINK("x")', mcc: '5812', city: 'Lima', country: 'PER', amount: '12.85' },
  { name: 'Línea 100%', mcc: '4111', city: 'Cusco', country: 'PER', amount: '6.49' },
]

const withCard = async (email: string) => {
  const person = await product.person(email)
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, 50_000n)
  await product.settle()
  return { ...person, card }
}

beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  const person = await withCard('lucia@example.com')
  lucia = person
  cardId = person.card.id
  for (const { amount, ...merchant } of shops) {
    const body = { cardId: person.card.issuerCardId, amount, merchant }
    const paid = await product.issuer.control<{ id: string }>('/simulate/authorisation', body)
    await product.issuer.control(`/simulate/${paid.id}/clearing`, {})
    if (merchant.mcc === '5411')
      await product.issuer.control(`/simulate/${paid.id}/refund`, { amount: '4.20' })
  }
  const merchant = { name: 'Hotel Miramar', mcc: '7011', city: 'Cusco', country: 'PER' }
  const body = {
    cardId: person.card.issuerCardId,
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    merchant,
  }
  await product.issuer.control('/simulate/authorisation', body)
  await product.settle()
})
afterAll(() => product.stop())

type Row = { id: string; amount: string; purpose: string; merchant: { name: string } | null }
type Page = { items: Row[]; count: number; nextCursor: string | null; countIsCapped: boolean }
const list = async (query: string) => lucia.browser.get<Page>(`/transactions?${query}`)
const names = async (query: string) =>
  (await list(query)).body.data.items.map(({ merchant, purpose }) => merchant?.name ?? purpose)

test('rows are filtered by status, category, purpose and text', async () => {
  expect((await list('')).body.data).toMatchObject({ count: 6, countIsCapped: false, nextCursor: null })
  expect(await names('status=floating')).toEqual(['Hotel Miramar'])
  expect(await names('category=groceries')).toEqual(['Mercado Verde', 'Mercado Verde'])
  expect(await names('purpose=load')).toEqual(['load'])
  expect(await names('q=cusco')).toEqual(['Hotel Miramar', 'Línea 100%'])
  expect(await names('q=100%25')).toEqual(['Línea 100%'])
  expect(await names('q=64.20')).toEqual(['Mercado Verde'])
  expect(await names(`cardId=${cardId}&purpose=refund`)).toEqual(['Mercado Verde'])
  expect(await names('from=2020-01-01&to=2020-12-31')).toEqual([])
  const today = product.kernel.clock.now().toISOString().slice(0, 10)
  expect(await names(`from=${today}&to=${today}&status=settled`)).toHaveLength(5)
})

const oneHourMs = 3_600_000
/** A zone in which it is another day than in UTC now, and what day it is there. */
const zoneOfAnotherDay = () => {
  const now = product.kernel.clock.now()
  const [zone, ahead] = now.getUTCHours() > 10 ? ['Pacific/Kiritimati', 14] : ['Pacific/Pago_Pago', -11]
  const there = new Date(now.getTime() + Number(ahead) * oneHourMs).toISOString().slice(0, 10)
  return { zone: String(zone), here: now.toISOString().slice(0, 10), there }
}
const choose = async (timeZone: string | null) => {
  const { version } = (await lucia.browser.get<{ version: number }>('/me')).body.data
  const headers = { 'if-match': String(version) }
  expect((await lucia.browser.patch('/me', { timeZone }, { headers })).status).toBe(200)
}

test('days are those of the zone that the person chose, in lists, sums and files', async () => {
  const { zone, here, there } = zoneOfAnotherDay()
  const rowsOn = async (day: string) => {
    const span = `from=${day}&to=${day}`
    const { counts } = await sumsOf(span)
    const csv = await lucia.browser.get(`/transactions/export?${span}`)
    return [(await names(span)).length, counts.all, csv.text.split('\r\n').length - 2]
  }
  const fileOf = async (path: string) =>
    String((await lucia.browser.get(path)).headers['content-disposition'])
  const monthOf = async () => (await lucia.browser.get<{ month: string }>('/spending')).body.data.month
  expect([await rowsOn(here), await rowsOn(there)]).toEqual([
    [6, 6, 6],
    [0, 0, 0],
  ])
  await choose(zone)
  expect([await rowsOn(here), await rowsOn(there)]).toEqual([
    [0, 0, 0],
    [6, 6, 6],
  ])
  expect(await fileOf('/transactions/export')).toContain(`-${there}.csv`)
  expect(await fileOf('/transactions/statement')).toContain(`-${there}.pdf`)
  expect(await monthOf()).toBe(there.slice(0, 7))
  await choose(null)
  expect(await rowsOn(here)).toEqual([6, 6, 6])
})

test('what is no filter is refused', async () => {
  for (const query of ['status=lost', 'from=2026-02-30', 'cardId=1', 'category=yachts', 'limit=0']) {
    const answer = await list(query)
    expect([query, answer.status, answer.body.code]).toEqual([query, 422, 'validation'])
  }
})

test('a span that ends before it starts is refused at its last day, in every call that has one', async () => {
  const turned = 'from=2026-02-01&to=2026-01-31'
  for (const path of [
    '/transactions',
    '/transactions/export',
    '/transactions/statement',
    '/activity/summary',
  ]) {
    const { status, body } = await lucia.browser.get(`${path}?${turned}`)
    expect([path, status, body]).toMatchObject([
      path,
      422,
      { code: 'validation', errors: { to: ['The last day is before the first one.'] } },
    ])
  }
  expect((await list('from=2026-01-31&to=2026-01-31')).status).toBe(200)
})

test('pages follow one another, and a cursor belongs to its filter', async () => {
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Page = (await list(`limit=2${cursor ? `&cursor=${cursor}` : ''}`)).body.data
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
    expect(page.count).toBe(6)
  }
  expect(new Set(seen).size).toBe(6)
  const first = (await list('limit=2')).body.data.nextCursor
  expect((await list(`limit=2&status=settled&cursor=${first}`)).status).toBe(422)
  expect((await list('cursor=nonsense')).status).toBe(422)
})

test("the shop's currency and its rate are stored with the dollars", async () => {
  const [hotel] = (await list('status=floating')).body.data.items
  expect(hotel).toMatchObject({
    amount: '-101.43',
    total: '-101.43',
    fees: [{ type: 'fx', amount: '1.00' }],
    original: { amount: '377.00', currency: 'PEN', rate: '3.7538' },
    holdsUntil: expect.stringMatching(/Z$/),
  })
})

test('a payment shows its refund, and the refund its payment', async () => {
  const [paid] = (await list('category=groceries&purpose=purchase')).body.data.items
  const detail = await lucia.browser.get<{ related: Row[] }>(`/transactions/${paid?.id}`)
  expect(detail.body.data).toMatchObject({
    status: 'settled',
    amount: '-64.20',
    authorisationCode: null,
    related: [{ purpose: 'refund', amount: '4.20', refundOf: expect.any(String) }],
  })
  const refund = await lucia.browser.get<{ related: Row[] }>(
    `/transactions/${detail.body.data.related[0]?.id}`,
  )
  expect(refund.body.data).toMatchObject({ purpose: 'refund', related: [{ id: paid?.id }] })
})

test('spending of the month by category, refunds subtracted, holds counted apart', async () => {
  const spent = await lucia.browser.get('/spending')
  expect(spent.body.data).toMatchObject({
    total: '180.77',
    held: '101.43',
    previousTotal: '0.00',
    categories: [
      { category: 'travel', amount: '101.43', held: '101.43', count: 1 },
      { category: 'groceries', amount: '60.00', held: '0.00', count: 1 },
      { category: 'restaurants', amount: '12.85' },
      { category: 'transport', amount: '6.49' },
    ],
  })
  const other = await lucia.browser.get('/spending?month=2020-01')
  expect(other.body.data).toMatchObject({ month: '2020-01', total: '0.00', categories: [] })
  expect((await lucia.browser.get('/spending?month=2020-13')).status).toBe(422)
})

type Sums = { in: string; spent: string; counts: { all: number } }
const sumsOf = async (query: string) =>
  (await lucia.browser.get<Sums>(`/activity/summary?${query}`)).body.data

test('in, spent and what is available agree', async () => {
  const { body } = await lucia.browser.get('/activity/summary')
  expect(body.data).toEqual({
    in: '500.00',
    spent: '180.77',
    balance: '420.66',
    held: '101.43',
    available: '319.23',
    counts: { all: 6, floating: 1, settled: 5, declined: 0 },
  })
})

test('the sums are those of the filter, whatever it narrows', async () => {
  expect(await sumsOf('status=floating')).toMatchObject({ in: '0.00', spent: '101.43' })
  expect(await sumsOf('status=settled')).toMatchObject({ in: '500.00', spent: '79.34' })
  expect(await sumsOf('status=declined')).toMatchObject({ in: '0.00', spent: '0.00' })
  expect(await sumsOf('category=groceries')).toMatchObject({ in: '0.00', spent: '60.00' })
  expect(await sumsOf('purpose=load')).toMatchObject({ in: '500.00', spent: '0.00' })
  expect(await sumsOf('q=cusco')).toMatchObject({ spent: '107.92', counts: { all: 2 } })
  expect((await lucia.browser.get('/activity/summary?category=yachts')).status).toBe(422)
})

test('the CSV holds exactly the filter, in the language of the reader, and no formula', async () => {
  const csv = await lucia.browser.get('/transactions/export?category=restaurants', {
    headers: { lang: 'es' },
  })
  expect(csv.status).toBe(200)
  expect(csv.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="transacciones-\d{4}-\d\d-\d\d\.csv"$/,
    ),
  })
  const [head, row, end, ...rest] = csv.text.split('\r\n')
  expect(head?.startsWith('\uFEFFFecha (UTC),Estado,Concepto,')).toBe(true)
  expect(row).toContain(`Liquidado,Compra,"'=HYPERLINK(""x"")",Lima,PE,Restaurantes,`)
  expect(row).toContain(',-12.85,')
  expect([end, rest]).toEqual(['', []])
  const all = await lucia.browser.get('/transactions/export')
  expect(all.text.split('\r\n')).toHaveLength(8)
  expect((await lucia.browser.get('/transactions/export?status=lost')).status).toBe(422)
})

test('the file that the database sends has the lines of the rows themselves', async () => {
  const scope = { kind: 'own', userId: lucia.userId, companyId: houseId } as const
  const linesOf = (query: Record<string, string>) =>
    linesOfList(product.kernel.db, listTransactions, scope, { query, userId: lucia.userId })
  const { file, items } = await linesOf({})
  expect(file).toEqual(items)
  expect(file).toHaveLength(8)
  expect(file.join()).toContain(',377.00,PEN,')
  const cusco = await linesOf({ q: 'cusco', status: 'floating' })
  expect(cusco.file).toEqual(cusco.items)
  expect(cusco.file).toHaveLength(3)
})

test("another person's rows do not exist", async () => {
  const { browser } = await withCard('tomas@example.com')
  const [row] = (await list('status=floating')).body.data.items
  const answer = await browser.get(`/transactions/${row?.id}`)
  expect([answer.status, answer.body.code]).toEqual([404, 'record_not_found'])
  const mine = await browser.get<Page>(`/transactions?cardId=${cardId}`)
  expect(mine.body.data.items).toEqual([])
  const summary = await browser.get(`/activity/summary?cardId=${cardId}`)
  expect(summary.body.data).toMatchObject({ balance: '0.00', in: '0.00' })
  expect((await browser.get('/transactions/export')).text).not.toContain('Miramar')
  const visitor = await fetch(`http://127.0.0.1:${product.port}/api/transactions`)
  expect(visitor.status).toBe(401)
})
