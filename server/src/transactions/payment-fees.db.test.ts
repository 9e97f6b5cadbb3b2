import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'

let product: SpendingProduct
let browser: TestBrowser
let issuerCardId: string

beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  const person = await product.person('lucia@example.com')
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, 50_000n)
  await product.settle()
  browser = person.browser
  issuerCardId = card.issuerCardId
})
afterAll(() => product.stop())

const machine = { name: 'Cajero Sol', mcc: '6011', city: 'Lima', country: 'PER' }
const withdraw = () =>
  product.issuer.control<{ id: string }>('/simulate/authorisation', {
    cardId: issuerCardId,
    originalAmount: '200.00',
    originalCurrency: 'PEN',
    channel: 'ATM',
    merchant: machine,
  })

type Row = {
  id: string
  status: string
  purpose: string
  amount: string
  total: string
  fees: { type: string; amount: string }[]
  original: { amount: string; rate: string } | null
  merchant: { country: string } | null
}
const list = async (query = '') =>
  (await browser.get<{ items: Row[]; count: number }>(`/transactions${query}`)).body.data
const cash = async () => (await list()).items.find(({ purpose }) => purpose === 'cash') as Row
const cents = (amount: string) => Math.round(Number(amount) * 100)
const beforeFees = ({ total, fees }: Row) =>
  -cents(total) - fees.reduce((sum, { amount }) => sum + cents(amount), 0)
const byRate = ({ original }: Row) => Math.round((Number(original?.amount) / Number(original?.rate)) * 100)

test('a payment is one row with its fees inside, held and settled, and its rate leads to the rest', async () => {
  const { id } = await withdraw()
  await product.settle()
  const held = await cash()
  expect(held).toMatchObject({ status: 'floating', merchant: { country: 'PE' } })
  expect(held.fees.map(({ type }) => type)).toEqual(['atm', 'fx'])
  expect(beforeFees(held)).toBe(byRate(held))

  await product.issuer.control(`/simulate/${id}/clearing`, {})
  await product.settle()
  const settled = await cash()
  expect(settled).toMatchObject({ status: 'settled', total: held.total })
  expect(settled.amount).not.toBe(settled.total)
  expect(settled.fees).toEqual(expect.arrayContaining(held.fees))
  expect(beforeFees(settled)).toBe(byRate(settled))
  expect(await list()).toMatchObject({ count: 2, items: [{ purpose: 'cash' }, { purpose: 'load' }] })
})

test('the total is what the search and the sums know', async () => {
  const { total, amount } = await cash()
  for (const known of [total, amount]) {
    expect((await list(`?q=${known.slice(1)}`)).items).toMatchObject([{ purpose: 'cash' }])
  }
  const { body } = await browser.get<{ spent: string }>('/activity/summary')
  expect(body.data.spent).toBe(total.slice(1))
  const spending = await browser.get<{ total: string }>('/spending')
  expect(spending.body.data.total).toBe(total.slice(1))
})

test('the fees stay lines of their own in the CSV, and in the list on request', async () => {
  const { id, total } = await cash()
  const fees = await list('?purpose=fee')
  expect(fees.count).toBe(2)
  const csv = (await browser.get('/transactions/export')).text
  expect(csv.split('\r\n').filter((line) => line.includes(',Fee,'))).toHaveLength(2)
  const detail = await browser.get<Row & { related: Row[] }>(`/transactions/${id}`)
  expect(detail.body.data).toMatchObject({ total, related: [] })
  const fee = await browser.get<{ related: Row[] }>(`/transactions/${fees.items[0]?.id}`)
  expect(fee.body.data.related).toMatchObject([{ id, total }])
})

test('what was released charges nothing', async () => {
  const { id } = await withdraw()
  await product.settle()
  await product.issuer.control(`/simulate/${id}/reversal`, {})
  await product.settle()
  const [row] = (await list('?status=released')).items
  expect(row).toMatchObject({ fees: [], original: { amount: '200.00' } })
})
