import { expect, test } from 'vitest'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { orderFulfilled, orderPaid } from './card-order-postings.ts'

const order = {
  id: 'o',
  userId: 'u',
  companyId: 'c',
  priceCents: 15_00n,
  effectiveAt: new Date('2026-11-20T15:00:00Z'),
}
const wallet = { code: 'wallet.regular.available', ownerId: 'u', companyId: 'c' }
const deferred = { code: 'order.deferred' }

test('a price waits under its order until the card is delivered, and is income then', () => {
  const book = createPaperBook()
  book.post(orderPaid({ ...order, wallet: 'regular' }))
  expect([book.natural(wallet), book.natural(deferred)]).toEqual([-15_00n, 15_00n])
  book.post(orderFulfilled(order))
  expect([book.natural(deferred), book.natural({ code: 'income.card_price' })]).toEqual([0n, 15_00n])
  expect(book.refs().every((balance) => balance === 0n)).toBe(true)
})
