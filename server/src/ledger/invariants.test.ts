import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookCut, RecentJournal } from './book-cut.sql.ts'
import { cardFits, checkMasterCut, masterChecks, type MasterFigures } from './invariants.ts'
import { sumsOfLast, sumsOfSome } from './possible-sums.ts'

/** What happens at the issuer, in its order; each is booked at some later time, in any order. */
type Happening =
  | { readonly what: 'payment'; readonly cents: bigint }
  | { readonly what: 'funding'; readonly cents: bigint }
  /** A credit of a card, which the book has as in flight before. */
  | { readonly what: 'credit'; readonly cents: bigint }

const anyHappening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ what: fc.constant('payment' as const), cents: fc.bigInt(-5000n, 90_000n) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('funding' as const), cents: fc.bigInt(1n, 9_000_000n) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('credit' as const), cents: fc.bigInt(1n, 900_000n) }),
  },
)
const start = { available: 50_000_000n, unallocated: 20_000_000n }

/** The issuer after its first happenings. */
const issuerAfter = (happenings: readonly Happening[]): MasterFigures =>
  happenings.reduce(
    ({ availableCents, unallocatedCents }, { what, cents }) => ({
      availableCents: availableCents + (what === 'funding' ? cents : what === 'payment' ? -cents : 0n),
      unallocatedCents: unallocatedCents + (what === 'funding' ? cents : what === 'credit' ? -cents : 0n),
    }),
    { availableCents: start.available, unallocatedCents: start.unallocated },
  )

const journalOf = ({ what, cents }: Happening, index: number): RecentJournal => ({
  kind: what === 'payment' ? 'card.authorised' : what === 'funding' ? 'issuer.funded' : 'load.credited',
  effectiveAt: new Date(index),
  masterCents: what === 'funding' ? cents : what === 'payment' ? -cents : 0n,
  floatCents: what === 'funding' ? cents : what === 'credit' ? -cents : 0n,
  cardsCents: what === 'payment' ? -cents : what === 'credit' ? cents : 0n,
})

/** The book that has everything except some open credits; its newest journals are recent. */
const bookAfter = (
  happenings: readonly Happening[],
  of: { recent: number; open: readonly bigint[]; isOpenMade: readonly boolean[] },
): { book: BookCut; madeOpen: bigint } => {
  const journals = happenings.map(journalOf)
  const sum = (change: 'masterCents' | 'floatCents' | 'cardsCents') =>
    journals.reduce((total, journal) => total + journal[change], 0n)
  const made = of.open.filter((_, index) => of.isOpenMade[index % Math.max(of.isOpenMade.length, 1)] === true)
  return {
    book: {
      masterCents: start.available + sum('masterCents'),
      floatCents: start.unallocated + sum('floatCents'),
      cardsCents: start.available - start.unallocated + sum('cardsCents'),
      inFlight: of.open,
      recent: journals.slice(journals.length - Math.min(of.recent, journals.length)).toReversed(),
    },
    madeOpen: made.reduce((total, cents) => total + cents, 0n),
  }
}

type Traffic = {
  readonly happenings: readonly Happening[]
  /** After how many of them the issuer is read. */
  readonly read: number
  readonly open: readonly bigint[]
  readonly isOpenMade: readonly boolean[]
}
const anyTraffic: fc.Arbitrary<Traffic> = fc.record({
  happenings: fc.array(anyHappening, { maxLength: 60 }),
  read: fc.nat(60),
  open: fc.array(fc.bigInt(1n, 900_000n), { maxLength: 6 }),
  isOpenMade: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
})

/** The issuer was read somewhere among the recent happenings; the book is read after all of them. */
const cutOf = ({ happenings, read, open, isOpenMade }: Traffic) => {
  const before = Math.min(read, happenings.length)
  const { book, madeOpen } = bookAfter(happenings, { recent: happenings.length - before, open, isOpenMade })
  const figures = issuerAfter(happenings.slice(0, before))
  const issuer = { ...figures, unallocatedCents: figures.unallocatedCents - madeOpen }
  return { issuer, book, cardsDifferenceCents: 0n }
}

test('a right issuer fits at any moment of any traffic, whatever is in flight', () => {
  fc.assert(
    fc.property(anyTraffic, (traffic) => {
      expect(checkMasterCut(cutOf(traffic), masterChecks)).toEqual([])
    }),
  )
})

test('a wrong cent is found in traffic: it fits by accident in few of many moments', () => {
  let [found, all] = [0, 0]
  fc.assert(
    fc.property(anyTraffic, fc.constantFrom(1n, -1n, 250n), (traffic, cents) => {
      const cut = cutOf(traffic)
      const names = (issuer: MasterFigures) =>
        checkMasterCut({ ...cut, issuer }, masterChecks).map(({ check }) => check)
      const { availableCents, unallocatedCents } = cut.issuer
      all += 3
      if (names({ ...cut.issuer, availableCents: availableCents + cents }).includes('R4')) found += 1
      if (names({ ...cut.issuer, unallocatedCents: unallocatedCents + cents }).includes('R3')) found += 1
      const differing = { ...cut, cardsDifferenceCents: cents }
      if (checkMasterCut(differing, ['R2']).length > 0) found += 1
    }),
    { numRuns: 200 },
  )
  expect(found / all).toBeGreaterThan(0.9)
})

test('without traffic a wrong cent never fits', () => {
  const book = { masterCents: 100n, floatCents: 40n, cardsCents: 60n, inFlight: [], recent: [] }
  const issuer = { availableCents: 100n, unallocatedCents: 40n }
  const names = (change: Partial<MasterFigures>, cardsDifferenceCents = 0n) =>
    checkMasterCut({ issuer: { ...issuer, ...change }, book, cardsDifferenceCents }, masterChecks).map(
      ({ check }) => check,
    )
  expect(names({})).toEqual([])
  expect(names({ availableCents: 101n })).toEqual(['R2', 'R4'])
  expect(names({ unallocatedCents: 39n })).toEqual(['R2', 'R3'])
  expect(names({ availableCents: 101n, unallocatedCents: 41n })).toEqual(['R3', 'R4'])
  expect(names({}, 1n)).toEqual(['R2'])
})

test('a card fits with its open credits made or not, and with nothing else', () => {
  const of = { ours: 500n, open: [30n, 100n] }
  const fitting = [500n, 530n, 600n, 630n]
  for (const theirs of fitting) expect(cardFits({ ...of, theirs })).toBe(true)
  for (const theirs of fitting) expect(cardFits({ ...of, theirs: theirs + 1n })).toBe(false)
})

test('an open debit may be made or not, on the card, in the float and in nothing else', () => {
  const inFlight = [-1500n]
  const book = { masterCents: 10_000n, floatCents: 4000n, cardsCents: 6000n, inFlight, recent: [] }
  const found = (unallocatedCents: bigint) =>
    checkMasterCut(
      { issuer: { availableCents: 10_000n, unallocatedCents }, book, cardsDifferenceCents: 0n },
      masterChecks,
    )
  expect(found(4000n)).toEqual([])
  expect(found(5500n)).toEqual([])
  expect(found(5501n)).not.toEqual([])
  expect(cardFits({ theirs: 4500n, ours: 6000n, open: inFlight })).toBe(true)
  expect(cardFits({ theirs: 7500n, ours: 6000n, open: inFlight })).toBe(false)
})

test('sums of some and of the last amounts', () => {
  const sums = [0n, 1n, 2n, 3n, 5n, 6n, 7n, 8n].filter((sum) => sumsOfSome([1n, 2n, 5n]).has(sum))
  expect(sums).toEqual([0n, 1n, 2n, 3n, 5n, 6n, 7n, 8n])
  expect(sumsOfSome([2n, 5n]).has(3n)).toBe(false)
  expect(sumsOfLast([1n, 2n, 5n])).toEqual([0n, 5n, 7n, 8n])
  // With too many amounts every sum between the lowest and the highest is possible.
  const many = Array.from(
    { length: 40 },
    (_, index) => (index % 2 === 0 ? 1n : -1n) * 1_000_003n ** BigInt(index % 3) * BigInt(index + 1),
  )
  const ofMany = sumsOfSome(many)
  const highest = many.filter((cents) => cents > 0n).reduce((sum, cents) => sum + cents, 0n)
  expect([ofMany.has(1n), ofMany.has(highest), ofMany.has(highest + 1n)]).toEqual([true, true, false])
})
