import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { createTestBrowser, type TestBrowser } from '../../../tests/support/test-browser.ts'
import { allTenants } from '../kernel/database.ts'
import { FileChanged } from '../kernel/file-pages.ts'
import { transactionsList } from './transactions.list.ts'

let product: SpendingProduct
let lucia: { userId: string; browser: TestBrowser; cardId: string; companyId: string }
let mateo: TestBrowser

const withCard = async (email: string, loadedCents: bigint) => {
  const person = await product.person(email)
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, loadedCents)
  await product.settle()
  return { ...person, cardId: card.id, companyId: card.companyId, issuerCardId: card.issuerCardId }
}

beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  const person = await withCard('lucia@example.com', 50_000n)
  lucia = person
  mateo = (await withCard('mateo@example.com', 9_900n)).browser
  const merchant = { name: 'Mercado Ñandú 🛒', mcc: '5411', city: 'Lima', country: 'PER' }
  const body = { cardId: person.issuerCardId, amount: '64.20', merchant }
  const paid = await product.issuer.control<{ id: string }>('/simulate/authorisation', body)
  await product.issuer.control(`/simulate/${paid.id}/clearing`, {})
  const hold = { ...body, amount: '20.00' }
  await product.issuer.control('/simulate/authorisation', hold)
  await product.settle()
})
afterAll(() => product.stop())

/** An entry of the PDF's information object. */
const textOf = (pdf: string, entry: string) => {
  const at = new RegExp(`/${entry} (\\d+) 0 R`).exec(pdf)?.[1]
  return new RegExp(`\\n${at} 0 obj\\n\\(([^)]*)\\)`).exec(pdf)?.[1]
}

/** The document's own description and its number of pages. */
const about = (pdf: string) => ({
  isPdf: pdf.startsWith('%PDF-'),
  subject: textOf(pdf, 'Subject'),
  pages: pdf.match(/\/Type \/Page\b/g)?.length ?? 0,
})
const request = async (
  browser: TestBrowser,
  query: Record<string, string>,
  call = '/transactions/statement',
) => browser.post<{ url: string }>('/downloads', { call, query })
const fetchOf = async (browser: TestBrowser, query: Record<string, string>) => {
  const { body } = await request(browser, query)
  return browser.get(body.data.url.replace('/api', ''))
}

test('a statement up to today has the exact balances', async () => {
  const answer = await fetchOf(lucia.browser, {})
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="statement-\d{4}-\d\d-\d\d\.pdf"$/,
  )
  expect(about(answer.text)).toEqual({
    isPdf: true,
    subject: 'Opening balance $0.00, In $500.00, Out $64.20, Closing balance $435.80',
    pages: 1,
  })
})

test('a statement up to a past day has no later rows', async () => {
  const past = await fetchOf(lucia.browser, { to: '2026-01-31' })
  expect(about(past.text).subject).toBe('Opening balance $0.00, In $0.00, Out $0.00, Closing balance $0.00')
  const today = product.kernel.clock.now().toISOString().slice(0, 10)
  const onlyToday = await fetchOf(lucia.browser, { from: today, to: today, cardId: lucia.cardId })
  expect(about(onlyToday.text).subject).toMatch(/Closing balance \$435\.80$/)
})

test('the address works once, and only for the browser that requested it', async () => {
  const { body } = await request(lucia.browser, {})
  const path = body.data.url.replace('/api', '')
  expect((await mateo.get(path)).status).toBe(410)
  expect((await createTestBrowser(product.kernel.app).get(path)).status).toBe(410)
  expect((await lucia.browser.get(path)).status).toBe(200)
  expect(await lucia.browser.get(path)).toMatchObject({ status: 410, body: { code: 'link_expired' } })
  expect((await lucia.browser.get(`/downloads/${'A'.repeat(43)}`)).status).toBe(410)
})

test("another person's card is not found, and a span that ends before its start is refused", async () => {
  const foreign = await mateo.get(`/transactions/statement?cardId=${lucia.cardId}`)
  expect([foreign.status, foreign.body.code]).toEqual([404, 'record_not_found'])
  expect((await fetchOf(mateo, { cardId: lucia.cardId })).status).toBe(404)
  const turned = await request(mateo, { from: '2026-02-01', to: '2026-01-01' })
  expect([turned.status, turned.body.code]).toEqual([422, 'validation'])
  const turnedFile = await mateo.post('/transactions/export', { from: '2026-02-01', to: '2026-01-01' })
  expect([turnedFile.status, turnedFile.body.code]).toEqual([422, 'validation'])
  expect((await request(mateo, {}, '/users')).status).toBe(422)
  expect((await createTestBrowser(product.kernel.app).post('/downloads', {})).status).toBe(401)
})

test('the CSV is also fetched over a one-time address', async () => {
  const { body } = await mateo.post<{ url: string }>('/transactions/export', { purpose: 'load' })
  const csv = await mateo.get(body.data.url.replace('/api', ''))
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.text.trim().split('\r\n')).toHaveLength(2)
})

const addRows = (from: number, to: number) =>
  product.kernel.db.write(allTenants, (sql) =>
    sql.run(
      `insert into card_transaction (id, company_id, user_id, card_id, status, purpose, merchant_name, amount_cents,
         settled_cents, at, settled_at)
       select gen_random_uuid(), $1, $2, $3, 'settled', 'adjustment', 'Row ' || n, 1, 1,
         '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', $4
       from generate_series($5::int, $6::int) n`,
      [lucia.companyId, lucia.userId, lucia.cardId, product.kernel.clock.now(), from, to],
    ),
  )

test('a statement has thousands of rows while other requests are answered', async () => {
  await addRows(1, 3000)
  const statement = fetchOf(lucia.browser, { to: '2026-03-01' })
  let answered = 0
  let isDone = false
  void statement.then(() => (isDone = true))
  while (!isDone) {
    expect((await mateo.get('/config')).status).toBe(200)
    answered += 1
  }
  const found = about((await statement).text)
  expect(found.subject).toBe('Opening balance $0.00, In $30.00, Out $0.00, Closing balance $30.00')
  expect(found.pages).toBeGreaterThan(100)
  expect(answered).toBeGreaterThan(10)
}, 60_000)

test('a statement is drawn again when its rows change meanwhile, so its lines add up to its balance', async () => {
  const statement = fetchOf(lucia.browser, { to: '2026-03-01' })
  let isAdded = false
  let isDone = false
  void statement.then(() => (isDone = true))
  while (!isDone) {
    expect((await mateo.get('/config')).status).toBe(200)
    // Later the rows may all be read, and the statement is right without the new one.
    if (isAdded) continue
    isAdded = true
    await addRows(3001, 3001)
  }
  const { subject } = about((await statement).text)
  expect(subject).toBe('Opening balance $0.00, In $30.01, Out $0.00, Closing balance $30.01')
}, 60_000)

test('a file notices a row that changes its position meanwhile, and has each other row once', async () => {
  const { db } = product.kernel
  const scope = { kind: 'own', userId: lucia.userId, companyId: lucia.companyId } as const
  const { userId, companyId } = lucia
  const reader = {
    sql: db.reader(scope),
    me: { userId, companyId, scope, may: () => false },
    now: product.kernel.clock.now(),
  }
  const read: string[] = []
  const readAll = async (betweenPages: () => Promise<unknown>) => {
    for await (const rows of transactionsList.csv?.pages(reader, { sort: '-at' }) ?? []) {
      read.push(...rows.map(({ id }) => id))
      await betweenPages()
    }
  }
  await readAll(async () => undefined)
  const all = [...read]
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(3000)
  read.length = 0
  // This row is read last. It settles after the first page was read.
  const [settling] = all.slice(-1)
  const settle = `update card_transaction set at = now(), version = version + 1 where id = $1 and version = 1`
  const settlement = readAll(() => db.write(allTenants, (sql) => sql.run(settle, [settling ?? ''])))
  await expect(settlement).rejects.toThrow(FileChanged)
  // The next page was already being read when the row settled, so its old position may be in the file that is discarded.
  expect(read.filter((id) => id !== settling)).toEqual(all.slice(0, -1))
  expect(new Set(read).size).toBe(read.length)
}, 60_000)
