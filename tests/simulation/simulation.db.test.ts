import { expect, test } from 'vitest'
import { expectAllHold, runSeeds, seedsPerFile } from './simulated-seeds.ts'

test('odd seeds: a day of payments, faults and restarts, and all invariants hold after each step', async () => {
  const seeds = Array.from({ length: seedsPerFile }, (_, index) => 2 * index + 1)
  const results = await runSeeds({ seeds, days: 1 })
  expectAllHold(results, 1)
  // A run proves nothing when no load gets through.
  expect(results.reduce((sum, { credited }) => sum + credited, 0)).toBeGreaterThanOrEqual(seedsPerFile / 4)
}, 3_600_000)

test('the same seed makes the same run', async () => {
  const [one, other] = await runSeeds({ seeds: [1001, 1001], days: 0.5 })
  expect(other).toEqual(one)
}, 300_000)
