import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventSets, paymentEvent } from './payment.test-kit.ts'
import { paymentState } from './payment-rows.ts'

const event = paymentEvent
const lapsesAt = new Date('2026-11-27T15:01:00Z')

test('an authorisation is floating until it lapses (the payment of golden journal 4)', () => {
  const state = paymentState([event('e1', 'authorisation', 10_000n, { lapsesAt })])
  expect(state).toMatchObject({ category: 'travel', isUnauthorised: false, related: [] })
  expect(state.own).toMatchObject({
    status: 'floating',
    purpose: 'purchase',
    amountCents: -10_000n,
    heldCents: 10_000n,
    settledCents: 0n,
    settledAt: null,
    holdsUntil: lapsesAt,
  })
  const cleared = paymentState([
    event('e1', 'authorisation', 10_000n, { lapsesAt }),
    event('e2', 'clearing', 10_420n, { final: true }),
  ])
  expect(cleared.feed).toEqual({ floatingCents: 0n, settledCents: 10_420n })
  expect(cleared.own).toMatchObject({
    status: 'settled',
    amountCents: -10_420n,
    heldCents: 0n,
    holdsUntil: null,
    settledAt: event('e2', 'clearing', 0n).occurredAt,
    authorisedAt: event('e1', 'clearing', 0n).occurredAt,
  })
})

test('a hold without a clearing is released and shows the amount that was held', () => {
  for (const end of [event('e2', 'lapse', 0n), event('e2', 'reversal', 4000n)]) {
    const { own } = paymentState([event('e1', 'authorisation', 4000n), end])
    expect(own).toMatchObject({ status: 'released', amountCents: -4000n, heldCents: 0n, settledCents: 0n })
  }
})

test('fees and refunds have rows of their own', () => {
  const state = paymentState([
    event('e1', 'authorisation', 5000n, { channel: 'cash' }),
    event('e2', 'clearing', 5000n, {
      final: true,
      channel: 'cash',
      fees: [
        { type: 'atm', amountCents: 250n },
        { type: 'fx', amountCents: 50n },
        { type: 'atm', amountCents: 50n },
      ],
    }),
    event('e3', 'refund', 2000n),
    event('e4', 'refund', 3000n, { reason: 'chargeback' }),
  ])
  expect(state.own).toMatchObject({ status: 'refunded', purpose: 'cash', amountCents: -4650n })
  expect(state.related).toMatchObject([
    { purpose: 'fee', reason: 'atm', amountCents: -300n, issuerEventId: 'e2' },
    { purpose: 'fee', reason: 'fx', amountCents: -50n },
    { purpose: 'refund', reason: null, amountCents: 2000n, refundOf: state.own.authorisedAt },
    { purpose: 'refund', reason: 'chargeback', amountCents: 3000n },
  ])
})

test('a refund is a row of its own, or a related row where its payment is known', () => {
  const refund = event('e2', 'refund', 3990n)
  const alone = paymentState([refund])
  expect(alone.own).toMatchObject({
    status: 'settled',
    purpose: 'refund',
    amountCents: 3990n,
    refundOf: null,
  })
  const both = paymentState([refund, event('e1', 'clearing', 3990n, { final: true })])
  expect(both.own).toMatchObject({ status: 'refunded', purpose: 'purchase', amountCents: -3990n })
  expect(both.related).toMatchObject([{ purpose: 'refund', amountCents: 3990n }])
})

test('a decline is a payment, or a related row where an increment was declined', () => {
  const { own } = paymentState([event('e1', 'decline', 91_200n)])
  expect(own).toMatchObject({
    status: 'declined',
    amountCents: -91_200n,
    settledCents: 0n,
    declineReason: 'insufficient_funds',
  })
  const state = paymentState([event('e1', 'authorisation', 10_000n), event('e2', 'decline', 90_000n)])
  expect(state.own.status).toBe('floating')
  expect(state.related).toMatchObject([{ status: 'declined', amountCents: -90_000n, issuerEventId: 'e2' }])
})

test('a clearing without authorisation is marked as unauthorised', () => {
  expect(paymentState([event('e1', 'clearing', 1200n, { final: true })]).isUnauthorised).toBe(true)
})

test("the shop's currency is summed in its own decimals", () => {
  const pen = { originalCurrency: 'PEN', rate: '3.7700' }
  const held = paymentState([
    event('e1', 'authorisation', 10_000n, { ...pen, originalAmount: '377.00' }),
    event('e2', 'increment', 1000n, { ...pen, originalAmount: '37.7' }),
    event('e3', 'reversal', 500n, { ...pen, originalAmount: '18.85' }),
  ])
  expect(held.own.original).toEqual({ amount: '395.85', currency: 'PEN', rate: '3.7700' })
  const yen = paymentState([
    event('e1', 'clearing', 1000n, { originalCurrency: 'JPY', rate: '150.0000', originalAmount: '1500' }),
  ])
  expect(yen.own.original?.amount).toBe('1500')
})

test('an empty set of events is refused', () => {
  expect(() => paymentState([])).toThrow(RangeError)
})

test('the order, repetition and delay of events do not change the result', () => {
  fc.assert(
    fc.property(
      eventSets.chain((events) =>
        fc.tuple(
          fc.constant(events),
          fc.shuffledSubarray([...events, ...events], { minLength: events.length * 2 }),
        ),
      ),
      ([events, shuffled]) => {
        expect(paymentState(shuffled)).toEqual(paymentState(events))
      },
    ),
  )
})

test('the rows add up to what the ledger posts', () => {
  fc.assert(
    fc.property(eventSets, (events) => {
      const { own, related, feed } = paymentState(events)
      const settled = [own, ...related].reduce((sum, row) => sum + row.settledCents, 0n)
      expect(settled).toBe(-feed.settledCents)
      expect(own.heldCents).toBe(feed.floatingCents)
      expect(own.status === 'floating').toBe(feed.floatingCents > 0n)
      for (const row of related) expect(row.heldCents).toBe(0n)
    }),
  )
})
