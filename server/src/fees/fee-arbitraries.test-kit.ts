import fc from 'fast-check'
import { freezeChain } from './fee-chain.ts'
import type { Chain, Introduction } from './fee-chain.ts'
import type { LevelRates } from './fee-split.ts'

/** Generators for the property tests of fee splits (money §7). */

const quotedAt = new Date('2026-11-20T15:00:00.000Z')

/** 1 cent to $10 M. Small amounts are as likely as large ones. */
export const anyGrossCents = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 10_000_00n }),
  fc.bigInt({ min: 1n, max: 10_000_000_00n }),
)

/** 0 to 19 % per level. */
const anyRate = fc.oneof(
  fc.constant(0n),
  fc.bigInt({ min: 0n, max: 50_000n }),
  fc.bigInt({ min: 0n, max: 190_000n }),
)

export const anyRates: fc.Arbitrary<LevelRates> = fc.tuple(anyRate, anyRate, anyRate, anyRate, anyRate)

const anyIntroduction: fc.Arbitrary<Introduction | null> = fc.constantFrom(
  null,
  { by: 'seller_two', sellerTwoId: 'eva', sellerOneId: 'ana' },
  { by: 'seller_one', sellerOneId: 'ana' },
  { by: 'referrer', referrerId: 'rosa', registeredAt: new Date('2026-01-31T00:00:00.000Z') },
  { by: 'referrer', referrerId: 'rosa', registeredAt: new Date('2025-11-20T15:00:00.000Z') },
)

/** Any subset of the levels, some of them owned by the operator, with or without a code. */
export const anyChain: fc.Arbitrary<Chain> = fc
  .record({
    tiers: fc.subarray([1, 2, 3, 4] as const),
    operatorOwned: fc.subarray([1, 2, 3, 4] as const),
    introduction: anyIntroduction,
    sellerTwoPartHundredthsBp: fc.bigInt({ min: 0n, max: 1_000_000n }),
  })
  .map(({ tiers, operatorOwned, introduction, sellerTwoPartHundredthsBp }) =>
    freezeChain({
      operatorId: 'operator',
      companies: tiers.map((tier) => ({
        companyId: `company-${tier}`,
        tier,
        isOperatorOwned: operatorOwned.includes(tier),
      })),
      introduction,
      terms: { sellerTwoPartHundredthsBp, referrerMonths: 12 },
      quotedAt,
    }),
  )
