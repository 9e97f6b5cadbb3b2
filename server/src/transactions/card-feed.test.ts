import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { cardFeedJournal, cardFeedState, nothingFed, type CardFeedEvent } from './card-feed.ts'

const card = { ownerId: 'card-1', companyId: 'company-1' }
const effectiveAt = new Date('2026-11-20T15:00:00Z')
const available = { code: 'card.available', ...card }
const floating = { code: 'card.floating', ...card }

/** Feeds events to one transaction in this order, and returns the book. */
const feed = (events: readonly CardFeedEvent[], loadedCents = 0n) => {
  const book = createPaperBook()
  const seen: CardFeedEvent[] = []
  let before = nothingFed
  const load = { id: 'load', type: 'refund', amountCents: loadedCents } as const
  book.post(
    cardFeedJournal({
      event: load,
      before,
      after: cardFeedState([load]),
      card,
      transactionId: 'load',
      effectiveAt,
    }),
  )
  for (const event of events) {
    if (seen.some(({ id }) => id === event.id)) continue
    seen.push(event)
    const after = cardFeedState(seen)
    book.post(cardFeedJournal({ event, before, after, card, transactionId: 't', effectiveAt }))
    before = after
  }
  return book
}
const event = (
  id: string,
  type: CardFeedEvent['type'],
  amountCents: bigint,
  isFinal = false,
): CardFeedEvent => ({ id, type, amountCents, isFinal })

test('golden 4: spend 970, authorised 100, cleared 104.20', () => {
  const held = feed([event('a', 'authorisation', 100_00n)], 970_00n)
  expect([held.natural(available), held.natural(floating)]).toEqual([870_00n, 100_00n])
  const cleared = feed([event('a', 'authorisation', 100_00n), event('b', 'clearing', 104_20n)], 970_00n)
  expect([cleared.natural(available), cleared.natural(floating)]).toEqual([865_80n, 0n])
})

test('golden 4: clearing 12.00 on a card of 10.00 leaves −2.00', () => {
  expect(feed([event('b', 'clearing', 12_00n)], 10_00n).natural(available)).toBe(-2_00n)
})

test.each<[string, CardFeedEvent[], bigint, bigint]>([
  ['an increment adds up', [event('a', 'authorisation', 100n), event('b', 'increment', 50n)], 150n, 0n],
  [
    'a partial reversal leaves the rest',
    [event('a', 'authorisation', 100n), event('b', 'reversal', 30n)],
    70n,
    0n,
  ],
  [
    'a partial clearing holds the rest',
    [event('a', 'authorisation', 100n), event('b', 'clearing', 40n)],
    60n,
    40n,
  ],
  [
    'a final one holds nothing',
    [event('a', 'authorisation', 100n), event('b', 'clearing', 40n, true)],
    0n,
    40n,
  ],
  ['a void returns all', [event('a', 'authorisation', 100n), event('b', 'void', 0n)], 0n, 0n],
  ['so does a lapse', [event('a', 'authorisation', 100n), event('b', 'lapse', 0n)], 0n, 0n],
  ['a refund of what was cleared', [event('a', 'clearing', 100n), event('b', 'refund', 30n)], 0n, 70n],
  ['a refund alone', [event('a', 'refund', 30n)], 0n, -30n],
  [
    'an authorisation after the end holds nothing',
    [event('b', 'void', 0n), event('a', 'authorisation', 9n)],
    0n,
    0n,
  ],
  ['a decline is nothing', [event('a', 'decline', 100n)], 0n, 0n],
])('%s', (_name, events, floatingCents, settledCents) => {
  expect(cardFeedState(events)).toEqual({ floatingCents, settledCents })
})

test('what changes nothing posts nothing', () => {
  const declined = event('a', 'decline', 5n)
  const change = { before: nothingFed, after: nothingFed, card, transactionId: 't', effectiveAt }
  expect(cardFeedJournal({ ...change, event: declined })).toBeNull()
  expect(cardFeedJournal({ ...change, event: event('b', 'lapse', 0n) })).toBeNull()
})

test('negative amounts are refused', () => {
  expect(() => cardFeedState([event('a', 'refund', -1n)])).toThrow(RangeError)
})

const anyEvent = (id: string): fc.Arbitrary<CardFeedEvent> =>
  fc.record({
    id: fc.constant(id),
    type: fc.constantFrom(
      'authorisation',
      'increment',
      'reversal',
      'clearing',
      'void',
      'lapse',
      'refund',
      'decline',
    ),
    amountCents: fc.bigInt({ min: 0n, max: 1_000_000n }),
    isFinal: fc.boolean(),
  })
const anyEvents = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => anyEvent(String(index)))))

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
      )

test('every order of a card’s events, with repetitions, ends in the same balances', () => {
  fc.assert(
    fc.property(anyEvents, fc.array(fc.nat(4), { maxLength: 3 }), (events, repeated) => {
      const again = repeated.flatMap((index) => events[index] ?? [])
      const first = feed(events).state()
      for (const order of permutations(events)) {
        expect(feed([...order, ...again, ...order]).state()).toEqual(first)
      }
    }),
    { numRuns: 60 },
  )
})

test('six events in all their orders', () => {
  const events = [
    event('1', 'authorisation', 100n),
    event('2', 'increment', 40n),
    event('3', 'reversal', 15n),
    event('4', 'clearing', 60n),
    event('5', 'clearing', 80n, true),
    event('6', 'refund', 25n),
  ]
  const first = feed(events).state()
  for (const order of permutations(events)) expect(feed(order).state()).toEqual(first)
})

test('what floats is never below zero, and the cards’ money is always behind them', () => {
  fc.assert(
    fc.property(anyEvents, (events) => {
      const book = feed(events)
      expect(book.natural(floating) >= 0n).toBe(true)
      expect(book.natural({ code: 'issuer.allocated' })).toBe(
        book.natural(available) + book.natural(floating),
      )
    }),
  )
})
