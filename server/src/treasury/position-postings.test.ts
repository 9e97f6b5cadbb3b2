import { describe, expect, test } from 'vitest'
import { bankFeeCharged, capitalWithdrawn, fundingReturned, suspenseResolved } from './bank-postings.ts'
import { gasSpent, positionRevalued, unitsBought, unitsSold, type Trade } from './position-postings.ts'
import { issuerFundingSent, unitsTransferred } from './treasury-postings.ts'

const at = new Date('2026-11-24T15:00:00Z')
const [id, other] = ['0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002']
const asset = 'USDC@ethereum'
const legs = ({
  legs: all,
}: {
  legs: readonly { account: { code: string }; amount: bigint; ref?: string }[]
}) => Object.fromEntries(all.map(({ account, amount }) => [account.code, amount]))
const trade = (over: Partial<Trade> = {}): Trade => ({
  id,
  account: 'crypto.venue',
  venue: 'kraken',
  reference: 'T-1',
  asset,
  units: 1_000_000_000n,
  valueCents: 100_000n,
  paidCents: 99_700n,
  effectiveAt: at,
  ...over,
})

describe('golden numbers 2 (money §6)', () => {
  test('1,000 USDC sold for 997.00 and 970.00 funded leave 27.00 at the bank, and 3.00 were the conversion', () => {
    const [sold, sent] = [
      unitsSold(trade()),
      issuerFundingSent({ id, amountCents: 97_000n, effectiveAt: at }),
    ]
    expect(legs(sold)).toEqual({
      'fx.units': -1_000_000_000n,
      'crypto.venue': 1_000_000_000n,
      'bank.settlement': -99_700n,
      'expense.conversion': -300n,
      'fx.usd': 100_000n,
    })
    expect(sold.key).toBe('trade:kraken:T-1')
    // A debit account has its balance with the other sign.
    expect(-(legs(sold)['bank.settlement']! + legs(sent)['bank.settlement']!)).toBe(2_700n)
  })
})

test('a sale above the value is a gain, a purchase mirrors a sale', () => {
  expect(legs(unitsSold(trade({ paidCents: 100_050n })))).toMatchObject({
    'bank.settlement': -100_050n,
    'income.fx_result': 50n,
  })
  expect(legs(unitsBought(trade({ paidCents: 100_300n })))).toEqual({
    'crypto.venue': -1_000_000_000n,
    'fx.units': 1_000_000_000n,
    'fx.usd': -100_000n,
    'expense.conversion': -300n,
    'bank.settlement': 100_300n,
  })
  expect(legs(unitsBought(trade()))).toMatchObject({ 'income.fx_result': 300n, 'bank.settlement': 99_700n })
})

test('a revaluation has both signs, and none for a value that is right', () => {
  const revalued = (differenceCents: bigint) =>
    positionRevalued({ asset, day: '2026-11-24', subjectId: id, differenceCents, effectiveAt: at })
  expect(legs(revalued(6n))).toEqual({ 'fx.usd': -6n, 'income.fx_result': 6n })
  expect(legs(revalued(-6n))).toEqual({ 'fx.usd': 6n, 'income.fx_result': -6n })
  expect(revalued(0n).legs).toEqual([])
  expect(revalued(1n).key).toBe('fx:USDC@ethereum:2026-11-24')
})

test('gas leaves the wallet of the native coin at its value', () => {
  const gas = {
    network: 'ethereum',
    day: '2026-11-24',
    subjectId: id,
    asset: 'ETH@ethereum',
    effectiveAt: at,
  }
  expect(legs(gasSpent({ ...gas, units: 42_000n, valueCents: 126n }))).toEqual({
    'fx.units': -42_000n,
    'crypto.gas': 42_000n,
    'expense.network': -126n,
    'fx.usd': 126n,
  })
})

test('a wire that came back, a fee, drawings and suspense are booked at the bank', () => {
  const record = { id, amountCents: 500n, effectiveAt: at }
  const returned = fundingReturned({ ...record, fundingId: other })
  expect([returned.key, legs(returned)]).toEqual([
    `fund:${other}:returned`,
    { 'bank.settlement': -500n, 'issuer.transit': 500n },
  ])
  expect(legs(bankFeeCharged({ ...record, line: 'L-1' }))).toEqual({
    'expense.bank_fees': -500n,
    'bank.settlement': 500n,
  })
  expect(legs(capitalWithdrawn(record))).toEqual({ 'equity.drawings': -500n, 'bank.settlement': 500n })
  const resolved = suspenseResolved({
    ...record,
    suspenseId: other,
    to: { account: { code: 'issuer.transit' }, ref: id },
  })
  expect(resolved.legs.map(({ account, ref, amount }) => [account.code, ref, amount])).toEqual([
    ['suspense', other, -500n],
    ['issuer.transit', id, 500n],
  ])
})

test('only a transfer from a payment address to the treasury is a sweep', () => {
  const transfer = { id, network: 'ethereum', txHash: '0xaa', logIndex: 3, asset, units: 7n, effectiveAt: at }
  expect(unitsTransferred({ ...transfer, from: 'deposits', to: 'treasury' })).toMatchObject({
    kind: 'deposit.swept',
    key: 'move:ethereum:0xaa:3',
  })
  const sent = unitsTransferred({ ...transfer, from: 'treasury', to: 'payout' })
  expect([sent.kind, legs(sent)]).toEqual(['treasury.moved', { 'crypto.payout': -7n, 'crypto.treasury': 7n }])
})
