import { describe, expect, it } from 'vitest'
import { decideAdjustment, type AdjustmentRequest } from './wallet-adjustment.ts'
import { walletAdjusted } from './adjustment-postings.ts'
import type { WalletHolder, WalletState } from './wallet-holder.ts'

const state = (change: Partial<WalletState> = {}): WalletState => ({
  availableCents: 10_000n,
  pendingCents: 0n,
  reservedCents: 0n,
  allowanceCents: 100_000n,
  seq: 3n,
  isClosed: false,
  ...change,
})
const holder = (wallets: WalletHolder['wallets']): WalletHolder => ({
  id: '01990000-0000-7000-8000-000000000001',
  kind: 'company',
  name: 'Lima',
  email: null,
  company: { id: '01990000-0000-7000-8000-000000000001' } as WalletHolder['company'],
  wallets,
})
const lima = holder({ regular: state(), immediate: state({ isClosed: true }) })
const limits = { minimumCents: 100n, maximumCents: 1_000_000n, leftTodayCents: 500_000n }
const request = (change: Partial<AdjustmentRequest> = {}): AdjustmentRequest => ({
  holder: lima,
  wallet: 'regular',
  type: 'debit',
  amountCents: 10_000n,
  limits,
  ...change,
})

describe('an adjustment', () => {
  it('takes what is there to the cent, and never an allowance', () => {
    expect(decideAdjustment(request())).toMatchObject({ accepted: true, value: { changeCents: -10_000n } })
    expect(decideAdjustment(request({ amountCents: 10_001n }))).toMatchObject({ code: 'not_enough_money' })
    expect(decideAdjustment(request({ type: 'credit', amountCents: 10_001n }))).toMatchObject({
      accepted: true,
      value: { changeCents: 10_001n },
    })
  })

  it.each([
    ['record_not_found', { holder: null }],
    ['wallet_not_found', { holder: holder(null) }],
    ['wallet_not_found', { wallet: 'immediate' }],
    ['invalid_amount', { amountCents: 0n }],
    ['invalid_amount', { amountCents: 99n }],
    ['invalid_amount', { type: 'credit', amountCents: 500_001n }],
    [
      'invalid_amount',
      { type: 'credit', amountCents: 1_000_001n, limits: { ...limits, leftTodayCents: 2_000_000n } },
    ],
  ] as const)('is refused: %s', (code, change) => {
    expect(decideAdjustment(request(change))).toMatchObject({ accepted: false, code })
  })

  it.each([
    ['below_minimum', { amountCents: 0n }],
    ['below_minimum', { amountCents: 99n }],
    ['over_maximum', { type: 'credit', amountCents: 1_000_001n }],
    ['over_daily', { type: 'credit', amountCents: 500_001n }],
  ] as const)('outside of its limits names the limit: %s', (why, change) => {
    const data = { why, minimum: '1.00', maximum: '10000.00', leftToday: '5000.00' }
    expect(decideAdjustment(request(change))).toMatchObject({ field: 'amount', data })
  })

  it('is booked against the operator’s expense, a debit mirrored and never below zero (money §4.4)', () => {
    const adjustment = {
      id: 'a1',
      holder: lima,
      wallet: 'regular',
      amountCents: 2500n,
      effectiveAt: new Date(0),
    } as const
    const account = { code: 'wallet.regular.available', ownerId: lima.id, companyId: lima.id }
    const expense = { code: 'expense.adjustments' }
    expect(walletAdjusted({ ...adjustment, type: 'credit' })).toMatchObject({
      key: 'adjustment:a1',
      legs: [
        { account: expense, amount: -2500n },
        { account, amount: 2500n },
      ],
    })
    expect(walletAdjusted({ ...adjustment, type: 'debit' }).legs).toEqual([
      { account, amount: -2500n, atLeast: 0n },
      { account: expense, amount: 2500n },
    ])
  })
})
