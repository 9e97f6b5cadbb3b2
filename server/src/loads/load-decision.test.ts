import { expect, test } from 'vitest'
import {
  decideLoad,
  payingDeposits,
  type FinalDeposit,
  type LoadGuards,
  type PaidLoad,
} from './load-decision.ts'

const expiresAt = new Date('2026-11-20T15:00:00.000Z')
const inTime = new Date('2026-11-20T15:02:00.000Z')
const tooLate = new Date('2026-11-20T15:02:00.001Z')
const load: PaidLoad = { status: 'detected', asset: 'USDT', dueUnits: 201_125_701n, expiresAt }
const free: LoadGuards = { isVerified: true, isHeldByKyc: false, limit: null }

const paid = (units: bigint, blockTime = inTime, asset = 'USDT'): FinalDeposit => ({
  id: String(units),
  asset,
  units,
  blockTime,
  isScreenedOut: false,
})
const calm = { isTimeOver: false, isMoreComing: false, isExcessSmall: false, isOtherCoinLittle: false }
const decide = (deposits: FinalDeposit[], over: Partial<Parameters<typeof decideLoad>[0]> = {}) =>
  decideLoad({ load, deposits, ...calm, guards: free, ...over })
const accepted = { decision: 'accept', exception: null }

test('a payment within 50 basis points of the due amount is accepted', () => {
  expect(decide([paid(201_125_701n)])).toEqual({ decision: 'accept', exception: null })
  // ⌈due × 0.995⌉ and ⌊due × 1.005⌋ are accepted, one unit less or more is not.
  expect(decide([paid(200_120_073n)]).decision).toBe('accept')
  expect(decide([paid(200_120_072n)]).exception).toBe('underpaid')
  expect(decide([paid(202_131_329n)]).decision).toBe('accept')
  expect(decide([paid(202_131_330n)])).toEqual({ decision: 'review', exception: 'overpaid' })
})

test('parts in time are added up', () => {
  expect(decide([paid(100_000_000n), paid(101_125_701n)]).decision).toBe('accept')
})

test('a part waits until the end of the quote and is then in review', () => {
  expect(decide([paid(100_000_000n)])).toEqual({ decision: 'wait', exception: 'underpaid' })
  expect(decide([paid(100_000_000n)], { isTimeOver: true })).toEqual({
    decision: 'review',
    exception: 'underpaid',
  })
})

test('the grace period of two minutes counts by block time, to the millisecond', () => {
  expect(decide([paid(201_125_701n, inTime)]).decision).toBe('accept')
  expect(decide([paid(201_125_701n, tooLate)])).toEqual({ decision: 'review', exception: 'late' })
})

test('every payment of a cancelled or expired quote is late', () => {
  for (const status of ['cancelled', 'expired'] as const) {
    expect(decide([paid(201_125_701n)], { load: { ...load, status } })).toEqual({
      decision: 'review',
      exception: 'late',
    })
  }
})

test('another listed asset never pays a load', () => {
  expect(decide([paid(201_125_701n, inTime, 'USDC')])).toEqual({
    decision: 'review',
    exception: 'wrong_asset',
  })
})

test('a person, a sanctions list or a limit can stop a correct payment', () => {
  const right = [paid(201_125_701n)]
  const guarded = (guards: Partial<LoadGuards>) => decide(right, { guards: { ...free, ...guards } }).exception
  expect(guarded({ isVerified: false })).toBe('kyc')
  expect(guarded({ isHeldByKyc: true })).toBe('kyc')
  const listed = [{ ...paid(201_125_701n), isScreenedOut: true }]
  expect(decide(listed, { guards: { ...free, isVerified: false } }).exception).toBe('screening')
  expect(guarded({ limit: 'over_limit' })).toBe('over_limit')
  expect(guarded({ limit: 'below_minimum' })).toBe('below_minimum')
})

test('a small excess is credited with its exception; a guard still stops it', () => {
  const little = { isExcessSmall: true }
  const tooMuch = [paid(203_000_000n)]
  expect(decide(tooMuch, little)).toEqual({ decision: 'accept', exception: 'overpaid' })
  const guards = { ...free, isHeldByKyc: true }
  expect(decide(tooMuch, { ...little, guards })).toEqual({ decision: 'review', exception: 'kyc' })
})

test('a stranger’s transfer never delays a paid load: in another coin, too late, from a listed wallet', () => {
  const right = paid(201_125_701n)
  const strange = [
    paid(1n, inTime, 'USDC'),
    paid(500_000_000n, inTime, 'USDC'),
    paid(1n, tooLate),
    { ...paid(10_000n), isScreenedOut: true },
  ]
  for (const one of strange) {
    for (const deposits of [
      [right, one],
      [one, right],
    ]) {
      expect(decide(deposits)).toEqual(accepted)
      expect(payingDeposits(load, deposits)).toEqual([right])
    }
  }
  expect(decide([right, ...strange])).toEqual(accepted)
})

test('a load stops when it needs a payment from a listed wallet', () => {
  const [half, rest] = [paid(100_000_000n), { ...paid(101_125_701n), isScreenedOut: true }]
  expect(decide([half, rest])).toEqual({ decision: 'review', exception: 'screening' })
  expect(payingDeposits(load, [half, rest])).toEqual([half, rest])
})

test('a small amount of another coin waits for the payment, and is the exception when none came', () => {
  const other = paid(1_000_000n, inTime, 'USDC')
  const little = { isOtherCoinLittle: true }
  expect(decide([other], little)).toEqual({ decision: 'wait', exception: null })
  expect(decide([other, paid(100_000_000n)], little)).toEqual({ decision: 'wait', exception: 'underpaid' })
  const over = { ...little, isTimeOver: true }
  expect(decide([other], over)).toEqual({ decision: 'review', exception: 'wrong_asset' })
  expect(decide([other, paid(100_000_000n)], over).exception).toBe('underpaid')
})

test('a load is not put in review while more money in time becomes final', () => {
  const coming = { isMoreComing: true, isTimeOver: true }
  for (const one of [paid(200_000_000n, inTime, 'USDC'), paid(1n, tooLate), paid(100_000_000n)]) {
    expect(decide([one], coming).decision).toBe('wait')
    expect(decide([one], { isTimeOver: true }).decision).toBe('review')
  }
})
