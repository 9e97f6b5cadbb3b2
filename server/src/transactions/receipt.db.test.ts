import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'

let product: SpendingProduct
let lucia: { userId: string; browser: TestBrowser; cardId: string; lastDigits: string }
let mateo: TestBrowser

type Row = { id: string; purpose: string; status: string; merchant: { name: string } | null }

beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  const person = await product.person('lucia@example.com')
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, 50_000n)
  const hotel = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
  const paid = await product.issuer.control<{ id: string }>('/simulate/authorisation', {
    cardId: card.issuerCardId,
    originalAmount: '377.00',
    originalCurrency: 'PEN',
    merchant: hotel,
  })
  await product.issuer.control(`/simulate/${paid.id}/clearing`, {})
  await product.issuer.control('/simulate/authorisation', {
    cardId: card.issuerCardId,
    amount: '9000.00',
    merchant: { name: 'Ripley', mcc: '5311', city: 'Lima', country: 'PER' },
  })
  await product.issuer.control('/simulate/authorisation', {
    cardId: card.issuerCardId,
    originalAmount: '30000.00',
    originalCurrency: 'PEN',
    merchant: { name: 'Joyas Inti', mcc: '5944', city: 'Cusco', country: 'PER' },
  })
  await product.settle()
  const listed = await person.browser.get<{ items: { lastDigits: string }[] }>('/cards')
  const lastDigits = listed.body.data.items[0]?.lastDigits ?? ''
  lucia = { ...person, cardId: card.id, lastDigits }
  mateo = (await product.person('mateo@example.com')).browser
})
afterAll(() => product.stop())

const rowOf = async (name: string): Promise<Row & Record<string, unknown>> => {
  const { body } = await lucia.browser.get<{ items: (Row & Record<string, unknown>)[] }>('/transactions')
  const row = body.data.items.find(({ merchant }) => merchant?.name === name)
  if (!row) throw new Error(`No row of ${name}`)
  return row
}

/**
 * An entry of the PDF's information object. PDFKit writes it in Latin letters, or in UTF-16 for other
 * characters.
 */
const textOf = (pdf: string, entry: string): string => {
  const at = new RegExp(`/${entry} (\\d+) 0 R`).exec(pdf)?.[1]
  return new RegExp(`\\n${at} 0 obj\\n\\(([^)]*)\\)`).exec(pdf)?.[1] ?? ''
}

const receiptOf = async (browser: TestBrowser, transactionId: string, timeZone?: string) => {
  const query = { transactionId, ...(timeZone === undefined ? {} : { timeZone }) }
  return browser.get(`/transactions/receipt?${new URLSearchParams(query).toString()}`, {
    headers: { lang: 'en' },
  })
}

test('a receipt holds merchant, place, local amount, rate, fees, total, card, times and reference', async () => {
  const row = await rowOf('Hotel Antigua')
  const answer = await receiptOf(lucia.browser, row.id, 'America/Lima')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toMatch(/filename="receipt-\d{4}-\d\d-\d\d\.pdf"/)
  expect(answer.text.match(/\/Type \/Page\b/g)).toHaveLength(1)
  const original = row['original'] as { rate: string }
  const total = String(row['total']).replace('-', '')
  const subject = answer.text.includes('/Subject') ? textOf(answer.text, 'Subject') : ''
  // The minus sign is not a Latin letter, so the whole text is UTF-16.
  const said = subject.replaceAll('\u0000', '')
  for (const part of [
    'Status: Settled',
    'Merchant: Hotel Antigua',
    'Place: Cusco, Peru',
    'Local amount: PEN 377.00',
    `Rate: 1 USD = ${original.rate} PEN`,
    'Foreign currency fee: ',
    `$${total}`,
    `Virtual ·· ${lucia.lastDigits}`.slice(-4),
    'Account holder: ',
    `Reference: ${row.id}`,
    'GMT-5',
  ]) {
    expect(said, part).toContain(part)
  }
})

test('a receipt of a declined payment says that nothing was charged', async () => {
  const { id } = await rowOf('Ripley')
  const { text } = await receiptOf(lucia.browser, id)
  expect(textOf(text, 'Subject').replaceAll('\u0000', '')).toContain('Status: Declined, nothing charged')
})

test('a receipt of a declined payment names no rate that leads to another amount', async () => {
  const { id, original } = await rowOf('Joyas Inti')
  expect(original).toMatchObject({ amount: '30000.00', currency: 'PEN', rate: null })
  const { text } = await receiptOf(lucia.browser, id)
  const said = textOf(text, 'Subject').replaceAll('\u0000', '')
  expect(said).toContain('Local amount: PEN 30000.00')
  expect(said).not.toContain('Rate: ')
})

test('times are in the requested zone, else in the person’s zone, else in the company’s', async () => {
  const { id } = await rowOf('Hotel Antigua')
  const timesOf = async (zone?: string) => {
    const { text } = await receiptOf(lucia.browser, id, zone)
    return /Date: [^;]*/.exec(textOf(text, 'Subject').replaceAll('\u0000', ''))?.[0]
  }
  expect(await timesOf()).toMatch(/GMT\+0$/)
  const { version } = (await lucia.browser.get<{ version: number }>('/me')).body.data
  const headers = { 'if-match': String(version) }
  await lucia.browser.patch('/me', { timeZone: 'Pacific/Kiritimati' }, { headers })
  expect(await timesOf()).toMatch(/GMT\+14$/)
  expect(await timesOf('America/Lima')).toMatch(/GMT-5$/)
})

test('the receipt of another person and an unknown time zone are refused', async () => {
  const { id } = await rowOf('Hotel Antigua')
  expect((await receiptOf(mateo, id)).status).toBe(404)
  const wrong = await lucia.browser.get(`/transactions/receipt?transactionId=${id}&timeZone=Moon/Base`)
  expect(wrong.status).toBe(422)
  const call = '/transactions/receipt'
  const { body } = await lucia.browser.post<{ url: string }>('/downloads', {
    call,
    query: { transactionId: id },
  })
  const file = await lucia.browser.get(body.data.url.replace('/api', ''))
  expect(file.headers['content-type']).toBe('application/pdf')
})
