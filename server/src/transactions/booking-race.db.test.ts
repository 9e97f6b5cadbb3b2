import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpendingProduct, type SpendingProduct } from '../../../tests/support/spending-product.ts'
import { allTenants } from '../kernel/database.ts'
import { createPaymentBooking } from './payment-booking.jobs.ts'

let product: SpendingProduct
beforeAll(async () => {
  product = await createSpendingProduct()
  await product.settle()
})
afterAll(() => product.stop())

test('copies of the server that book one payment at once leave one effect of each event', async () => {
  const { kernel, issuer } = product
  const { userId } = await product.person('racer@example.com')
  await product.approve(userId)
  await product.settle()
  const card = await product.cardOf(userId)
  await product.load(card, 100_000n)
  const work = {
    read: <T>(use: Parameters<typeof kernel.db.read<T>>[1]) => kernel.db.read(allTenants, use),
    write: <T>(use: Parameters<typeof kernel.write<T>>[1]) => kernel.write(allTenants, use),
    apply: kernel.apply,
    clock: kernel.clock,
  }
  const copies = [1, 2, 3, 4].map(() => createPaymentBooking({ ...kernel, issuer: issuer.issuer }))
  const merchant = { name: 'Hotel Miramar', mcc: '7011', city: 'Cusco', country: 'PER' }
  const { id } = await issuer.control<{ id: string }>('/simulate/authorisation', {
    cardId: card.issuerCardId,
    amount: '100.00',
    merchant,
  })
  const steps = ['increment', 'increment', 'reversal', 'clearing', 'refund']
  for (const step of steps) {
    const job = {
      id: kernel.ids.next(),
      payload: { transactionId: id },
      dueAt: kernel.clock.now(),
      attempts: 0,
    }
    const running = copies.flatMap((book) => [book(job, work), book(job, work)])
    const amount = step === 'clearing' ? '130.00' : '20.00'
    await issuer.control(`/simulate/${id}/${step}`, { amount })
    await Promise.all([...running, ...copies.map((book) => book(job, work))])
  }
  const rows = await product.rows(
    'select purpose, amount_cents from card_transaction where issuer_transaction_id = $1',
    [id],
  )
  expect(rows).toEqual([{ purpose: 'purchase', amount_cents: -13_000n }])
  const events = await product.rows('select 1 from payment_event')
  expect(events).toHaveLength(6)
  const journals = await product.rows(
    `select 1 from journal where idem like 'issuer:%' and kind like 'card.%'`,
  )
  expect(journals).toHaveLength(6)
  await product.settle()
  const money = await product.rows<{ code: string; balance: bigint }>(
    `select code, balance from account where owner_id = $1 and code in ('card.available', 'card.floating') order by code`,
    [card.id],
  )
  expect(money).toEqual([
    { code: 'card.available', balance: 89_000n },
    { code: 'card.floating', balance: 0n },
  ])
})
