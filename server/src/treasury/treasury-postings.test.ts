import fc from 'fast-check'
import { expect, test } from 'vitest'
import { issuerTransferRefused, issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { capitalContributed, issuerFeeCharged, issuerFunded, issuerFundingSent } from './treasury-postings.ts'

const effectiveAt = new Date('2026-11-20T15:00:00Z')
const float = { code: 'issuer.unallocated' }
const bank = { code: 'bank.settlement' }

test('capital is booked on the bank, at the issuer, in the float, in flight and back in the float', () => {
  const book = createPaperBook()
  book.post(capitalContributed({ id: 'c', amountCents: 5_000_00n, effectiveAt }))
  book.post(issuerFundingSent({ id: 'f', amountCents: 1_000_00n, effectiveAt }))
  expect(book.natural({ code: 'issuer.transit' })).toBe(1_000_00n)
  book.post(
    issuerFunded({ eventId: 'e', recordId: 'r', fundingId: 'f', amountCents: 1_000_00n, effectiveAt }),
  )
  expect(book.natural({ code: 'issuer.transit' })).toBe(0n)
  const transfer = { reference: 'load:l', refId: 'l', attempt: 1, amountCents: 970_00n, effectiveAt }
  book.post(issuerTransferStarted(transfer))
  expect([book.natural(float), book.natural({ code: 'issuer.in_flight' })]).toEqual([30_00n, 970_00n])
  book.post(issuerTransferRefused(transfer))
  expect([book.natural(float), book.natural(bank)]).toEqual([1_000_00n, 4_000_00n])
  expect(book.natural({ code: 'equity.capital' })).toBe(5_000_00n)
  expect(book.refs().every((balance) => balance === 0n)).toBe(true)
})

test('money without a wire is booked in suspense', () => {
  const book = createPaperBook()
  book.post(issuerFunded({ eventId: 'e', recordId: 'r', fundingId: null, amountCents: 5n, effectiveAt }))
  expect([book.natural(float), book.natural({ code: 'suspense' })]).toEqual([5n, 5n])
})

test('a fee lowers the float, a credit raises it', () => {
  const book = createPaperBook()
  book.post(issuerFeeCharged({ eventId: 'e', recordId: 'r', amountCents: 12_00n, effectiveAt }))
  expect([book.natural(float), book.natural({ code: 'expense.issuer_fees' })]).toEqual([-12_00n, 12_00n])
  book.post(issuerFeeCharged({ eventId: 'g', recordId: 's', amountCents: -2_00n, effectiveAt }))
  expect([book.natural(float), book.natural({ code: 'expense.issuer_fees' })]).toEqual([-10_00n, 10_00n])
})

test('for all amounts the book balances, and the float is the money in less the money out', () => {
  const amount = fc.bigInt({ min: 1n, max: 10_000_000_00n })
  fc.assert(
    fc.property(fc.array(fc.tuple(amount, amount, amount), { maxLength: 20 }), (rounds) => {
      const book = createPaperBook()
      let expected = 0n
      rounds.forEach(([sent, fee, transferred], round) => {
        const id = String(round)
        book.post(
          issuerFundingSent({ id, amountCents: sent, effectiveAt }),
          issuerFunded({
            eventId: `f${id}`,
            recordId: id,
            fundingId: id,
            amountCents: sent,
            effectiveAt,
          }),
          issuerFeeCharged({ eventId: `c${id}`, recordId: id, amountCents: fee, effectiveAt }),
          issuerTransferStarted({
            reference: `load:${id}`,
            refId: id,
            attempt: 1,
            amountCents: transferred,
            effectiveAt,
          }),
        )
        expected += sent - fee - transferred
      })
      expect(book.natural(float)).toBe(expected)
      expect(book.sum('USD')).toBe(0n)
      expect(book.natural({ code: 'issuer.transit' })).toBe(0n)
    }),
  )
})
