import { expect, test } from 'vitest'
import { walletLoadCredited, walletLoadReleased, walletLoadReserved } from './wallet-load-postings.ts'

/** 500.00 from Lima's immediate wallet, fee 1.00 (money §6, 6). */
const load = {
  id: 'w1',
  from: { ownerId: 'lima', companyId: 'lima' },
  card: { ownerId: 'card', companyId: 'lima' },
  wallet: 'immediate' as const,
  totalCents: 50_000n,
  feeCents: 100n,
  effectiveAt: new Date(0),
}
const short = ({ kind, key, legs }: ReturnType<typeof walletLoadReserved>) => [
  kind,
  key,
  ...legs.map(({ account: { code, ownerId }, amount, ref, atLeast }) => [
    code,
    ownerId,
    amount,
    ref,
    atLeast,
  ]),
]

test('the total is reserved, and an allowance may pay for it', () => {
  expect(short(walletLoadReserved(load))).toEqual([
    'wallet_load.reserved',
    'wload:w1:reserved',
    ['wallet.immediate.available', 'lima', -50_000n, undefined, undefined],
    ['wallet.immediate.reserved', 'lima', 50_000n, 'w1', undefined],
  ])
})

test('the card has the net, the operator the fee, and cards and the money behind them stay equal', () => {
  expect(short(walletLoadCredited(load))).toEqual([
    'wallet_load.credited',
    'wload:w1:credited',
    ['wallet.immediate.reserved', 'lima', -50_000n, 'w1', undefined],
    ['card.available', 'card', 49_900n, undefined, undefined],
    ['income.transfer_fees', undefined, 100n, undefined, undefined],
    ['issuer.allocated', undefined, -49_900n, undefined, undefined],
    ['issuer.in_flight', undefined, 49_900n, 'w1', undefined],
  ])
})

test('what is released is the whole total, with the fee', () => {
  expect(short(walletLoadReleased(load))).toEqual([
    'wallet_load.released',
    'wload:w1:released',
    ['wallet.immediate.reserved', 'lima', -50_000n, 'w1', undefined],
    ['wallet.immediate.available', 'lima', 50_000n, undefined, undefined],
  ])
})
