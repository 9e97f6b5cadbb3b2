import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { startTestChain } from '../../../tests/support/test-chain.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'

let chain: Awaited<ReturnType<typeof startTestChain>>
let product: SpendingProduct
type Person = { userId: string; browser: TestBrowser; cardId: string }
let lucia: Person
let mateo: Person

const newPerson = async (email: string): Promise<Person> => {
  const person = await product.person(email)
  await product.approve(person.userId)
  await product.settle()
  return { ...person, cardId: (await product.cardOf(person.userId)).id }
}
const settle = async () => {
  product.wait(1100)
  await product.settle()
}
type View = { id: string; ref: string; address: string; due: string }
const quote = async ({ browser, cardId }: Person, amount: string, speed = 'regular') => {
  const body = { cardId, amount, asset: 'USDC', network: 'ethereum', speed }
  const answer = await browser.post<View>('/loads', body, {
    headers: { 'idempotency-key': `key-${amount}-${speed}` },
  })
  return answer.body.data
}
const pay = async (load: View, amount = load.due, asset = 'USDC') => {
  await chain.pay({ asset, to: load.address, amount })
  await chain.mine(3)
  await settle()
}

beforeAll(async () => {
  chain = await startTestChain()
  product = await createSpendingProduct(chain.env)
  await product.settle()
  lucia = await newPerson('lucia@wallet.example')
  mateo = await newPerson('mateo@wallet.example')
}, 120_000)
afterAll(async () => {
  await product.stop()
  await chain.stop()
})

type Deposits = { items: { load: { id: string }; amount: string; status: string; pending: object | null }[] }
type PendingAnswer = {
  days: { day: string | null; amount: string; skipped: object[]; loads: { id: string; reason: string }[] }[]
  wallets: object[]
}
const wallet = async (person: Person) => (await person.browser.get('/wallet')).body.data
const deposits = async (person: Person) =>
  (await person.browser.get<Deposits>('/wallet/deposits')).body.data.items
const pending = async (person: Person) =>
  (await person.browser.get<PendingAnswer>('/wallet/pending')).body.data

test('a person without loads sees zeros, no deposits and no wallet of shares', async () => {
  expect(await wallet(lucia)).toEqual({
    card: { balance: '0.00', held: '0.00', available: '0.00' },
    pending: { amount: '0.00', loads: 0 },
    earnings: null,
  })
  expect(await deposits(lucia)).toEqual([])
  expect(await pending(lucia)).toEqual({ days: [], wallets: [] })
})

test('each transfer has a line with the money in transit before and after it', async () => {
  const first = await quote(lucia, '100')
  await pay(first)
  const second = await quote(lucia, '200')
  await pay(second, '120')
  await pay(second, '80')
  expect(await deposits(lucia)).toMatchObject([
    {
      load: { id: second.id, ref: second.ref },
      amount: '80.000000',
      status: 'final',
      pending: { before: '97.00', after: '291.00' },
    },
    { load: { id: second.id }, amount: '120.000000', pending: null },
    { load: { id: first.id }, amount: '100.000000', pending: { before: '0.00', after: '97.00' } },
  ])
  expect(await wallet(lucia)).toMatchObject({ pending: { amount: '291.00', loads: 2 } })
})

const depositsFile = async ({ browser }: Person, lang: string) => {
  const { body } = await browser.post<{ url: string }>('/wallet/deposits/export', {}, { headers: { lang } })
  const { text } = await browser.get(body.data.url.replace('/api', ''))
  return text.trimEnd().split('\r\n')
}

test('the file of deposits has the exact amounts, in the language of the reader', async () => {
  const [head, newest, ...older] = await depositsFile(lucia, 'en')
  expect(head).toBe(
    '\uFEFFDate (UTC),Status,Amount,Coin,Network,Load,Speed,Pending before (USD),Pending after (USD),Transaction hash',
  )
  expect(newest).toMatch(
    /^[\d-]{10}T[\d:.]+Z,Final,80\.000000,USDC,ethereum,L-\w{8},Regular,97\.00,291\.00,0x[0-9a-f]{64}$/,
  )
  expect(older).toHaveLength(2)
  expect(older[0]).toMatch(/,120\.000000,USDC,ethereum,L-\w{8},Regular,,,0x/)
  const spanish = await depositsFile(mateo, 'es')
  expect(spanish).toEqual([expect.stringMatching(/^\uFEFFFecha \(UTC\),Estado,Monto,/)])
})

test('a waiting load is listed under its day of release, with its reason and its id', async () => {
  const { days } = await pending(lucia)
  expect(days).toHaveLength(1)
  expect(days[0]).toMatchObject({
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    amount: '291.00',
    loads: [{ reason: 'rule' }, { reason: 'rule' }],
  })
  const set = await quote(lucia, '50')
  await pay(set, '80')
  const withReview = (await pending(lucia)).days
  expect(withReview.at(-1)).toMatchObject({
    day: null,
    amount: '0.00',
    loads: [{ id: set.id, reason: 'review' }],
  })
})

test("no user sees another person's money", async () => {
  expect(await deposits(mateo)).toEqual([])
  expect((await pending(mateo)).days).toEqual([])
  expect(await wallet(mateo)).toMatchObject({ pending: { amount: '0.00' } })
  expect((await product.kernel.app.inject({ url: '/api/wallet/pending' })).statusCode).toBe(401)
  const other = await lucia.browser.get('/wallet/deposits?cursor=nonsense')
  expect([other.status, other.body.code]).toEqual([422, 'validation'])
})

/** Two unpaid shares of a load, due at the same instant. */
const addShares = (ownerId: string, dueAt: Date) => {
  const { ids, db, clock } = product.kernel
  const loadId = ids.next()
  return db.write(allTenants, async (sql) => {
    for (const cents of [250n, 50n]) {
      await sql.run(
        `insert into share (id, company_id, owner_kind, owner_id, wallet_type, level, source_kind, source_id,
           amount_cents, accepted_at, due_at)
         values ($1, $2, 'cardholder', $3, 'regular', 4, 'load', $4, $5, $6, $7)`,
        [ids.next(), houseId, ownerId, loadId, cents, clock.now(), dueAt],
      )
    }
  })
}

test('shares are listed by the run that pays them, as sums', async () => {
  // A Tuesday.
  await addShares(mateo.userId, new Date('2031-11-25T15:00:00Z'))
  expect((await pending(mateo)).wallets).toMatchObject([
    { runAt: '2031-11-25T16:00:00.000Z', wallet: 'regular', amount: '3.00', count: 2, reason: 'hold' },
  ])
  expect((await pending(lucia)).wallets).toEqual([])
})

test('shares that no run has paid in time are listed by the next run, never by one in the past', async () => {
  const now = product.kernel.clock.now()
  await addShares(lucia.userId, new Date(now.getTime() - 20 * 86_400_000))
  const [line, ...more] = (await pending(lucia)).wallets as { runAt: string; amount: string }[]
  expect(more).toEqual([])
  expect(line).toMatchObject({ amount: '3.00', runAt: expect.stringMatching(/T16:00:00.000Z$/) })
  expect(new Date(line?.runAt ?? 0).getTime()).toBeGreaterThan(now.getTime())
})

test('a transfer of another coin has the decimals of that coin', async () => {
  await pay(await quote(lucia, '60'), '60', 'DAI')
  expect((await deposits(lucia))[0]).toMatchObject({ amount: '60.000000000000000000' })
  const [, newest] = await depositsFile(lucia, 'en')
  expect(newest).toMatch(/,60\.000000000000000000,DAI,ethereum,/)
})
