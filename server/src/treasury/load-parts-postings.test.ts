import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyGrossCents, anyRates } from '../fees/fee-arbitraries.test-kit.ts'
import { splitOf } from '../fees/fee-split.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { divide, postedPart } from '../loads/load-part-plan.ts'
import { depositConfirmed, loadAccepted, loadCredited, type UsedCoin } from '../loads/load-postings.ts'
import type { LoadRecord } from '../loads/load-record.ts'
import { leftOfCoin } from '../loads/coin-parts.ts'
import { loadReversed, loadUndone } from '../loads/load-undo-postings.ts'
import { issuerFunded } from './treasury-postings.ts'

/** Loads that are undone and reversed in parts, with the journals that the product posts (money §3, §6, §7). */
const effectiveAt = new Date('2026-11-20T15:00:00Z')
const detail = { actor: 'maker', reason: 'Our mistake' }
const payer = { ownerId: 'payer', companyId: 'lima' }
const card = { ownerId: 'card', companyId: 'lima' }
const asset = 'USDT@1'

type Terms = Pick<LoadRecord, 'grossCents' | 'rates' | 'chain'>
type LoadTerms = Terms & { readonly coin: UsedCoin }

/** A load that is accepted, credited and undone in parts, with the shares that the product has of it. */
const start = (of: LoadTerms) => {
  const { grossCents, rates, chain, coin } = of
  const split = splitOf({ grossCents, rates, chain })
  const posted = split.shares.map(({ ownerId, amountCents }) => ({
    ownerId,
    companyId: ownerId,
    amountCents,
  }))
  const spreadCents = coin.valueCents - grossCents
  const figures = { ...split, shares: posted, bookValueCents: coin.valueCents, spreadCents }
  const book = createPaperBook()
  const deposits = coin.deposits.map(({ id, units }) =>
    depositConfirmed({ id, chain: '1', tx: id, log: 0, asset, units, payer, effectiveAt }),
  )
  const float = { eventId: 'f', recordId: 'f', fundingId: null, amountCents: 10n ** 12n, effectiveAt }
  book.post(...deposits, issuerFunded(float))
  const before = book.state()
  const load = { id: 'L-1', acceptance: 1, speed: 'regular' as const, card, payer }
  book.post(loadAccepted({ ...load, asset, deposits: coin.deposits, figures, effectiveAt }))
  let record = { ...of, ...split, spreadCents } as unknown as LoadRecord
  let shares = posted.map((share) => ({
    ...share,
    id: share.ownerId,
    undoneCents: 0n,
    owedLeftCents: 0n,
    level: 1,
  }))
  let [isCredited, isSettled, number] = [false, false, 0]
  const present = () => leftOfCoin(coin, { grossCents, remainingCents: record.grossCents })
  const post = (part: Pick<ReturnType<typeof postedPart>, 'coins' | 'figures' | 'shares'>) => {
    number += 1
    const journal = { ...load, ...part, number, effectiveAt, detail }
    book.post(isCredited ? loadReversed(journal) : loadUndone(journal))
  }
  return {
    book,
    before,
    shares: posted,
    credit: () => {
      const facts = {
        reference: 'load:L-1',
        refId: 'L-1',
        attempt: 1,
        amountCents: record.netCents,
        effectiveAt,
      }
      const { netCents, operatorCents } = record
      const spread = record.spreadCents ?? 0n
      const credited = {
        ...load,
        netCents,
        operatorCents: operatorCents ?? 0n,
        spreadCents: spread,
        effectiveAt,
      }
      book.post(issuerTransferStarted(facts), loadCredited(credited))
      isCredited = true
    },
    settle: () => {
      isSettled = true
    },
    left: () => record.grossCents,
    /** A part, as long as something is left; false: it is refused. */
    part: (cents: bigint): boolean => {
      const settlementId = isSettled ? 'settlement' : null
      const money = {
        whole: { grossCents, coins: [coin] },
        coins: [present()],
        shares: shares.map((share) => ({ ...share, settlementId })),
      }
      const divided = divide(record, money, cents)
      if (!divided.accepted) return false
      post(postedPart(divided.value))
      const { left, shares: parts } = divided.value
      record = { ...record, ...left } as unknown as LoadRecord
      shares = shares.map((share) => {
        const part = parts.find((each) => each.share.id === share.id)?.cents ?? 0n
        return { ...share, undoneCents: share.undoneCents + part }
      })
      const standing = shares.map(({ amountCents, undoneCents }) => amountCents - undoneCents)
      expect(standing).toEqual(left.shares.map(({ amountCents }) => amountCents))
      return true
    },
    /** All that is left. */
    rest: () =>
      post({
        coins: [present()],
        figures: {
          netCents: record.netCents,
          operatorCents: record.operatorCents ?? 0n,
          spreadCents: record.spreadCents ?? 0n,
        },
        shares: shares.map(({ ownerId, companyId, amountCents, undoneCents }) => ({
          ownerId,
          companyId,
          amountCents: amountCents - undoneCents,
          settlementId: isSettled ? 'settlement' : null,
        })),
      }),
  }
}

test('golden number 7: 333.33 in four parts, before the credit, after it and after the settlement', () => {
  const company = (ownerId: string, level: 1 | 2 | 3) => ({ ownerKind: 'company' as const, ownerId, level })
  const seller = (ownerId: string) => ({ ownerKind: 'seller' as const, ownerId, level: 4 as const })
  const load = start({
    grossCents: 33_333n,
    rates: [10_000n, 5_000n, 7_500n, 5_000n, 2_500n],
    chain: [
      { ownerKind: 'operator', ownerId: 'operator', level: 0 },
      company('norte', 1),
      company('andes', 2),
      company('lima', 3),
      { ...seller('eva'), partHundredthsBp: 800_000n },
      seller('ana'),
    ] as unknown as LoadRecord['chain'],
    coin: { asset, deposits: [{ id: 'd', units: 335_206_149n }], valueCents: 33_501n },
  })
  expect(load.shares.map(({ amountCents }) => amountCents)).toEqual([166n, 249n, 166n, 66n, 17n])
  expect(load.part(3_333n)).toBe(true)
  load.credit()
  expect(load.book.natural({ code: 'card.available', ...card })).toBe(29_100n)
  expect(load.part(10_000n)).toBe(true)
  expect(load.book.natural({ code: 'card.available', ...card })).toBe(19_400n)
  const paid = load.shares.map(({ ownerId, companyId }) =>
    load.book.natural({ code: 'wallet.regular.pending', ownerId, companyId }),
  )
  load.settle()
  expect(load.part(15_001n)).toBe(true)
  expect(load.part(4_999n)).toBe(false)
  load.rest()
  const { book } = load
  expect(book.natural({ code: 'deposit.unapplied', asset, ...payer })).toBe(335_206_149n)
  for (const code of ['income.load_fees', 'income.spread', 'card.available', 'fee.deferred', 'load.pending'])
    expect([code, book.total(code)]).toEqual([code, 0n])
  // What the settlement paid each partner is what it owes.
  expect(paid).toEqual([100n, 150n, 100n, 40n, 10n])
  expect(
    load.shares.map(({ ownerId, companyId }) => book.natural({ code: 'partner.owed', ownerId, companyId })),
  ).toEqual(paid)
})

const anyWorked = fc
  .record({
    grossCents: anyGrossCents,
    rates: anyRates,
    chain: anyChain,
    units: fc.array(fc.bigInt({ min: 1n, max: 10n ** 15n }), { minLength: 1, maxLength: 4 }),
    // From far below the gross (the locked rate applied) to far above it.
    valuePermille: fc.bigInt({ min: 500n, max: 1_500n }),
  })
  .map(({ units, valuePermille, ...terms }) => ({
    ...terms,
    chain: terms.chain as LoadRecord['chain'],
    coin: {
      asset,
      deposits: units.map((each, index) => ({ id: `d${index}`, units: each })),
      valueCents: (terms.grossCents * valuePermille) / 1_000n,
    },
  }))
const anySteps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.bigInt({ min: 0n, max: 1_100n }) },
    { weight: 1, arbitrary: fc.constant('credit' as const) },
  ),
  { maxLength: 12 },
)

test('any parts before and after the credit, and then the rest, leave every account as before', () => {
  fc.assert(
    fc.property(anyWorked, anySteps, (of, steps) => {
      fc.pre(splitOf(of).netCents > 0n)
      const load = start(of)
      let isCredited = false
      for (const step of steps) {
        if (step === 'credit') {
          if (!isCredited) load.credit()
          isCredited = true
          continue
        }
        const left = load.left()
        const cents = (left * step) / 1_000n
        // Never more than is left, and never the whole as a part.
        const isPosted = load.part(cents)
        if (cents === 0n || cents >= left) expect(isPosted).toBe(false)
        expect(load.left()).toBe(isPosted ? left - cents : left)
      }
      load.rest()
      expect(load.book.state()).toEqual(load.before)
      expect(load.book.refs().every((each) => each >= 0n)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
