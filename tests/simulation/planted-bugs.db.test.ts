import { expect, test } from 'vitest'
import { runSeeds } from './simulated-seeds.ts'
import type { PlantedBug } from './world.ts'

/** `first`: a seed with a short day that finds the bug today. When it no longer does, the others are tried. */
const bugs: readonly { bug: PlantedBug; check: RegExp; first: number }[] = [
  { bug: 'credit_again_without_reading', check: /^issuer_credits$/, first: 1 },
  { bug: 'late_row_for_the_next_load', check: /^issuer_credits$/, first: 1 },
  { bug: 'scanner_ignores_parents', check: /^(deposits|R7|unsettled|booked_once)$/, first: 6 },
  { bug: 'keys_forgotten', check: /^(keys|answers)$/, first: 1 },
]

test.each(bugs)(
  'some seed finds the planted bug: $bug',
  async ({ bug, check, first }) => {
    const seeds = [first, ...Array.from({ length: 25 }, (_, index) => index + 1)]
    const results = await runSeeds({ seeds, days: 1, bug, until: ({ findings }) => findings.length > 0 })
    const checks = results.flatMap(({ findings }) => findings.map((finding) => finding.check))
    expect(checks).toEqual(expect.arrayContaining([expect.stringMatching(check)]))
  },
  900_000,
)
