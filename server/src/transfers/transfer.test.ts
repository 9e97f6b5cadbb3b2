import { formatCents } from '@cardamom/contract/money'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionPrincipal } from '../kernel/principal.ts'
import type { WalletHolder, WalletState } from '../wallets/wallet-holder.ts'
import { commonCompany, companyOf, decideTransfer, payableCents, type TransferRequest } from './transfer.ts'
import { describeTransfer } from './transfer-plan.ts'
import { transferMade } from './transfer-postings.ts'

const [norteId, andesId, limaId, cuscoId, evaId] = ['norte', 'andes', 'lima', 'cusco', 'eva'] as const
const state = (availableCents: bigint, allowanceCents = 0n): WalletState => ({
  availableCents,
  allowanceCents,
  pendingCents: 0n,
  reservedCents: 0n,
  seq: 7n,
  isClosed: false,
})
const holder = (id: string, path: readonly string[], wallet: WalletState | null): WalletHolder => ({
  id,
  kind: id === evaId ? 'person' : 'company',
  name: id,
  email: null,
  company: { id: path.at(-1), path, tier: path.length } as WalletHolder['company'],
  wallets: wallet && { regular: wallet, immediate: wallet },
})
const norte = holder(norteId, [norteId], state(1_000_000n, 50_000n))
const andes = holder(andesId, [norteId, andesId], state(0n, 100_000n))
const lima = holder(limaId, [norteId, andesId, limaId], state(20_000n, 100_000n))
const cusco = holder(cuscoId, [norteId, andesId, cuscoId], state(0n))
const eva = holder(evaId, [norteId, andesId, limaId], state(0n))
const limits = { minimumCents: 100n, maximumCents: 10_000_000n, leftTodayCents: 20_000_000n }
const request = (change: Partial<TransferRequest> = {}): TransferRequest => ({
  from: norte,
  to: andes,
  fromWallet: 'regular',
  toWallet: 'regular',
  totalCents: 500_000n,
  rateHundredthsBp: 2000n,
  limits,
  ...change,
})
const made = { id: 't1', effectiveAt: new Date(0) }

describe('a transfer', () => {
  it('of 5,000.00 leaves 4,990.00, and its fee is the operator’s (money §6, 6)', () => {
    const decided = decideTransfer(request())
    expect(decided).toMatchObject({
      accepted: true,
      value: { totalCents: 500_000n, feeCents: 1000n, netCents: 499_000n, usesAllowance: true },
    })
    if (!decided.accepted) return
    expect(transferMade({ ...decided.value, ...made })).toMatchObject({
      kind: 'transfer.made',
      key: 'transfer:t1',
      legs: [
        {
          account: { code: 'wallet.regular.available', ownerId: norteId, companyId: norteId },
          amount: -500_000n,
        },
        {
          account: { code: 'wallet.regular.available', ownerId: andesId, companyId: andesId },
          amount: 499_000n,
        },
        { account: { code: 'income.transfer_fees' }, amount: 1000n },
      ],
    })
  })

  it('uses an allowance for the own subtree only (domain §7)', () => {
    const toEva = request({ from: lima, to: eva, totalCents: 120_000n })
    expect(decideTransfer(toEva)).toMatchObject({ accepted: true, value: { usesAllowance: true } })
    expect(decideTransfer({ ...toEva, totalCents: 120_001n })).toMatchObject({ code: 'not_enough_money' })
    const aside = request({ from: lima, to: cusco, totalCents: 20_001n })
    expect(decideTransfer(aside)).toMatchObject({ code: 'not_enough_money' })
    const within = decideTransfer({ ...aside, totalCents: 20_000n })
    expect(within).toMatchObject({ accepted: true, value: { usesAllowance: false } })
    if (within.accepted) {
      expect(payableCents(within.value)).toBe(20_000n)
      expect(transferMade({ ...within.value, ...made }).legs[0]).toMatchObject({ atLeast: 0n })
    }
    expect(decideTransfer(request({ from: lima, to: andes, totalCents: 20_001n }))).toMatchObject({
      code: 'not_enough_money',
    })
  })

  const closed = { ...state(1_000_000n), isClosed: true }
  it.each<[string, Partial<TransferRequest>]>([
    ['sender_not_found', { from: null }],
    ['receiver_not_found', { to: null }],
    ['same_admin', { to: norte }],
    ['sender_wallet_not_found', { from: holder(norteId, [norteId], null) }],
    ['sender_wallet_not_found', { from: holder(norteId, [norteId], closed) }],
    ['receiver_wallet_not_found', { to: holder(andesId, [norteId, andesId], null) }],
    ['receiver_wallet_not_found', { to: holder(andesId, [norteId, andesId], closed) }],
    ['wallet_type_differs', { toWallet: 'immediate' }],
    ['invalid_amount', { totalCents: 0n }],
    ['invalid_amount', { totalCents: 99n }],
    ['invalid_amount', { totalCents: 10_000_001n }],
    ['invalid_amount', { limits: { ...limits, leftTodayCents: 499_999n } }],
    ['invalid_amount', { totalCents: 100n, rateHundredthsBp: 999_999n }],
    ['not_enough_money', { totalCents: 1_050_001n }],
  ])('is refused: %s', (code, change) => {
    expect(decideTransfer(request(change))).toMatchObject({ accepted: false, code })
  })

  it.each([
    ['below_minimum', '0.99', { totalCents: 99n }],
    ['over_maximum', '100000.01', { totalCents: 10_000_001n }],
    ['over_daily', '5000.00', { limits: { ...limits, leftTodayCents: 499_999n } }],
  ] as const)('of an amount outside of the limits names the limit: %s', (why, amount, change) => {
    const outside = request(change)
    const { leftTodayCents } = outside.limits!
    expect(decideTransfer(outside)).toMatchObject({
      field: 'total',
      data: { why, amount, minimum: '1.00', maximum: '100000.00', leftToday: formatCents(leftTodayCents) },
    })
  })

  it('belongs to the lower company of both, and is approved above both', () => {
    expect(companyOf({ from: norte, to: lima })).toBe(limaId)
    expect(companyOf({ from: lima, to: norte })).toBe(limaId)
    expect(companyOf({ from: lima, to: cusco })).toBe(limaId)
    expect(commonCompany({ from: lima, to: cusco })).toBe(andesId)
    expect(commonCompany({ from: lima, to: eva })).toBe(limaId)
    expect(commonCompany({ from: lima, to: holder('other', ['other'], state(0n)) })).toBeNull()
  })

  it('sums to zero and never pays more than there is, for any amounts', () => {
    const cents = fc.bigInt({ min: 0n, max: 1_000_000_000n })
    const rate = fc.bigInt({ min: 0n, max: 999_999n })
    fc.assert(
      fc.property(cents, cents, cents, rate, (available, allowance, totalCents, rateHundredthsBp) => {
        const from = holder(limaId, [norteId, andesId, limaId], state(available, allowance))
        const open = { minimumCents: 1n, maximumCents: 2n ** 60n, leftTodayCents: 2n ** 60n }
        for (const to of [eva, cusco]) {
          const decided = decideTransfer(request({ from, to, totalCents, rateHundredthsBp, limits: open }))
          if (!decided.accepted) continue
          const { feeCents, netCents, usesAllowance } = decided.value
          expect(usesAllowance).toBe(to === eva)
          expect(available - totalCents).toBeGreaterThanOrEqual(usesAllowance ? -allowance : 0n)
          expect([feeCents >= 0n, netCents > 0n, feeCents + netCents]).toEqual([true, true, totalCents])
          const { legs } = transferMade({ ...decided.value, ...made })
          expect(legs.reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n)
        }
      }),
    )
  })

  it('of two branches shows the receiver’s wallet only to checkers above both', () => {
    const priced = { from: lima, to: cusco, wallet: 'regular', usesAllowance: false } as const
    const change = { ...priced, totalCents: 10_000n, feeCents: 20n, netCents: 9_980n }
    const describedBy = (...companyIds: string[]) =>
      describeTransfer(change, { scope: { kind: 'companies', companyIds } } as unknown as SessionPrincipal)
    const sender = { name: 'senderBalance', before: '200.00', after: '100.00' }
    const receiver = { name: 'receiverBalance', before: '0.00', after: '99.80' }
    expect(describedBy(andesId, limaId, cuscoId)).toEqual({ companyId: andesId, changes: [sender, receiver] })
    expect(describedBy(limaId, cuscoId)).toEqual({ companyId: limaId, changes: [sender] })
  })
})
