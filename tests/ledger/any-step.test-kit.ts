import fc from 'fast-check'
import type { Step } from '../../server/src/treasury/ledger-world.test-kit.ts'

const amountCents = fc.bigInt({ min: 1n, max: 500_00n })
const pick = fc.nat(1000)
/** A step of a random programme. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fund' as const), amountCents }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fee' as const), amountCents }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('load' as const),
      grossCents: fc.bigInt({ min: 10_00n, max: 400_00n }),
      spreadCents: fc.bigInt({ min: -200n, max: 200n }),
      speed: fc.constantFrom('regular' as const, 'immediate' as const),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('start' as const, 'start' as const, 'credit' as const, 'refuse' as const),
      pick,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('card' as const),
      pick,
      event: fc.record({
        type: fc.constantFrom(
          'authorisation',
          'increment',
          'reversal',
          'clearing',
          'void',
          'lapse',
          'refund',
        ),
        amountCents,
        isFinal: fc.boolean(),
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('replay' as const, 'bend' as const), pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('crash' as const),
      callers: fc.integer({ min: 1, max: 64 }),
      amountCents,
    }),
  },
)
