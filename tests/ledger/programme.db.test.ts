import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLedgerWorld, type Step } from '../../server/src/treasury/ledger-world.test-kit.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { checkIssuer } from '../../server/src/ledger/exact-invariants.test-kit.ts'
import { createTestLedger } from '../../server/src/ledger/ledger.test-kit.ts'

const amountCents = fc.bigInt({ min: 1n, max: 500_00n })
const pick = fc.nat(1000)
const anyStep: fc.Arbitrary<Step> = fc.oneof(
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

test('every invariant holds in any programme, through replays, conflicts and lost connections', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 45 }), async (steps) => {
      const ledger = await createTestLedger()
      try {
        const world = createLedgerWorld(ledger)
        for (const step of steps) {
          await world.step(step)
          expect(world.surprises).toEqual([])
          const findings = await ledger.db.read(allTenants, (sql) => checkIssuer(sql, world.issuer()))
          expect(findings).toEqual([])
        }
        const findings = await ledger.db.read(allTenants, checkBook)
        expect(findings).toEqual([])
        const rows = await ledger.db.read(allTenants, (sql) =>
          sql.rows<{ id: string; balance: bigint }>('select id, balance from account where balance <> 0'),
        )
        expect(Object.fromEntries(rows.map(({ id, balance }) => [id, balance]))).toEqual(world.paper.state())
      } finally {
        await ledger.end()
      }
    }),
    { numRuns: 8 },
  )
}, 120_000)
