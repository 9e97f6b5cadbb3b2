import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCardProduct, type CardProduct } from '../../../tests/support/card-product.ts'
import type { TestBrowser } from '../../../tests/support/test-browser.ts'
import { houseId } from '../companies/company.ts'
import { allTenants } from '../kernel/database.ts'
import { checkBook } from '../ledger/checks.ts'
import { readBalances } from '../ledger/reports.ts'
import { walletAdjusted } from '../wallets/adjustment-postings.ts'
import { readWalletHolder } from '../wallets/wallet-holders.sql.ts'

let product: CardProduct
beforeAll(async () => {
  product = await createCardProduct()
  await run('update company set automatic_card_creation = false')
  await run('update card_type set offered = true')
  await run("update card_plan set price_cents = 500 where code = 'virtual-free'")
})
afterAll(() => product.stop())

const run = (text: string, values: readonly string[] = []) =>
  product.kernel.db.write(allTenants, (sql) => sql.run(text, values))

let people = 0
type Person = { readonly userId: string; readonly browser: TestBrowser }
/** A verified person with this money in the regular wallet. */
const personWith = async (cents: bigint): Promise<Person> => {
  people += 1
  const person = await product.person(`orderer-${people}@example.com`)
  await product.approve(person.userId)
  await run('update app_user set role_id = 7 where id = $1', [person.userId])
  const { db, ids, clock } = product.kernel
  const holder = await db.read(allTenants, (sql) => readWalletHolder(sql, person.userId))
  if (!holder) throw new Error('There is no such holder')
  if (cents > 0n) {
    const of = { id: ids.next(), holder, wallet: 'regular', type: 'credit', amountCents: cents } as const
    const { outcome } = await product.kernel.apply({
      journals: [walletAdjusted({ ...of, effectiveAt: clock.now() })],
    })
    if (outcome !== 'posted') throw new Error(outcome)
  }
  await product.settle()
  return person
}

let keys = 0
const newKey = () => {
  keys += 1
  return `card-order-${keys}`
}
const address = { street: 'Av. Larco 101', zip: '15074', city: 'Lima', country: 'PE' }
const virtual = { type: 'virtual', name: 'Lucía Ferrer', price: '5.00', wallet: 'regular', address: null }
const plastic = { ...virtual, type: 'plastic', price: '15.00', address }
const order = ({ browser }: Person, body: object, key = newKey()) =>
  browser.post<{ id: string; ref: string }>('/card-orders', body, { headers: { 'idempotency-key': key } })
const ordersOf = async ({ browser }: Person) =>
  (await browser.get<{ items: Record<string, unknown>[] }>('/card-orders')).body.data.items
const codeOf = (answer: { body: { code?: string } }) => answer.body.code ?? null
const naturalOf = async (ownerId: string | null, code: string) => {
  if (ownerId !== null) {
    const balances = await product.kernel.db.read(allTenants, (sql) => readBalances(sql, [ownerId]))
    return balances.find((each) => each.code === code)?.natural ?? 0n
  }
  const [row] = await product.rows<{ cents: bigint }>(
    `select coalesce(sum(balance), 0)::int8 as cents from account where code = $1`,
    [code],
  )
  return row?.cents ?? 0n
}
const operator = async () => [
  await naturalOf(null, 'order.deferred'),
  await naturalOf(null, 'income.card_price'),
]

test('a virtual card is paid from the wallet, made once and then income, however often it is sent', async () => {
  const person = await personWith(2000n)
  const key = newKey()
  const sent = await Promise.all([order(person, virtual, key), order(person, virtual, key)])
  const again = await order(person, virtual, key)
  expect([...sent, again].map(({ status }) => status).filter((status) => status === 201)).not.toEqual([])
  expect(again.status).toBe(201)
  expect([await naturalOf(person.userId, 'wallet.regular.available'), ...(await operator())]).toEqual([
    1500n,
    500n,
    0n,
  ])
  expect(await ordersOf(person)).toMatchObject([{ status: 'paid', price: '5.00', wallet: 'regular' }])
  expect(codeOf(await order(person, virtual))).toBe('card_ordered')
  await product.settle()
  const card = await product.cardOf(person.userId)
  expect(card.status).toBe('activated')
  expect(await ordersOf(person)).toMatchObject([
    { status: 'fulfilled', cardId: card.id, typeName: 'Virtual', form: 'virtual', expectedBy: null },
  ])
  expect(await operator()).toEqual([0n, 500n])
  expect((await person.browser.get(`/cards/${card.id}`)).body.data).toMatchObject({
    nameOnCard: 'LUCIA FERRER',
    paymentStatus: 'paid',
  })
  expect(await product.kernel.db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
})

test('a physical card becomes new and paid, and its order has the delivery address', async () => {
  const person = await personWith(2000n)
  const made = await order(person, { ...plastic, name: 'L. Ferrer' })
  expect(made.status).toBe(201)
  await product.settle()
  const [row] = await product.rows(
    `select status, form, finish, payment_status, name_on_card, company_id::text as company from card where user_id = $1`,
    [person.userId],
  )
  expect(row).toEqual({
    status: 'new',
    form: 'physical',
    finish: 'plastic',
    payment_status: 'paid',
    name_on_card: 'L FERRER',
    company: houseId,
  })
  const detail = await person.browser.get(`/card-orders/${made.body.data.id}`)
  expect(detail.body.data).toMatchObject({ status: 'paid', address, cardId: expect.any(String) })
  const other = await personWith(0n)
  expect(codeOf(await other.browser.get(`/card-orders/${made.body.data.id}`))).toBe('record_not_found')
  expect(await ordersOf(other)).toEqual([])
})

const cancel = ({ browser }: Person, id: string, key = newKey()) =>
  browser.post(`/card-orders/${id}/cancellation`, {}, { headers: { 'idempotency-key': key } })

test('an order is cancelled once while its card is new: the wallet has the money again, and the card is closed', async () => {
  const person = await personWith(2000n)
  const before = await operator()
  const made = await order(person, plastic)
  const { id } = made.body.data
  await product.settle()
  expect(await ordersOf(person)).toMatchObject([{ status: 'paid', canCancel: true }])
  const other = await personWith(0n)
  expect(codeOf(await cancel(other, id))).toBe('record_not_found')
  const answers = await Promise.all([cancel(person, id), cancel(person, id)])
  expect(answers.filter((answer) => codeOf(answer) === null)).toHaveLength(1)
  expect(answers.map(codeOf)).toContain('card_order_processed')
  expect(await ordersOf(person)).toMatchObject([{ status: 'refunded', canCancel: false }])
  const [card] = await product.rows('select status, payment_status from card where user_id = $1', [
    person.userId,
  ])
  expect(card).toEqual({ status: 'closed', payment_status: 'refunded' })
  expect([await naturalOf(person.userId, 'wallet.regular.available'), await operator()]).toEqual([
    2000n,
    before,
  ])
  // The same type can be ordered again.
  expect((await order(person, plastic)).status).toBe(201)
  await product.settle()
  expect(await product.kernel.db.read(allTenants, (sql) => checkBook(sql))).toEqual([])
})

test('an order whose card is in production or delivered is not cancelled', async () => {
  const person = await personWith(3000n)
  const { id } = (await order(person, plastic)).body.data
  await product.settle()
  await run(`update card set status = 'associated', associated_at = created_at where user_id = $1`, [
    person.userId,
  ])
  expect(await ordersOf(person)).toMatchObject([{ canCancel: false }])
  expect(codeOf(await cancel(person, id))).toBe('card_order_processed')
  expect(await naturalOf(person.userId, 'wallet.regular.available')).toBe(1500n)
  const issued = await order(person, virtual)
  await product.settle()
  expect(codeOf(await cancel(person, issued.body.data.id))).toBe('card_order_processed')
})

test('a virtual card that the issuer refuses can be cancelled, and is not made afterwards', async () => {
  const person = await personWith(2000n)
  await product.issuer.control('/faults', {
    kind: 'status',
    method: 'POST',
    path: '^/cards$',
    value: 422,
    remaining: 1,
  })
  const { id } = (await order(person, virtual)).body.data
  await product.settle()
  expect(await ordersOf(person)).toMatchObject([{ status: 'paid', canCancel: true }])
  expect((await cancel(person, id)).status).toBe(200)
  product.wait(2 * 86_400_000)
  await product.settle()
  const cards = await product.rows('select status, issuer_card_id from card where user_id = $1', [
    person.userId,
  ])
  expect(cards).toEqual([{ status: 'closed', issuer_card_id: null }])
  expect(await naturalOf(person.userId, 'wallet.regular.available')).toBe(2000n)
})

test('the card of a person who was deactivated after the payment is not issued, but is once they are active', async () => {
  const person = await personWith(2000n)
  await order(person, virtual)
  await run('update app_user set active = false where id = $1', [person.userId])
  await product.settle()
  const statusOf = () =>
    product.rows<{ status: string }>('select status from card where user_id = $1', [person.userId])
  expect(await statusOf()).toEqual([{ status: 'new' }])
  await run('update app_user set active = true where id = $1', [person.userId])
  product.wait(2 * 86_400_000)
  await product.settle()
  expect(await statusOf()).toEqual([{ status: 'activated' }])
})

test('two different requests at the same moment make one order', async () => {
  const person = await personWith(5000n)
  const answers = await Promise.all([order(person, virtual), order(person, virtual)])
  expect(new Set(answers.map(codeOf))).toEqual(new Set(['card_ordered', null]))
  expect(await naturalOf(person.userId, 'wallet.regular.available')).toBe(4500n)
})

test('what cannot be ordered is refused with its reason, and nothing is paid', async () => {
  const person = await personWith(1000n)
  const refusals: [object, string][] = [
    [plastic, 'not_enough_money'],
    [{ ...virtual, price: '4.00' }, 'price_changed'],
    [{ ...virtual, name: 'Ana Ferrer' }, 'name_not_yours'],
    [{ ...virtual, name: 'Lucia' }, 'name_not_yours'],
    [{ ...virtual, wallet: null }, 'wallet_not_found'],
    [{ ...virtual, type: 'gold' }, 'card_not_offered'],
    [{ ...virtual, address }, 'validation'],
    [{ ...plastic, address: null }, 'validation'],
    [{ ...plastic, address: { ...address, street: '' } }, 'validation'],
  ]
  for (const [body, code] of refusals) expect([body, codeOf(await order(person, body))]).toEqual([body, code])
  expect(await naturalOf(person.userId, 'wallet.regular.available')).toBe(1000n)
  const terms = await person.browser.get('/card-order-terms')
  expect(terms.body.data).toEqual({
    obstacle: null,
    nameOnCard: 'LUCIA FERRER',
    ordered: [],
    wallets: [
      { wallet: 'regular', available: '10.00' },
      { wallet: 'immediate', available: '0.00' },
    ],
  })
})

test('who may not order a card is told why', async () => {
  const unverified = await product.person('unverified@example.com')
  expect(codeOf(await order(unverified, virtual))).toBe('kyc_required')
  const person = await personWith(1000n)
  const told = async () => [
    codeOf(await order(person, virtual)),
    (await person.browser.get<{ obstacle: string }>('/card-order-terms')).body.data.obstacle,
  ]
  await run('update company set card_creation_enabled = false where id = $1', [houseId])
  expect(await told()).toEqual(['card_creation_off', 'card_creation_off'])
  await run('update company set card_creation_enabled = true where id = $1', [houseId])
  const [present] = await product.rows<{ tier: number }>('select tier from company where id = $1', [houseId])
  const off = JSON.stringify([{ tier: present?.tier, module: 'cards.request' }])
  await run(`insert into setting (key, value, changed_at) values ('tierRestrictions', $1::jsonb, now())`, [
    off,
  ])
  expect(await told()).toEqual(['cards_module_off', 'cards_module_off'])
  await run(`delete from setting where key = 'tierRestrictions'`)
  await run('update app_user set city = null where id = $1', [person.userId])
  expect(await told()).toEqual(['card_details_missing', 'card_details_missing'])
})

test('a free card needs no wallet', async () => {
  await run("update card_plan set price_cents = 0 where code = 'virtual-free'")
  const person = await product.person('free@example.com')
  await product.approve(person.userId)
  const made = await order(person, { ...virtual, price: '0.00', wallet: null })
  expect(made.status).toBe(201)
  await product.settle()
  expect((await product.cardOf(person.userId)).status).toBe('activated')
  expect(await ordersOf(person)).toMatchObject([{ status: 'fulfilled', wallet: null, price: '0.00' }])
})
