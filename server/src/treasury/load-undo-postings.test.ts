import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyGrossCents, anyRates } from '../fees/fee-arbitraries.test-kit.ts'
import { splitOf } from '../fees/fee-split.ts'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { depositConfirmed, loadAccepted, loadCredited } from '../loads/load-postings.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { issuerFunded } from './treasury-postings.ts'
import { loadReversed, loadUndone } from '../loads/load-undo-postings.ts'
import { unitsSold } from './position-postings.ts'

/** What undoes a load leaves every account as it was (money §7). */
const effectiveAt = new Date('2026-11-20T15:00:00Z')
const detail = { actor: 'maker', reason: 'Our mistake' }
const payer = { ownerId: 'payer', companyId: 'lima' }
const card = { ownerId: 'card', companyId: 'lima' }

/** One to three coins with one to three deposits each, of 6 or 8 decimals of the ledger. */
const anyCoins = fc.array(
  fc.record({
    decimals: fc.constantFrom(6, 8),
    units: fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 3 },
)

const anyLoad = fc
  .record({
    grossCents: anyGrossCents,
    rates: anyRates,
    chain: anyChain,
    coins: anyCoins,
    speed: fc.constantFrom('regular' as const, 'immediate' as const),
    // From far below the gross (the locked rate applied) to far above it.
    valuePermille: fc.bigInt({ min: 500n, max: 1_500n }),
    acceptance: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ coins, valuePermille, ...load }) => {
    const split = splitOf(load)
    const bookValueCents = (load.grossCents * valuePermille) / 1_000n
    const used = coins.map(({ units }, coin) => ({
      asset: `C${coin}@1`,
      deposits: units.map((each, index) => ({ id: `d${coin}${index}`, units: each })),
      valueCents: coin === 0 ? bookValueCents : 0n,
    }))
    const shares = split.shares.map(({ ownerId, amountCents }) => ({
      ownerId,
      companyId: ownerId,
      amountCents,
    }))
    const figures = { ...split, shares, bookValueCents, spreadCents: bookValueCents - load.grossCents }
    return { ...load, id: 'L-1', used, figures }
  })
type AnyLoad = typeof anyLoad extends fc.Arbitrary<infer T> ? T : never

const depositsOf = ({ used }: AnyLoad) =>
  used.flatMap(({ asset, deposits }) =>
    deposits.map(({ id, units }) =>
      depositConfirmed({ id, chain: '1', tx: id, log: 0, asset, units, payer, effectiveAt }),
    ),
  )
const acceptance = ({ used: [first, ...otherCoins], ...load }: AnyLoad) =>
  loadAccepted({
    ...load,
    card,
    payer,
    asset: first?.asset ?? '',
    deposits: first?.deposits ?? [],
    otherCoins,
    effectiveAt,
  })
const undoing = ({ used: coins, ...load }: AnyLoad) =>
  loadUndone({
    ...load,
    number: load.acceptance,
    card,
    payer,
    coins,
    shares: load.figures.shares,
    effectiveAt,
    detail,
  })
const sale = ({ used: [coin] }: AnyLoad) =>
  unitsSold({
    id: 'sale',
    venue: 'venue',
    reference: 'sale',
    asset: coin?.asset ?? '',
    account: 'crypto.venue',
    units: (coin?.deposits ?? []).reduce((sum, { units }) => sum + units, 0n),
    valueCents: coin?.valueCents ?? 0n,
    paidCents: ((coin?.valueCents ?? 0n) * 99n) / 100n,
    effectiveAt,
  })

const bookOf = (...journals: Parameters<ReturnType<typeof createPaperBook>['post']>) => {
  const book = createPaperBook()
  book.post(...journals)
  return book
}

test('accept then undo leaves every account as before, also with a loss on the rate', () => {
  fc.assert(
    fc.property(anyLoad, (load) => {
      fc.pre(load.figures.netCents > 0n)
      const before = bookOf(...depositsOf(load))
      const after = bookOf(...depositsOf(load), acceptance(load), undoing(load))
      expect(after.state()).toEqual(before.state())
      expect(after.refs().filter((each) => each !== 0n)).toEqual(before.refs())
    }),
    { numRuns: 300 },
  )
})

test('the same after the crypto was sold: the position is short by what goes back', () => {
  fc.assert(
    fc.property(anyLoad, (load) => {
      fc.pre(load.figures.netCents > 0n)
      const before = bookOf(...depositsOf(load), sale(load))
      const after = bookOf(...depositsOf(load), acceptance(load), sale(load), undoing(load))
      expect(after.state()).toEqual(before.state())
      const asset = load.used[0]?.asset ?? ''
      const sold = (load.used[0]?.deposits ?? []).reduce((sum, { units }) => sum + units, 0n)
      expect(after.natural({ code: 'fx.units', asset })).toBe(-sold)
    }),
  )
})

const funding = issuerFunded({
  eventId: 'f',
  recordId: 'f',
  fundingId: null,
  amountCents: 10n ** 12n,
  effectiveAt,
})
/** From the float to the card. */
const crediting = ({ id, acceptance: n, figures }: AnyLoad) => [
  issuerTransferStarted({
    reference: `load:${id}`,
    refId: id,
    attempt: n,
    amountCents: figures.netCents,
    effectiveAt,
  }),
  loadCredited({ ...figures, id, acceptance: n, card, effectiveAt }),
]
const reversal = ({ used: coins, ...load }: AnyLoad, isSettled: (ownerId: string) => boolean) =>
  loadReversed({
    ...load,
    number: load.acceptance,
    card,
    payer,
    coins,
    shares: load.figures.shares.map((share) => ({
      ...share,
      settlementId: isSettled(share.ownerId) ? 'settlement' : null,
    })),
    effectiveAt,
    detail,
  })

test('accept, credit, then reverse leaves every account as before; of settled shares each partner owes its own', () => {
  fc.assert(
    fc.property(anyLoad, fc.func(fc.boolean()), (load, isSettled) => {
      fc.pre(load.figures.netCents > 0n)
      const journals = [...depositsOf(load), funding, acceptance(load), ...crediting(load)]
      const before = bookOf(...depositsOf(load), funding)
      expect(
        bookOf(
          ...journals,
          reversal(load, () => false),
        ).state(),
      ).toEqual(before.state())
      const book = bookOf(...journals, reversal(load, isSettled))
      for (const { ownerId, companyId, amountCents } of load.figures.shares) {
        const settled = isSettled(ownerId) ? amountCents : 0n
        const pending = { code: `wallet.${load.speed}.pending`, ownerId, companyId }
        // What a settlement paid has left the pending bucket before; here nothing took it out.
        expect([book.natural({ code: 'partner.owed', ownerId, companyId }), book.natural(pending)]).toEqual([
          settled,
          settled,
        ])
      }
      expect([book.total('card.available'), book.total('issuer.allocated')]).toEqual([0n, 0n])
      expect([book.natural({ code: 'income.load_fees' }), book.total('income.spread')]).toEqual([0n, 0n])
    }),
    { numRuns: 200 },
  )
})

test('the key counts acceptances, so each is taken back once', () => {
  fc.assert(
    fc.property(anyLoad, (load) => {
      expect(undoing(load).key).toBe(`load:L-1:undone:${load.acceptance}`)
      expect(acceptance(load).key).toBe(`load:L-1:accepted:${load.acceptance}`)
    }),
    { numRuns: 20 },
  )
})
