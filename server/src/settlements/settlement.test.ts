import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imbalance } from '../ledger/posting.ts'
import { decidePayment, needsSecondPerson, netOf, recoveryLines, waitsFor, type Pot } from './settlement.ts'
import { settlementPaid } from './settlement-postings.ts'

const pot = (maturedCents: bigint, change: Partial<Pot> = {}): Pot => ({
  maturedCents,
  addedCents: 0n,
  deductedCents: 0n,
  ...change,
})
const nothing = { owedCents: 0n, immediateCents: 0n }

test('Andes is paid 11.49: 12.99 of shares less 1.50 of a reversed one (money §6, 8)', () => {
  const payment = decidePayment(pot(1299n), { ...nothing, owedCents: 150n })
  expect(payment).toEqual({
    owedBeforeCents: 150n,
    owedAfterCents: 0n,
    recoveredCents: 150n,
    allowanceCents: 0n,
    paidCents: 1149n,
  })
  expect(recoveryLines(payment, [{ owedCents: 150n }])).toEqual([
    { kind: 'reversal', amountCents: -150n, share: { owedCents: 150n } },
  ])
})

test('3.00 of shares and 10.00 owed: 0 is paid and 7.00 carried; with 9.00 by hand 2.00 is paid (money §6, 8)', () => {
  const owing = { ...nothing, owedCents: 1000n }
  expect(decidePayment(pot(300n), owing)).toMatchObject({ paidCents: 0n, owedAfterCents: 700n })
  expect(decidePayment(pot(300n, { addedCents: 900n }), owing)).toMatchObject({
    paidCents: 200n,
    owedAfterCents: 0n,
  })
})

test('a sum below zero is carried forward', () => {
  const payment = decidePayment(pot(300n, { deductedCents: 1000n }), nothing)
  expect(payment).toMatchObject({ paidCents: 0n, owedBeforeCents: 0n, owedAfterCents: 700n })
  expect(recoveryLines(payment, [])).toEqual([{ kind: 'carried', amountCents: 700n, share: null }])
})

test('what is owed comes first, then an immediate wallet below zero, then the wallet (domain §8)', () => {
  expect(decidePayment(pot(35_000n), { ...nothing, immediateCents: -70_180n })).toMatchObject({
    allowanceCents: 35_000n,
    paidCents: 0n,
  })
  expect(decidePayment(pot(1000n), { owedCents: 300n, immediateCents: -200n })).toMatchObject({
    recoveredCents: 300n,
    allowanceCents: 200n,
    paidCents: 500n,
  })
})

test('more reversed shares than a payment recovers are recovered in their order', () => {
  const payment = decidePayment(pot(500n), { ...nothing, owedCents: 700n })
  const lines = recoveryLines(payment, [{ owedCents: 400n }, { owedCents: 300n }])
  expect(lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['reversal', -400n],
    ['reversal', -100n],
  ])
})

test('the daily run approves up to its limit, and without a break', () => {
  const limitCents = 1_000_000n
  expect(waitsFor({ netCents: limitCents, limitCents, stoppedCount: 0 })).toBe(null)
  expect(waitsFor({ netCents: limitCents + 1n, limitCents, stoppedCount: 0 })).toBe('limit')
  expect(waitsFor({ netCents: 1n, limitCents, stoppedCount: 1 })).toBe('break')
})

test('who drew it up approves it alone up to the limit, and never with a line by hand', () => {
  const needs = (of: Pot, stoppedCount = 0) => needsSecondPerson({ ...of, stoppedCount }, 1_000_000n)
  expect(needs(pot(1_000_000n))).toBe(false)
  expect(needs(pot(1_000_001n))).toBe(true)
  expect(needs(pot(1n, { addedCents: 1n }))).toBe(true)
  expect(needs(pot(2n, { deductedCents: 1n }))).toBe(true)
  expect(needs(pot(1n), 1)).toBe(true)
})

const cents = fc.bigInt({ min: 0n, max: 10n ** 12n })
const pots = fc.record({ maturedCents: cents, addedCents: cents, deductedCents: cents })
const standings = fc.record({
  owedCents: cents,
  immediateCents: fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
})
const reversals = fc.array(fc.record({ owedCents: fc.bigInt({ min: 1n, max: 10n ** 11n }) }), {
  maxLength: 6,
})

test('paid + owed + carried = matured + manual; the lines add up, and the journal balances', () => {
  const id = 'a'
  fc.assert(
    fc.property(pots, standings, reversals, (of, standing, reversed) => {
      const payment = decidePayment(of, standing)
      const { paidCents, allowanceCents, owedBeforeCents, owedAfterCents } = payment
      expect(paidCents >= 0n && allowanceCents >= 0n && owedAfterCents >= 0n).toBe(true)
      expect(paidCents + allowanceCents + owedBeforeCents - owedAfterCents).toBe(netOf(of))
      // Nothing is paid while anything is owed, or while the immediate wallet is below zero.
      if (owedAfterCents > 0n) expect(paidCents + allowanceCents).toBe(0n)
      if (standing.immediateCents + allowanceCents < 0n) expect(paidCents).toBe(0n)
      const lines = recoveryLines(payment, reversed)
      expect(lines.reduce((sum, { amountCents }) => sum + amountCents, netOf(of))).toBe(paidCents)
      for (const wallet of ['regular', 'immediate'] as const) {
        const { legs } = settlementPaid({
          ...of,
          ...payment,
          id,
          ownerId: id,
          companyId: id,
          wallet,
          periodEnd: new Date(0),
          effectiveAt: new Date(0),
        })
        expect(imbalance(legs)).toBe(null)
      }
    }),
  )
})
