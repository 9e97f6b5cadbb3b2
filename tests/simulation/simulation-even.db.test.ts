import { expect, test } from 'vitest'
import { expectAllHold, runSeeds, seedsPerFile } from './simulated-seeds.ts'

test('even seeds: a day of payments, faults and restarts, and all invariants hold after each step', async () => {
  const seeds = Array.from({ length: seedsPerFile }, (_, index) => 2 * index + 2)
  const results = await runSeeds({ seeds, days: 1 })
  expectAllHold(results, 1)
  expect(results.reduce((sum, { payments }) => sum + payments, 0)).toBeGreaterThanOrEqual(seedsPerFile / 4)
}, 3_600_000)
