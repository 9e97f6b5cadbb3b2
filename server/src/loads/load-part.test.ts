import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyChain, anyGrossCents, anyRates } from '../fees/fee-arbitraries.test-kit.ts'
import { freezeChain } from '../fees/fee-chain.ts'
import { splitOf } from '../fees/fee-split.ts'
import { leftOfLoad, partOfLoad } from './load-part.ts'
import type { AcceptedLoad, LoadFigures } from './load-part.ts'
import { pricePayment } from './load-quote.ts'

const worked: AcceptedLoad = {
  ...pricePayment({
    units: 335_206_149n,
    rates: { rate: 99_440_300n, midRate: 99_940_000n },
    ledgerDecimals: 6,
  }),
  rates: [10_000n, 5_000n, 7_500n, 5_000n, 2_500n],
  chain: freezeChain({
    operatorId: 'operator',
    companies: [
      { companyId: 'norte', tier: 1, isOperatorOwned: false },
      { companyId: 'andes', tier: 2, isOperatorOwned: false },
      { companyId: 'lima', tier: 3, isOperatorOwned: false },
    ],
    introduction: { by: 'seller_two', sellerTwoId: 'eva', sellerOneId: 'ana' },
    quotedAt: new Date('2026-11-20T15:00:00.000Z'),
  }),
}

const anyLoad: fc.Arbitrary<AcceptedLoad> = fc
  .record({
    grossCents: anyGrossCents,
    units: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    // From far below the gross (an admin confirmed the locked rate) to far above it.
    valuePermille: fc.bigInt({ min: 500n, max: 1_500n }),
    rates: anyRates,
    chain: anyChain,
  })
  .map(({ valuePermille, ...load }) => ({
    ...load,
    bookValueCents: (load.grossCents * valuePermille) / 1_000n,
  }))

/** Refunds that reduce a load to zero, in any number of parts. */
const anyRefunds = (load: AcceptedLoad) =>
  fc.array(fc.bigInt({ min: 1n, max: load.grossCents }), { maxLength: 6 }).map((cuts) => {
    const points = [...new Set([0n, ...cuts, load.grossCents])].toSorted((a, b) => (a < b ? -1 : 1))
    return points.slice(1).map((point, index) => point - (points[index] ?? 0n))
  })

const anyRefundedLoad = anyLoad.chain((load) => fc.tuple(fc.constant(load), anyRefunds(load)))

const refundAll = (load: AcceptedLoad, refunds: readonly bigint[]): LoadFigures[] => {
  let remainingCents = load.grossCents
  return refunds.map((partCents) => {
    const part = partOfLoad({ load, remainingCents, partCents })
    remainingCents -= partCents
    return part
  })
}

const amountsOf = (figures: LoadFigures): bigint[] => [
  figures.grossCents,
  figures.feeCents,
  figures.netCents,
  figures.operatorCents,
  figures.units,
  figures.bookValueCents,
  figures.spreadCents,
  ...figures.shares.map(({ amountCents }) => amountCents),
]
const sumOf = (parts: readonly LoadFigures[]) =>
  parts.map(amountsOf).reduce((sum, part) => sum.map((amount, index) => amount + (part[index] ?? 0n)))

describe('333.33 paid with 335.206149 USDT (money §6, 7)', () => {
  const refunds = [3_333n, 10_000n, 15_001n, 4_999n]
  const parts = refundAll(worked, refunds)

  it('is accepted as a whole', () => {
    const whole = leftOfLoad({ load: worked, remainingCents: 33_333n })
    expect(whole).toMatchObject({ ...splitOf(worked), units: 335_206_149n, spreadCents: 168n })
    expect(whole.shares.map(({ amountCents }) => amountCents)).toEqual([166n, 249n, 166n, 66n, 17n])
  })

  it('is returned in four parts: every unit, every cent, and each partner owes the amount of its share', () => {
    expect(parts.map(({ grossCents }) => grossCents)).toEqual(refunds)
    expect(sumOf(parts)).toEqual(amountsOf(leftOfLoad({ load: worked, remainingCents: 33_333n })))
    expect(parts.map(({ units }) => units)).toEqual([33_517_598n, 100_562_850n, 150_854_332n, 50_271_369n])
  })
})

describe('any load in parts (money §7)', () => {
  it('adds up to the whole, to the unit and the cent', () => {
    fc.assert(
      fc.property(anyRefundedLoad, ([load, refunds]) => {
        const whole = leftOfLoad({ load, remainingCents: load.grossCents })
        expect(sumOf(refundAll(load, refunds))).toEqual(amountsOf(whole))
        expect(whole.units).toBe(load.units)
        expect(whole.bookValueCents).toBe(load.bookValueCents)
      }),
      { numRuns: 300 },
    )
  })

  it('balances in each part, with no partner below zero and the operator by no more than rounding', () => {
    fc.assert(
      fc.property(anyRefundedLoad, ([load, refunds]) => {
        for (const part of refundAll(load, refunds)) {
          const shared = part.shares.reduce((sum, { amountCents }) => sum + amountCents, 0n)
          expect(part.netCents + shared + part.operatorCents).toBe(part.grossCents)
          expect(part.spreadCents).toBe(part.bookValueCents - part.grossCents)
          expect(part.shares.every(({ amountCents }) => amountCents >= 0n)).toBe(true)
          expect(part.netCents >= 0n && part.feeCents >= 0n && part.units >= 0n).toBe(true)
          expect(part.operatorCents).toBeGreaterThanOrEqual(-BigInt(1 + part.shares.length))
        }
      }),
    )
  })

  it('returns the spread on the side that it came from', () => {
    fc.assert(
      fc.property(anyRefundedLoad, ([load, refunds]) => {
        const isGain = load.bookValueCents >= load.grossCents
        for (const { spreadCents } of refundAll(load, refunds)) {
          expect(isGain ? spreadCents >= 0n : spreadCents <= 0n).toBe(true)
        }
      }),
    )
  })

  it('has only zeros when nothing is left', () => {
    fc.assert(
      fc.property(anyLoad, (load) => {
        expect(amountsOf(leftOfLoad({ load, remainingCents: 0n })).every((amount) => amount === 0n)).toBe(
          true,
        )
      }),
    )
  })

  it('refuses more than the remainder, zero, and negative amounts', () => {
    const part = (remainingCents: bigint, partCents: bigint) => () =>
      partOfLoad({ load: worked, remainingCents, partCents })
    expect(part(33_333n, 0n)).toThrow(RangeError)
    expect(part(33_333n, -1n)).toThrow(RangeError)
    expect(part(100n, 101n)).toThrow(RangeError)
    expect(part(33_334n, 1n)).toThrow(RangeError)
  })
})
