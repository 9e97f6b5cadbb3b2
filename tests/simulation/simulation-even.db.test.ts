import { expect, test } from 'vitest'
import { daysOfSeed, expectAllHold, runSeeds, seedsPerFile } from './simulated-seeds.ts'

test('even seeds: days of payments, faults and restarts, and all invariants hold after each step', async () => {
  const seeds = Array.from({ length: seedsPerFile }, (_, index) => 2 * index + 2)
  const results = await runSeeds({ seeds, days: daysOfSeed })
  expectAllHold(results, daysOfSeed)
  expect(results.reduce((sum, { payments }) => sum + payments, 0)).toBeGreaterThanOrEqual(
    (seedsPerFile * daysOfSeed) / 4,
  )
}, 3_600_000)
