import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyGrossCents, anyRates } from '../fees/fee-arbitraries.test-kit.ts'
import type { TransferRow } from './chain-transfers.sql.ts'
import { partOfLoad } from './load-part.ts'
import { priceDeposits, type Deposit, type PartMoney } from './load-pricing.ts'
import { dueUnits, pricePayment } from './load-quote.ts'
import type { PaymentRecord } from './load-record.ts'

/** The second credit of a part of a load (money §3, Part of a load). */
const expiresAt = new Date('2026-11-20T15:30:00.000Z')
const [inTime, late] = [new Date('2026-11-20T15:10:00.000Z'), new Date('2026-11-21T15:10:00.000Z')]
const assets = [{ symbol: 'USDT', name: 'Tether', network: 'ethereum', tokenAddress: '0x', decimals: 6 }]
const rateOf = (rate: bigint, midRate: bigint) =>
  ({
    asset: 'USDT',
    network: 'ethereum',
    rate,
    midRate,
    spreadHundredthsBp: 5_000n,
    expiresAt,
  }) as PaymentRecord
const deposit = (units: bigint, blockTime = inTime) =>
  ({ id: 'd', asset: 'USDT', units, blockTime }) as TransferRow as Deposit
const price = (load: PaymentRecord, deposits: readonly Deposit[], ofPart: PartMoney | null) =>
  priceDeposits(load, deposits, {
    assets,
    ofPart,
    current: () => ({ midRate: 99_940_000n, spreadHundredthsBp: 5_000n }),
  })

test('100.00 of 333.33 paid with 335.206149 USDT are 100.00 again (money §6, 5)', () => {
  const rates = { rate: 99_440_300n, midRate: 99_940_000n }
  const load = rateOf(rates.rate, rates.midRate)
  const paid = pricePayment({ units: 335_206_149n, rates, ledgerDecimals: 6 })
  const terms = { rates: [10_000n, 5_000n, 7_500n, 5_000n, 2_500n], chain: [] } as const
  const part = partOfLoad({ load: { ...paid, ...terms }, remainingCents: 33_333n, partCents: 10_000n })
  expect(price(load, [deposit(part.units)], null)).toMatchObject([{ grossCents: 9_999n }])
  expect(price(load, [deposit(part.units)], part)).toMatchObject([
    { grossCents: 10_000n, bookValueCents: part.bookValueCents },
  ])
  // Of other units, or of a payment that came too late, the gross is that of the rate.
  expect(price(load, [deposit(part.units - 20_000n)], part)).toMatchObject([{ grossCents: 9_998n }])
  expect(price(load, [deposit(part.units, late)], part)).toMatchObject([{ grossCents: 9_999n }])
})

test('any part of a load at any rate is credited again with its own gross and book value', () => {
  const anyPart = fc
    .record({
      grossCents: anyGrossCents,
      midRate: fc.bigInt({ min: 50_000_000n, max: 400_000_000_000n }),
      spread: fc.bigInt({ min: 0n, max: 20_000n }),
      rates: anyRates,
      chain: anyChain,
    })
    .chain((of) => fc.tuple(fc.constant(of), fc.bigInt({ min: 1n, max: of.grossCents })))
  fc.assert(
    fc.property(anyPart, ([{ grossCents, midRate, spread, rates, chain }, partCents]) => {
      const rate = (midRate * (1_000_000n - spread)) / 1_000_000n
      const units = dueUnits({ grossCents, rate, ledgerDecimals: 6 })
      const paid = pricePayment({ units, rates: { rate, midRate }, ledgerDecimals: 6 })
      fc.pre(paid.grossCents >= partCents)
      const frozen = { ...paid, rates, chain }
      const part = partOfLoad({ load: frozen, remainingCents: paid.grossCents, partCents })
      fc.pre(part.units > 1n)
      const halves = [deposit(part.units / 2n), deposit(part.units - part.units / 2n)]
      const [priced, ...others] = price(rateOf(rate, midRate), halves, part) ?? []
      expect(others).toEqual([])
      expect([priced?.grossCents, priced?.bookValueCents]).toEqual([partCents, part.bookValueCents])
    }),
  )
})
