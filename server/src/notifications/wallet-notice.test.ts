import { expect, test } from 'vitest'
import { settlementFacts } from './wallet-notice.ts'

test('a settlement that pays nothing tells all that went to what is owed, or what it deducted', () => {
  const of = (paidCents: bigint | null, maturedCents: bigint, addedCents = 0n, deductedCents = 0n) =>
    settlementFacts({ paidCents, maturedCents, addedCents, deductedCents })
  expect(of(null, 1_000n)).toBeNull()
  expect(of(700n, 1_000n)).toEqual({ net: '7.00', status: 'paid' })
  // 10.00 were deducted by hand, more than there was.
  expect(of(0n, 300n, 200n, 1_000n)).toEqual({ net: '5.00', status: 'recovered' })
  expect(of(0n, 0n, 0n, 1_000n)).toEqual({ net: '10.00', status: 'deducted' })
  expect(of(0n, 0n)).toBeNull()
})
