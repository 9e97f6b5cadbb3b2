import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allTenants } from '../../server/src/kernel/database.ts'
import { createLedgerWorld } from '../../server/src/treasury/ledger-world.test-kit.ts'
import { checkBook } from '../../server/src/ledger/checks.ts'
import { checkIssuer } from '../../server/src/ledger/exact-invariants.test-kit.ts'
import { createTestLedger } from '../../server/src/ledger/ledger.test-kit.ts'
import { anyStep } from './any-step.test-kit.ts'

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
