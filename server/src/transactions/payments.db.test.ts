import { generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'

let product: SpendingProduct
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
})
afterAll(() => product.stop())

let people = 0
const personWithCard = async (netCents?: bigint) => {
  people += 1
  const person = await product.person(`payer-${people}@example.com`)
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  if (netCents !== undefined) await product.load(card, netCents)
  await product.settle()
  return { ...person, card }
}
type Person = Awaited<ReturnType<typeof personWithCard>>

const hotel = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
const simulate = (path: string, body: object) =>
  product.issuer.control<{ id: string }>(`/simulate/${path}`, body)
const authorise = (person: Person, amount: string, more: object = {}) =>
  simulate('authorisation', { cardId: person.card.issuerCardId, amount, merchant: hotel, ...more })
const money = async ({ browser, card }: Person) => {
  const { body } = await browser.get<{ balance: string; floating: string; available: string }>(
    `/cards/${card.id}`,
  )
  const { balance, floating, available } = body.data
  return { balance, floating, available }
}
type Row = { id: string; status: string; purpose: string; amount: string; merchant: { name: string } | null }
const list = async (browser: TestBrowser, query = '') =>
  (await browser.get<{ items: Row[]; count: number; nextCursor: string | null }>(`/transactions${query}`))
    .body.data
const advance = async (hours: number) => {
  const { clock } = product.kernel
  clock.setOffset(clock.offsetMs() + hours * 3_600_000)
  await product.issuer.control('/clock', { offsetMs: clock.offsetMs() })
  await product.settle()
}

test('a hold is floating and its clearing is settled: 970.00, 100.00, 104.20', async () => {
  const person = await personWithCard(97_000n)
  const { browser, card } = person
  expect(await money(person)).toEqual({ balance: '970.00', floating: '0.00', available: '970.00' })
  const paid = await authorise(person, '100.00')
  await product.settle()
  expect(await money(person)).toEqual({ balance: '970.00', floating: '100.00', available: '870.00' })
  const [floating] = (await list(browser, '?status=floating')).items
  expect(floating).toMatchObject({
    status: 'floating',
    purpose: 'purchase',
    category: 'travel',
    merchant: { ...hotel, country: 'PE' },
    amount: '-100.00',
    held: '100.00',
    original: null,
    settledAt: null,
    cardId: card.id,
  })
  await simulate(`${paid.id}/clearing`, { amount: '104.20' })
  await product.settle()
  expect(await money(person)).toEqual({ balance: '865.80', floating: '0.00', available: '865.80' })
  const rows = await list(browser)
  expect(rows.items).toMatchObject([
    { status: 'settled', amount: '-104.20', held: '0.00', holdsUntil: null },
    {
      status: 'settled',
      purpose: 'load',
      amount: '970.00',
      load: { speed: 'regular', gross: '970.00', fee: '0.00' },
    },
  ])
  const detail = await browser.get(`/transactions/${rows.items[0]?.id}`)
  expect(detail.body.data).toMatchObject({
    card: { id: card.id, nameOnCard: 'LUCIA FERRER' },
    events: [
      { type: 'authorisation', amount: '100.00' },
      { type: 'clearing', amount: '104.20', final: true },
    ],
    related: [],
  })
  const summary = await browser.get('/activity/summary')
  expect(summary.body.data).toEqual({
    in: '970.00',
    spent: '104.20',
    balance: '865.80',
    held: '0.00',
    available: '865.80',
    counts: { all: 2, floating: 0, settled: 2, declined: 0 },
  })
})

test('a decline shows the amount to load, and after a load that the payment would pass', async () => {
  const person = await personWithCard(87_000n)
  await authorise(person, '912.00')
  await product.settle()
  const declines = async () =>
    (await person.browser.get<{ declines: object[] }>(`/cards/${person.card.id}`)).body.data.declines
  expect(await declines()).toMatchObject([
    {
      merchantName: 'Hotel Antigua',
      amount: '912.00',
      decline: { reason: 'insufficient_funds', fix: 'load', available: '870.00', missing: '42.00' },
    },
  ])
  await product.load(person.card, 4200n)
  await product.settle()
  expect(await declines()).toMatchObject([{ decline: { fix: 'retry', missing: null } }])
  expect((await list(person.browser, '?status=declined')).items).toMatchObject([
    { status: 'declined', amount: '-912.00' },
  ])
  expect(await money(person)).toMatchObject({ balance: '912.00' })
})

test('each event is booked once when its webhook comes twice, after a delay or never', async () => {
  const person = await personWithCard(50_000n)
  await product.issuer.control('/faults', {
    kind: 'duplicate',
    path: 'transaction.authorization$',
    remaining: 1,
  })
  await product.issuer.control('/faults', {
    kind: 'reorder',
    path: 'transaction.authorization$',
    remaining: 1,
  })
  const paid = await authorise(person, '100.00')
  await simulate(`${paid.id}/increment`, { amount: '50.00' })
  await simulate(`${paid.id}/reversal`, { amount: '30.00' })
  await product.settle()
  expect(await money(person)).toMatchObject({ balance: '500.00', floating: '120.00' })
  await product.issuer.control('/faults', { kind: 'lose', path: '^transaction', remaining: 2 })
  await simulate(`${paid.id}/clearing`, { amount: '119.99' })
  await simulate(`${paid.id}/refund`, { amount: '19.99' })
  await product.settle()
  expect(await money(person)).toMatchObject({ floating: '120.00' })
  await advance(0.26)
  expect(await money(person)).toEqual({ balance: '400.00', floating: '0.00', available: '400.00' })
  const journals = await product.rows<{ kind: string }>(
    `select kind from journal where subject_id = (select id from card_transaction where issuer_transaction_id = $1)`,
    [paid.id],
  )
  expect(journals).toHaveLength(5)
  const events = await product.rows<{ source: string }>(
    `select source from issuer_event e join payment_event p on e.event_id like '%/' || p.issuer_event_id
     where p.payment_id = (select id from card_transaction where issuer_transaction_id = $1) order by source`,
    [paid.id],
  )
  expect(events.map(({ source }) => source)).toEqual(['poll', 'poll', 'webhook', 'webhook', 'webhook'])
})

test('a clearing without authorisation may overdraw a card: two breaks, and the next load covers it', async () => {
  const person = await personWithCard(1000n)
  await simulate('clearing', { cardId: person.card.issuerCardId, amount: '12.00', merchant: hotel })
  await product.settle()
  expect(await money(person)).toEqual({ balance: '-2.00', floating: '0.00', available: '-2.00' })
  const read = await person.browser.get(`/cards/${person.card.id}`)
  expect(read.body.data).toMatchObject({ explanation: 'overdrawn', status: 'activated' })
  const breaks = await product.rows('select class, amount_cents from payment_break where user_id = $1', [
    person.userId,
  ])
  expect(breaks).toEqual([{ class: 'clearing_without_authorisation', amount_cents: 1200n }])
  const overdrawn = await product.rows('select class, balance from ledger_break where owner_id = $1', [
    person.card.id,
  ])
  expect(overdrawn).toEqual([{ class: 'overdrawn_card', balance: -200n }])
  await product.load(person.card, 9700n)
  await product.settle()
  expect(await money(person)).toMatchObject({ available: '95.00' })
})

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

test('a forged, stale or unsigned webhook is refused and stores nothing', async () => {
  const body = {
    id: 'forged-1',
    eventType: 'transaction.clearing',
    createdAt: 'x',
    data: { transactionId: 't' },
  }
  const send = (text: string, signature?: string) =>
    fetch(`http://127.0.0.1:${product.port}/api/webhooks/issuer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature ? { 'reap-signature': signature } : {}) },
      body: text,
    })
  const timestamp = product.kernel.clock.realNow().getTime()
  const data = Buffer.from(JSON.stringify({ ...body, timestamp }))
  const forged = sign('RSA-SHA3-256', data, privateKey).toString('base64')
  const text = JSON.stringify(body)
  const answers = [
    await send(text, `timestamp=${timestamp};signature=${forged}`),
    await send(text),
    await send(text.slice(0, 20), `timestamp=${timestamp};signature=${forged}`),
    await send('', 'timestamp=1;signature=AAAA'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(await product.rows(`select 1 from issuer_event where event_id = 'forged-1'`)).toEqual([])
})

test('after every scenario of the sandbox both books agree', { timeout: 60_000 }, async () => {
  const person = await personWithCard(200_000n)
  const { names } = await product.issuer.control<{ names: string[] }>('/scenario')
  // No event reports a fee that the issuer charges to the master account: treasury.db.test.ts tests it.
  for (const name of names.filter((each) => each !== 'fee_adjustment')) {
    await product.issuer.control('/scenario', { name, cardId: person.card.issuerCardId })
    await product.settle()
    if (name === 'fraud_block') {
      await product.issuer.control(`/cards/${person.card.issuerCardId}/unblock`, {})
      await product.settle()
    }
  }
  await advance(24 * 31)
  const { available } = await money(person)
  const theirs = await product.issuer.issuer.readCard(person.card.issuerCardId)
  if (theirs.outcome !== 'ok') throw new Error(theirs.outcome)
  expect(Math.round(Number(available) * 100)).toBe(Number(theirs.value.availableCents))
  const [sums] = await product.rows<{ settled: bigint; held: bigint }>(
    `select sum(settled_cents)::int8 as settled, sum(held_cents)::int8 as held from card_transaction where user_id = $1`,
    [person.userId],
  )
  const balances = await money(person)
  expect(sums?.settled).toBe(BigInt(balances.balance.replace('.', '')))
  expect(sums?.held).toBe(BigInt(balances.floating.replace('.', '')))
  expect(
    await product.rows(
      `select invariant, subject, detail from reconciliation_finding where status <> 'gone'`,
    ),
  ).toEqual([])
  expect(
    await product.rows(
      `select name, last_error from job where dead or last_error is not null and name like 't%'`,
    ),
  ).toEqual([])
  const all = await list(person.browser, '?limit=200')
  expect(new Set(all.items.map(({ status }) => status))).toContain('released')
  expect(new Set(all.items.map(({ purpose }) => purpose))).toContain('refund')
})
