import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyChain, anyGrossCents, anyRates } from '../fees/fee-arbitraries.test-kit.ts'
import { splitOf } from '../fees/fee-split.ts'
import { issuerTransferStarted } from '../ledger/issuer-transfer.ts'
import { createPaperBook } from '../ledger/paper-book.test-kit.ts'
import { issuerFunded } from './treasury-postings.ts'
import { depositConfirmed, loadAccepted, loadCredited, type PostedFigures } from '../loads/load-postings.ts'
import { pricePayment } from '../loads/load-quote.ts'

const effectiveAt = new Date('2026-11-20T15:00:00Z')
const asset = 'USDC@1'
const payer = { ownerId: 'payer', companyId: 'lima' }
const card = { ownerId: 'card', companyId: 'lima' }
const deposit = (id: string, units: bigint, to: typeof payer | null = payer) =>
  depositConfirmed({ id, chain: '1', tx: `0x${id}`, log: 3, asset, units, payer: to, effectiveAt })
const share = (ownerId: string, amountCents: bigint) => ({ ownerId, companyId: ownerId, amountCents })
const pending = (ownerId: string, speed = 'regular') => ({
  code: `wallet.${speed}.pending`,
  ownerId,
  companyId: ownerId,
})
const usd = { code: 'fx.usd', asset }

/** One load from its deposit to the card, on a book with enough float. */
const walk = ({ units, ...figures }: PostedFigures & { units: bigint }, id = 'L-1001') => {
  const book = createPaperBook()
  const float = { eventId: 'f', recordId: 'f', fundingId: null, effectiveAt }
  book.post(issuerFunded({ ...float, amountCents: figures.netCents }))
  book.post(deposit('d', units))
  const load = { id, card, payer, asset, figures, effectiveAt, speed: 'regular' as const }
  book.post(loadAccepted({ ...load, acceptance: 1, deposits: [{ id: 'd', units }] }))
  const accepted = book.state()
  book.post(
    issuerTransferStarted({
      reference: `load:${id}`,
      refId: id,
      attempt: 1,
      amountCents: figures.netCents,
      effectiveAt,
    }),
  )
  const { netCents, operatorCents, spreadCents } = figures
  book.post(loadCredited({ id, acceptance: 1, card, netCents, operatorCents, spreadCents, effectiveAt }))
  return { book, accepted }
}

test('golden 2: L-1001, 1,000 USDC at 1.00000000', () => {
  const { book } = walk({
    netCents: 970_00n,
    operatorCents: 10_00n,
    spreadCents: 0n,
    bookValueCents: 1_000_00n,
    units: 1_000_000_000n,
    shares: [
      share('norte', 5_00n),
      share('andes', 7_50n),
      share('lima', 5_00n),
      share('eva', 2_00n),
      share('ana', 50n),
    ],
  })
  expect(book.natural({ code: 'card.available', ...card })).toBe(970_00n)
  expect(['norte', 'andes', 'lima', 'eva', 'ana'].map((id) => book.natural(pending(id)))).toEqual([
    5_00n,
    7_50n,
    5_00n,
    2_00n,
    50n,
  ])
  expect(book.natural({ code: 'income.load_fees' })).toBe(10_00n)
  expect(book.natural({ code: 'income.spread' })).toBe(0n)
  expect([book.natural(usd), book.natural({ code: 'fx.units', asset })]).toEqual([1_000_00n, 1_000_000_000n])
  expect(book.natural({ code: 'issuer.allocated' })).toBe(970_00n)
  expect(book.total('load.pending') + book.total('fee.deferred') + book.total('issuer.in_flight')).toBe(0n)
})

const mid = 99_940_000n
const locked = 99_440_300n
test.each([
  [201_125_701n, 200_00n, 5_00n, 1_01n],
  [200_125_701n, 199_00n, 4_98n, 1_01n],
  [100_000_000n, 99_44n, 2_49n, 50n],
  [250_000_000n, 248_60n, 6_22n, 1_25n],
])('golden 5: %s units of USDT', (units, grossCents, feeCents, spreadCents) => {
  const priced = pricePayment({ units, rates: { rate: locked, midRate: mid }, ledgerDecimals: 6 })
  expect(priced).toMatchObject({ grossCents, spreadCents })
  const netCents = grossCents - feeCents
  const { book } = walk({ ...priced, netCents, operatorCents: feeCents, shares: [] })
  expect(book.natural({ code: 'card.available', ...card })).toBe(netCents)
  expect(book.natural({ code: 'income.load_fees' })).toBe(feeCents)
  expect(book.natural({ code: 'income.spread' })).toBe(spreadCents)
  expect(book.natural(usd)).toBe(priced.bookValueCents)
})

test('golden 5: at the confirmed locked rate, the loss on the rate is booked at once', () => {
  const units = 201_125_701n
  const priced = pricePayment({ units, rates: { rate: locked, midRate: 99_000_000n }, ledgerDecimals: 6 })
  expect(priced.spreadCents).toBe(-89n)
  const { book } = walk({ ...priced, netCents: 195_00n, operatorCents: 5_00n, shares: [] })
  expect(book.natural({ code: 'income.fx_result' })).toBe(-89n)
  expect(book.natural({ code: 'income.spread' })).toBe(0n)
  expect(book.natural(usd)).toBe(199_11n)
  expect(book.natural({ code: 'card.available', ...card })).toBe(195_00n)
})

test('a deposit without an owner is booked in suspense', () => {
  const book = createPaperBook()
  book.post(deposit('d', 7n, null))
  expect([
    book.natural({ code: 'crypto.deposits', asset }),
    book.natural({ code: 'suspense', asset }),
  ]).toEqual([7n, 7n])
})

test('the unused part of a deposit stays unapplied', () => {
  const book = createPaperBook()
  book.post(deposit('d', 1_100n), deposit('e', 300n))
  const figures = { netCents: 10n, operatorCents: 0n, spreadCents: 0n, bookValueCents: 10n, units: 1_200n }
  book.post(
    loadAccepted({
      id: 'l',
      acceptance: 1,
      speed: 'immediate',
      card,
      payer,
      asset,
      deposits: [
        { id: 'd', units: 1_000n },
        { id: 'e', units: 200n },
      ],
      figures: { ...figures, shares: [] },
      effectiveAt,
    }),
  )
  expect(book.natural({ code: 'deposit.unapplied', asset, ...payer })).toBe(200n)
  expect(book.refs().every((balance) => balance >= 0n)).toBe(true)
})

test('card + shares + operator = gross, the book balances, and no account in between has a rest', () => {
  const anySpread = fc.bigInt({ min: -5_000n, max: 5_000n })
  fc.assert(
    fc.property(anyGrossCents, anyRates, anyChain, anySpread, (grossCents, rates, chain, spread) => {
      const split = splitOf({ grossCents, rates, chain })
      fc.pre(split.netCents > 0n && grossCents + spread > 0n)
      const shares = split.shares.map(({ ownerId, amountCents }) => share(ownerId, amountCents))
      const figures = {
        ...split,
        shares,
        spreadCents: spread,
        bookValueCents: grossCents + spread,
        units: 10n,
      }
      const { book } = walk(figures)
      const partners = book.total('wallet.regular.pending')
      const cardCents = book.natural({ code: 'card.available', ...card })
      expect(cardCents + partners + book.natural({ code: 'income.load_fees' })).toBe(grossCents)
      expect(book.natural({ code: 'income.spread' }) + book.natural({ code: 'income.fx_result' })).toBe(
        spread,
      )
      expect([book.sum('USD'), book.sum(asset)]).toEqual([0n, 0n])
      expect(book.total('load.pending') + book.total('fee.deferred') + book.total('issuer.in_flight')).toBe(
        0n,
      )
    }),
  )
})
