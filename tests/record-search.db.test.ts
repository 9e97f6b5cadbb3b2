import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdmin } from '../server/src/approvals/two-people.test-kit.ts'
import { insertCompany } from '../server/src/companies/companies.sql.ts'
import { allTenants } from '../server/src/kernel/database.ts'
import { createSpendingProduct, type SpendingProduct } from './support/spending-product.ts'
import type { TestBrowser } from './support/test-browser.ts'

/** Administrators find cards and payments by what a person reads out, in their own companies only (issue 11, palette). */
let product: SpendingProduct
const otherCompany = '01980000-0000-7000-8000-00000000c0de'
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
  await product.kernel.db.write(allTenants, (sql) =>
    insertCompany(
      sql,
      { id: otherCompany, slug: 'elsewhere', name: 'Elsewhere' },
      product.kernel.clock.now(),
    ),
  )
})
afterAll(() => product.stop())

const found = async (browser: TestBrowser, path: string, q: string) => {
  const { body } = await browser.get<{ items: { id: string }[]; count: number }>(
    `${path}?q=${encodeURIComponent(q)}`,
  )
  return body.data.items.map(({ id }) => id)
}

test('a card and a payment are found by their codes as a whole, and by nobody of another company', async () => {
  const person = await product.person('buyer@example.com')
  await product.approve(person.userId)
  await product.settle()
  const card = await product.cardOf(person.userId)
  await product.load(card, 500_00n)
  await product.settle()
  const shop = { name: 'Hotel Antigua', mcc: '7011', city: 'Cusco', country: 'PER' }
  const paid = { cardId: card.issuerCardId, amount: '100.00', merchant: shop }
  await product.issuer.control('/simulate/authorisation', paid)
  await product.settle()
  const [payment] = await product.rows<{ id: string; issuerTransactionId: string }>(
    `select id, issuer_transaction_id as "issuerTransactionId" from card_transaction
     where card_id = $1 and purpose = 'purchase'`,
    [card.id],
  )
  const [facts] = await product.rows<{ ref: string; lastDigits: string; clientCode: string }>(
    `select c.ref, c.last_digits as "lastDigits", h.client_code as "clientCode"
     from card c join holder h on h.user_id = c.user_id where c.id = $1`,
    [card.id],
  )
  if (!payment || !facts) throw new Error('There is no payment')
  const admin = await createAdmin(product, { name: 'finder', roleId: 6 })
  const stranger = await createAdmin(product, { name: 'stranger', roleId: 5, companyId: otherCompany })
  const codes = [
    card.id,
    facts.ref.toLowerCase(),
    facts.lastDigits,
    facts.clientCode,
    card.issuerCardId ?? '',
  ]
  for (const code of codes) {
    expect(await found(admin.browser, '/company-cards', code), code).toEqual([card.id])
    expect(await found(stranger.browser, '/company-cards', code), code).toEqual([])
  }
  await product.kernel.db.write(allTenants, (sql) =>
    sql.run(`update card_transaction set authorisation_code = 'A48213' where id = $1`, [payment.id]),
  )
  const ofPayment = [payment.id, payment.issuerTransactionId, 'A48213']
  for (const code of ofPayment) {
    expect(await found(admin.browser, '/company-transactions', code), code).toEqual([payment.id])
    expect(await found(stranger.browser, '/company-transactions', code), code).toEqual([])
  }
  for (const part of [facts.lastDigits.slice(0, 3), `4000001234${facts.lastDigits}`, 'Hotel'])
    expect(await found(admin.browser, '/company-cards', part), part).toEqual([])
})
