import { formatUnits } from '@cardamom/contract/money'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { anyGrossCents } from '../fees/fee-arbitraries.test-kit.ts'
import { splitFee } from '../fees/fee-split.ts'
import {
  bookValueOf,
  classifyPayment,
  creditRates,
  dueUnits,
  grossOf,
  isInTime,
  lastBlockTime,
  ledgerDecimalsOf,
  lockedRate,
  pricePayment,
  quoteExpiry,
  toContractUnits,
  toLedgerUnits,
} from './load-quote.ts'

const usdt = { ledgerDecimals: 6 }
const quoted = { rate: 99_440_300n, midRate: 99_940_000n }
const halfPercent = 5_000n

const anyDecimals = fc.constantFrom(6, 8, 18)
const anyMid = fc.oneof(
  fc.bigInt({ min: 50_000_000n, max: 200_000_000n }),
  fc.constant(100_000_00000000n),
  fc.bigInt({ min: 1n, max: 100_000_00000000n }),
)
const anyUnits = fc.bigInt({ min: 0n, max: 10n ** 16n })

describe('golden quotes (money §6, 5)', () => {
  it('locks 0.994403 for a mid of 0.9994 and a spread of 50 basis points', () => {
    expect(lockedRate({ midRate: 99_940_000n, spreadHundredthsBp: halfPercent })).toBe(quoted.rate)
    expect(lockedRate({ midRate: 3n, spreadHundredthsBp: halfPercent })).toBe(2n)
    expect(lockedRate({ midRate: 100_000_000n, spreadHundredthsBp: 0n })).toBe(100_000_000n)
  })

  test.each([
    [20_000n, '201.125701'],
    [33_333n, '335.206149'],
    [100_000n, '1005.628503'],
  ])('%d cents are due as %s USDT', (grossCents, text) => {
    const units = dueUnits({ grossCents, rate: quoted.rate, ...usdt })
    expect(formatUnits({ units, decimals: 6 })).toBe(text)
  })

  test.each([
    [201_125_701n, 20_000n, 500n, 19_500n, 101n],
    [200_125_701n, 19_900n, 498n, 19_402n, 101n],
    [100_000_000n, 9_944n, 249n, 9_695n, 50n],
    [250_000_000n, 24_860n, 622n, 24_238n, 125n],
  ])(
    '%d units of USDT: gross %d, fee %d, net %d, spread %d',
    (units, grossCents, feeCents, netCents, spreadCents) => {
      const priced = pricePayment({ units, rates: quoted, ...usdt })
      expect(priced).toMatchObject({ grossCents, spreadCents, bookValueCents: grossCents + spreadCents })
      const split = splitFee({ grossCents, rates: [25_000n, 0n, 0n, 0n, 0n], chain: [] })
      expect(split).toMatchObject({ accepted: true, value: { feeCents, netCents } })
    },
  )

  it('credits a late payment at the lower rate, or at the locked one with a spread below zero', () => {
    const afterLock = {
      rate: lockedRate({ midRate: 99_000_000n, spreadHundredthsBp: halfPercent }),
      midRate: 99_000_000n,
    }
    const expiresAt = new Date('2026-11-20T15:30:00.000Z')
    const blockTime = new Date('2026-11-20T16:30:00.000Z')
    const payment = { quoted, current: afterLock, expiresAt, blockTime }
    const units = 201_125_701n
    expect(pricePayment({ units, rates: creditRates(payment), ...usdt }).grossCents).toBe(19_811n)
    const locked = creditRates({ ...payment, usesLockedRate: true })
    expect(pricePayment({ units, rates: locked, ...usdt })).toEqual({
      units,
      grossCents: 20_000n,
      bookValueCents: 19_911n,
      spreadCents: -89n,
    })
  })

  it('floors an 18-decimal token to the ledger and stores the residue', () => {
    const { units, residue } = toLedgerUnits({
      contractUnits: 150_123_456_789_012_345_678n,
      contractDecimals: 18,
    })
    expect({ units, residue }).toEqual({ units: 15_012_345_678n, residue: 9_012_345_678n })
    expect(grossOf({ units, rate: 99_500_000n, ledgerDecimals: ledgerDecimalsOf(18) })).toBe(14_937n)
  })
})

describe('the tolerance', () => {
  test.each([
    [0n, 'underpaid'],
    [994_999n, 'underpaid'],
    [995_000n, 'paid'],
    [1_000_000n, 'paid'],
    [1_005_000n, 'paid'],
    [1_005_001n, 'overpaid'],
  ])('%d of 1,000,000 units due: %s', (paidUnits, expected) => {
    expect(classifyPayment({ paidUnits, due: 1_000_000n })).toBe(expected)
  })

  it('accepts the example 200.125701 of 201.125701, and neither 100 nor 250', () => {
    const due = 201_125_701n
    expect(classifyPayment({ paidUnits: 200_125_701n, due })).toBe('paid')
    expect(classifyPayment({ paidUnits: 100_000_000n, due })).toBe('underpaid')
    expect(classifyPayment({ paidUnits: 250_000_000n, due })).toBe('overpaid')
  })
})

describe('time', () => {
  const expiresAt = quoteExpiry(new Date('2026-11-20T15:00:00.000Z'))
  const better = { rate: 99_500_000n, midRate: 100_000_000n }
  const worse = { rate: 98_505_000n, midRate: 99_000_000n }

  it('holds a quote for 30 minutes, and 2 more for the block', () => {
    expect(expiresAt).toEqual(new Date('2026-11-20T15:30:00.000Z'))
    expect(lastBlockTime(expiresAt)).toEqual(new Date('2026-11-20T15:32:00.000Z'))
    expect(isInTime({ blockTime: new Date('2026-11-20T15:32:00.000Z'), expiresAt })).toBe(true)
    expect(isInTime({ blockTime: new Date('2026-11-20T15:32:00.001Z'), expiresAt })).toBe(false)
  })

  test.each([
    ['in time', '2026-11-20T15:32:00.000Z', worse, quoted],
    ['late, price fell', '2026-11-20T15:32:00.001Z', worse, worse],
    ['late, price rose', '2026-11-20T15:32:00.001Z', better, { rate: quoted.rate, midRate: better.midRate }],
    ['24 hours late', '2026-11-21T15:30:00.000Z', better, { rate: quoted.rate, midRate: better.midRate }],
    ['later still', '2026-11-21T15:30:00.001Z', better, better],
  ])('%s (%s)', (_name, blockTime, current, expected) => {
    expect(creditRates({ quoted, current, expiresAt, blockTime: new Date(blockTime) })).toEqual(expected)
  })

  it('uses the locked rate when an admin decides so, but not its mid rate', () => {
    for (const blockTime of [new Date('2026-11-20T16:00:00.000Z'), new Date('2026-11-30T16:00:00.000Z')]) {
      const locked = creditRates({ quoted, current: better, expiresAt, blockTime, usesLockedRate: true })
      expect(locked).toEqual({ rate: quoted.rate, midRate: better.midRate })
    }
  })
})

describe('any quote (money §7)', () => {
  it('requests exactly enough: gross(due(g)) = g, and one unit less is too little', () => {
    fc.assert(
      fc.property(anyGrossCents, anyMid, anyDecimals, (grossCents, midRate, decimals) => {
        const rate = lockedRate({ midRate, spreadHundredthsBp: halfPercent })
        fc.pre(rate > 0n)
        const ledgerDecimals = ledgerDecimalsOf(decimals)
        const units = dueUnits({ grossCents, rate, ledgerDecimals })
        expect(grossOf({ units: units - 1n, rate, ledgerDecimals })).toBeLessThan(grossCents)
        const isUnitBelowACent = rate < 10n ** BigInt(ledgerDecimals + 6)
        const reached = grossOf({ units, rate, ledgerDecimals })
        if (isUnitBelowACent) expect(reached).toBe(grossCents)
        else expect(reached).toBeGreaterThanOrEqual(grossCents)
      }),
      { numRuns: 500 },
    )
  })

  it('never credits more than the units are worth, and never less for more units', () => {
    fc.assert(
      fc.property(anyUnits, anyUnits, anyMid, anyDecimals, (units, more, rate, decimals) => {
        const ledgerDecimals = ledgerDecimalsOf(decimals)
        const grossCents = grossOf({ units, rate, ledgerDecimals })
        expect(grossCents * 10n ** BigInt(ledgerDecimals + 6)).toBeLessThanOrEqual(units * rate)
        expect(grossOf({ units: units + more, rate, ledgerDecimals })).toBeGreaterThanOrEqual(grossCents)
      }),
    )
  })

  it('earns a spread ≥ 0 at the rates of one moment', () => {
    fc.assert(
      fc.property(
        anyUnits,
        anyMid,
        fc.bigInt({ min: 0n, max: 100_000n }),
        (units, midRate, spreadHundredthsBp) => {
          const rates = { rate: lockedRate({ midRate, spreadHundredthsBp }), midRate }
          const priced = pricePayment({ units, rates, ledgerDecimals: 8 })
          expect(priced.spreadCents).toBe(priced.bookValueCents - priced.grossCents)
          expect(priced.spreadCents).toBeGreaterThanOrEqual(0n)
          expect(priced.bookValueCents).toBe(bookValueOf({ units, midRate, ledgerDecimals: 8 }))
        },
      ),
    )
  })

  it('accepts the due amount, exactly and only within the tolerance', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), anyUnits, (due, paidUnits) => {
        const isNear = 200n * (paidUnits > due ? paidUnits - due : due - paidUnits) <= due
        const classified = classifyPayment({ paidUnits, due })
        expect(classified === 'paid').toBe(isNear)
        if (!isNear) expect(classified).toBe(paidUnits < due ? 'underpaid' : 'overpaid')
        expect(classifyPayment({ paidUnits: due, due })).toBe('paid')
      }),
    )
  })

  it('loses no unit of the chain: ledger units and residue are the whole', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 30n }),
        fc.integer({ min: 0, max: 18 }),
        (contractUnits, contractDecimals) => {
          const { units, residue } = toLedgerUnits({ contractUnits, contractDecimals })
          expect(toContractUnits({ units, contractDecimals }) + residue).toBe(contractUnits)
          expect(residue >= 0n && residue < 10n ** BigInt(Math.max(0, contractDecimals - 8))).toBe(true)
        },
      ),
    )
  })

  it('never credits a late payment above the current rate', () => {
    fc.assert(
      fc.property(
        anyMid,
        anyMid,
        fc.integer({ min: 120_001, max: 200 * 3_600_000 }),
        (lockedMid, mid, delayMs) => {
          const pair = (midRate: bigint) => ({
            midRate,
            rate: lockedRate({ midRate, spreadHundredthsBp: halfPercent }),
          })
          const expiresAt = new Date('2026-11-20T15:30:00.000Z')
          const blockTime = new Date(expiresAt.getTime() + delayMs)
          const rates = creditRates({ quoted: pair(lockedMid), current: pair(mid), expiresAt, blockTime })
          expect(rates.rate).toBeLessThanOrEqual(pair(mid).rate)
          expect(rates.midRate).toBe(mid)
        },
      ),
    )
  })
})
